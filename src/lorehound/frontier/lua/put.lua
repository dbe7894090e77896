-- ARGV: frontier, host budget, number of filters, most members they hold, block bits, hashes of each filter (joined by
-- spaces), then for each candidate: topic, host, flag (l: link, a: may come again, o: other), score, fingerprint, positions
-- (of all filters, joined by spaces), head, body, tries. Answers a byte each: a(dded), k(nown), b(udget); or {filters} to be asked
-- with.
local lost = begin(ARGV[1])
if lost then return lost end
local budget, filters, most, block = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local counts = {}
for k in string.gmatch(ARGV[6], '%d+') do counts[#counts + 1] = tonumber(k) end
local stored = call('HMGET', key('filter'), 'members', 'filters')
local members, standing = tonumber(stored[1] or 0), tonumber(stored[2] or 1)
if members >= most then standing = math.max(standing, filters + 1) end
if standing > filters then return {standing} end

local FIRST, STEP = 7, 9
local n = (#ARGV - FIRST + 1) / STEP
local maybe = {}
for i = 1, n do maybe[i] = false end

-- Asks one filter about all candidates: a bit that was 0 says that an address is new. The last filter takes them in.
local function ask(filter, before)
  local k = counts[filter + 1]
  local verb = filter == filters - 1 and 'SET' or 'GET'
  local asked, owners = {}, {}
  local all = {}
  for i = 1, n do all[i] = true end
  local function flush(number)
    local bits = call('BITFIELD', key('bits', filter, number), unpack(asked[number]))
    for j, bit in ipairs(bits) do
      if bit == 0 then all[owners[number][j]] = false end
    end
    asked[number], owners[number] = nil, nil
  end
  local set = verb == 'SET'
  for i = 1, n do
    local j = 0
    for position in string.gmatch(ARGV[FIRST + (i - 1) * STEP + 5], '%d+') do
      j = j + 1
      if j > before + k then break end
      if j > before then
        local number = 0
        -- Ten digits and more may lie beyond the first block; a block of tests is smaller.
        if #position > 9 or block < 1e9 then
          number = math.floor(tonumber(position) / block)
          position = string.format('%.0f', tonumber(position) % block)
        end
        local list = asked[number]
        if not list then
          list = {}
          asked[number], owners[number] = list, {}
        end
        local last = #list
        list[last + 1], list[last + 2], list[last + 3] = verb, 'u1', position
        if set then list[last + 4] = '1' end
        owners[number][#owners[number] + 1] = i
        if last > 6000 then flush(number) end
      end
    end
  end
  for number in pairs(asked) do flush(number) end
  for i = 1, n do maybe[i] = maybe[i] or all[i] end
end

local before = 0
for filter = 0, filters - 1 do
  ask(filter, before)
  before = before + counts[filter + 1]
end

local function add(number, id, flag, score, head, body, tries)
  call('HSET', key('address'), id, flag .. struct.pack('>I4I4', tonumber(number), #head) .. head .. body)
  if tries ~= '0' then call('HSET', key('tries'), id, tries) end
  call('ZADD', key('q', number), text(-tonumber(score)), id)
end

-- The depth that a body ends with (see pack.py), and where it begins.
local function depth(body)
  local at = #body
  local value = string.byte(body, at)
  while at > 1 and string.byte(body, at - 1) > 127 do
    at = at - 1
    value = value * 128 + string.byte(body, at) - 128
  end
  return value, at
end

-- A waiting address was found once more: by a better score, by a shorter way, or by neither (see merge.py).
local function improve(id, flag, score, body, stirred)
  local value = call('HGET', key('address'), id)
  local number = value_queue(value)
  local hold_ = held(id)
  if hold_ and hold_.state == 'L' then return end
  local old = hold_ and hold_.score or text(-tonumber(call('ZSCORE', key('q', number), id)))
  local better = tonumber(score) > tonumber(old)
  local length = 9 + struct.unpack('>I4', value, 6)
  local before = string.sub(value, length + 1)
  local new, other = before, body
  local flag_ = string.sub(value, 1, 1)
  if better and flag_ == 'l' then flag_, new, other = flag, body, before end
  local deep, at = depth(new)
  local less, from = depth(other)
  if less < deep then new = string.sub(new, 1, at - 1) .. string.sub(other, from) end
  if new ~= before then call('HSET', key('address'), id, flag_ .. string.sub(value, 2, length) .. new) end
  if not better then return end
  if hold_ then
    call('HSET', key('held'), id, table.concat({hold_.state, hold_.number, score, hold_.at, hold_.worker}, '|'))
  else
    call('ZADD', key('q', number), text(-tonumber(score)), id)
    stirred[number] = true
  end
end

local answers, added, touched, entered, stirred = {}, 0, {}, {}, {}
local function enter(number)
  entered[number] = (entered[number] or 0) + 1
  stirred[number] = true
end
local remembered = {}
local function numbers(topic, host)
  local name = topic .. '\0' .. host
  remembered[name] = remembered[name] or queue_number(topic, host)
  return remembered[name]
end

for i = 1, n do
  local at = FIRST + (i - 1) * STEP
  local topic, host, flag, score, fingerprint = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4]
  local head, body, tries = ARGV[at + 6], ARGV[at + 7], ARGV[at + 8]
  local bucket, field = seen_key(fingerprint)
  local answer = 'k'
  -- Two of one batch: the filter took the first in before the second was asked about, so look at the store as well.
  local place_ = (maybe[i] or touched[fingerprint]) and call('HGET', bucket, field)
  local number = numbers(topic, host)
  if not place_ then
    local counted = budget > 0 and call('HMGET', key('queue', number), 'l', 'd')
    if counted and tonumber(counted[1]) + tonumber(counted[2]) >= budget then
      answer = 'b'
    else
      local id = string.format('%010x', call('HINCRBY', key('next'), 'id', 1))
      if call('HSETNX', bucket, field, tostring(tonumber(id, 16))) == 1 then
        add(number, id, flag, score, head, body, tries)
        enter(number)
        added, answer = added + 1, 'a'
      else
        -- The filter has lost its bits: the store knows better.
        place_ = call('HGET', bucket, field)
      end
    end
  end
  if place_ then
    place_ = tonumber(place_)
    if place_ > 0 then
      improve(string.format('%010x', place_), flag, score, body, stirred)
    elseif flag == 'a' then
      not_done(place_)
      local id = string.format('%010x', call('HINCRBY', key('next'), 'id', 1))
      call('HSET', bucket, field, tostring(tonumber(id, 16)))
      add(number, id, flag, score, head, body, tries)
      enter(number)
      answer = 'a'
    end
  end
  touched[fingerprint] = true
  answers[i] = answer
end
for number, n_ in pairs(entered) do count(number, n_, 0, 0) end
for number in pairs(stirred) do changed(number) end
call('HSET', key('filter'), 'members', members + added, 'filters', filters)
return table.concat(answers)
