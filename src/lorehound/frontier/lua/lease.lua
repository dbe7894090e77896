-- ARGV: frontier, topic, now, delay, concurrency, max pages, how many, most of one queue (0: its room), worker, deadline.
-- With a worker it hands out the best; without one it only names them, to be scored again. Answers {wait, then for each:
-- id, queue, host, room, score, tries, value}; wait is '' when none is left.
local lost = begin(ARGV[1])
if lost then return lost end
local topic, now, n, most, worker, deadline = ARGV[2], ARGV[3], tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[9], ARGV[10]
local policy = read_policy(ARGV[4], ARGV[5], ARGV[6])
local time = tonumber(now)
local ready, resting = key('ready', topic), key('rest', topic)

bring_back(now)
local policy_text = table.concat({ARGV[4], ARGV[5], ARGV[6]}, ' ')
local before = call('HGET', key('policy'), topic)
if before ~= policy_text then
  call('HSET', key('policy'), topic, policy_text)
  for _, number in ipairs(call('ZRANGE', resting, 0, -1)) do wake(number) end
end
for _, number in ipairs(call('ZRANGEBYSCORE', resting, '-inf', now)) do wake(number) end

-- Ready queues in the order of their heads; those that may not be asked after all go to rest.
local rooms = {}
local chunk, offset = {}, 0
local function next_head()
  while true do
    if #chunk == 0 then
      local part = call('ZRANGE', ready, offset, offset + 31, 'WITHSCORES')
      if #part == 0 then return nil end
      for i = #part, 1, -2 do chunk[#chunk + 1] = {part[i - 1], tonumber(part[i])} end
    end
    local entry = table.remove(chunk)
    local id, number = string.match(entry[1], '^(%x+):(%d+)$')
    local free, wake_at = room(number, policy, time)
    if free > 0 then
      offset = offset + 1
      rooms[number] = free
      return {score = entry[2], id = id, number = number, taken = 1}
    end
    rest(number, wake_at)
  end
end

local heap = {}
local function first(a, b)
  return a.score < b.score or (a.score == b.score and a.id < b.id)
end
local function push(entry)
  local i = #heap + 1
  heap[i] = entry
  while i > 1 and first(heap[i], heap[math.floor(i / 2)]) do
    local up = math.floor(i / 2)
    heap[i], heap[up] = heap[up], heap[i]
    i = up
  end
end
local function pop()
  local top, last = heap[1], table.remove(heap)
  if #heap > 0 then
    heap[1] = last
    local i = 1
    while true do
      local down = i
      for child = 2 * i, 2 * i + 1 do
        if heap[child] and first(heap[child], heap[down]) then down = child end
      end
      if down == i then break end
      heap[i], heap[down] = heap[down], heap[i]
      i = down
    end
  end
  return top
end

local following = {}
local function successor(entry)
  local number = entry.number
  if entry.taken >= (most > 0 and most or rooms[number]) then return end
  local list = following[number]
  if not list or #list == 0 then
    local part = call('ZRANGE', key('q', number), entry.taken, entry.taken * 4 - 1, 'WITHSCORES')
    list = {}
    for i = #part, 1, -2 do list[#list + 1] = {part[i - 1], tonumber(part[i])} end
    following[number] = list
  end
  local found = table.remove(list)
  if found then push({score = found[2], id = found[1], number = number, taken = entry.taken + 1}) end
end

local best = {}
local head = next_head()
while #best < n and (head or #heap > 0) do
  local entry
  if head and (#heap == 0 or first(head, heap[1])) then
    entry, head = head, next_head()
  else
    entry = pop()
  end
  best[#best + 1] = entry
  successor(entry)
end

local answer, ids = {''}, {}
for i, entry in ipairs(best) do ids[i] = entry.id end
local tries = #ids > 0 and call('HMGET', key('tries'), unpack(ids))
local values = #ids > 0 and call('HMGET', key('address'), unpack(ids))
for i, entry in ipairs(best) do
  local last = #answer
  answer[last + 1], answer[last + 2], answer[last + 3] = entry.id, entry.number, queue(entry.number).host
  answer[last + 4], answer[last + 5] = tostring(rooms[entry.number]), text(-entry.score)
  answer[last + 6], answer[last + 7] = tries[i] or '0', values[i]
end
if worker ~= '' then
  local touched = {}
  for _, entry in ipairs(best) do
    hand_out(entry.id, entry.number, text(-entry.score), worker, now, deadline, policy)
    touched[entry.number] = true
  end
  for number in pairs(touched) do changed(number) end
end

if #best == 0 then
  local wait = NEVER
  local waking = call('ZRANGE', resting, 0, 0, 'WITHSCORES')
  if waking[2] and tonumber(waking[2]) < HOST_FULL then wait = tonumber(waking[2]) end
  local full = call('ZCOUNT', resting, text(HOST_FULL), text(HOST_FULL)) > 0
  local leased = tonumber(call('HGET', key('totals'), topic .. '\0l') or 0) > 0
  if full or leased then wait = math.min(wait, time + 1) end
  local from = 0
  while from do
    local part = call('ZRANGE', key('due'), from, from + 99, 'WITHSCORES')
    from = #part == 200 and from + 100 or nil
    for i = 1, #part, 2 do
      local hold_ = held(part[i])
      if tonumber(part[i + 1]) >= wait then
        from = nil
        break
      elseif hold_.state == 'R' and queue(hold_.number).topic == topic then
        local _, opens = room(hold_.number, policy, time)
        if opens ~= NEVER then wait = tonumber(part[i + 1]) end
      end
    end
  end
  if wait ~= NEVER then answer[1] = text(math.max(0, wait - time)) end
end
return answer
