-- Stands before every other script. All keys of a shard begin with KEYS[1], which holds the shard's hash tag.
--
--   id                   tells this frontier from one that lost its data and began anew
--   next                 last id given to an address, last number given to a queue
--   queues               topic \0 host -> number of their queue
--   queue:N              topic, host, w(aiting), l(eased), d(one), r(eady: its member of ready:TOPIC)
--   q:N                  ids that may be asked for, by -score
--   ready:TOPIC          "id:N" of each queue's head, by -score: queues that perhaps may be asked
--   rest:TOPIC           queue numbers, by the time before which they certainly may not
--   host:HOST            last, next, block, reason, leased, queues (numbers)
--   address              id -> flag, queue number, length of head, head, body (see pack.py)
--   tries                id -> tries, if any
--   held, due            id -> state, queue, score, leased at, worker; and by deadline: leased (L) or to be retried (R)
--   seen:XX              rest of the fingerprint -> id, or -(queue * 64 + outcome) when done
--   filter, bits:F:B     members and number of the seen-filters; their blocks
--   outcomes, tally      name -> number; topic \0 outcome -> how many
--   busy:TOPIC           hosts with addresses waiting or leased
--   totals               topic \0 w|l|d -> how many
--   policy               topic -> the policy of its last lease
local P = KEYS[1]
local call = redis.call
local HOST_FULL, NEVER = 1e18, math.huge

local function key(...)
  return P .. ':' .. table.concat({...}, ':')
end

-- The first write of every script: on a full server it is refused, so that a script is done whole or not at all.
local function begin(frontier)
  call('HSET', key('next'), 'alive', '1')
  if call('GET', key('id')) ~= frontier then
    return redis.error_reply('LOST this frontier is not the one that was opened')
  end
end

local function text(number)
  if number == NEVER then return 'inf' end
  return string.format('%.17g', number)
end

local function queue_number(topic, host)
  local name = topic .. '\0' .. host
  local number = call('HGET', key('queues'), name)
  if not number then
    number = tostring(call('HINCRBY', key('next'), 'queue', 1))
    call('HSET', key('queues'), name, number)
    call('HSET', key('queue', number), 'topic', topic, 'host', host, 'w', 0, 'l', 0, 'd', 0)
    local others = call('HGET', key('host', host), 'queues')
    call('HSET', key('host', host), 'queues', others and others .. ' ' .. number or number)
  end
  return number
end

local cache = {}
local function queue(number)
  if not cache[number] then
    local names = call('HMGET', key('queue', number), 'topic', 'host')
    cache[number] = {topic = names[1], host = names[2]}
  end
  return cache[number]
end

-- Adds to the counts of a queue: waiting, leased, done.
local function count(number, w, l, d)
  local q = queue(number)
  local name = key('queue', number)
  local totals = key('totals')
  if w ~= 0 then call('HINCRBY', name, 'w', w); call('HINCRBY', totals, q.topic .. '\0w', w) end
  if l ~= 0 then call('HINCRBY', name, 'l', l); call('HINCRBY', totals, q.topic .. '\0l', l) end
  if d ~= 0 then call('HINCRBY', name, 'd', d); call('HINCRBY', totals, q.topic .. '\0d', d) end
  local now = call('HMGET', name, 'w', 'l')
  if tonumber(now[1]) + tonumber(now[2]) > 0 then
    call('SADD', key('busy', q.topic), q.host)
  else
    call('SREM', key('busy', q.topic), q.host)
  end
end

local function leave_ready(number)
  local member = call('HGET', key('queue', number), 'r')
  if member then
    call('ZREM', key('ready', queue(number).topic), member)
    call('HDEL', key('queue', number), 'r')
  end
end

-- Lets a queue stand among the ready ones by its head; one without addresses stands nowhere.
local function place(number)
  local q = queue(number)
  local head = call('ZRANGE', key('q', number), 0, 0, 'WITHSCORES')
  local member = head[1] and head[1] .. ':' .. number
  local old = call('HGET', key('queue', number), 'r')
  if old and old ~= member then call('ZREM', key('ready', q.topic), old) end
  if member then
    call('ZADD', key('ready', q.topic), head[2], member)
    call('HSET', key('queue', number), 'r', member)
  elseif old then
    call('HDEL', key('queue', number), 'r')
  end
end

local function rest(number, wake_at)
  leave_ready(number)
  call('ZADD', key('rest', queue(number).topic), text(wake_at), number)
end

local function wake(number)
  call('ZREM', key('rest', queue(number).topic), number)
  place(number)
end

-- After the addresses of a queue changed.
local function changed(number)
  local resting = key('rest', queue(number).topic)
  if not call('ZSCORE', resting, number) then
    place(number)
  elseif call('ZCARD', key('q', number)) == 0 then
    call('ZREM', resting, number)
  end
end

local function wake_host(host, from)
  local numbers = call('HGET', key('host', host), 'queues') or ''
  for number in string.gmatch(numbers, '%d+') do
    local at = call('ZSCORE', key('rest', queue(number).topic), number)
    if at and tonumber(at) >= from then wake(number) end
  end
end

-- How many leases a queue may have now, and when none, from when on one (see politeness.py).
local function room(number, policy, now)
  local counts = call('HMGET', key('queue', number), 'l', 'd', 'topic', 'host')
  local pages = tonumber(counts[1]) + tonumber(counts[2])
  local q = cache[number] or {topic = counts[3], host = counts[4]}
  cache[number] = q
  local host = call('HMGET', key('host', q.host), 'last', 'block', 'leased')
  local leased = tonumber(host[3] or 0)
  if policy.max_pages > 0 and pages >= policy.max_pages then return 0, NEVER end
  if leased >= policy.concurrency then return 0, HOST_FULL end
  local opens = math.max(host[1] and tonumber(host[1]) + policy.delay or 0, tonumber(host[2] or 0))
  if opens > now then return 0, opens end
  if policy.delay > 0 then return 1, now end
  local free = policy.concurrency - leased
  if policy.max_pages > 0 then free = math.min(free, policy.max_pages - pages) end
  return free, now
end

local function read_policy(delay, concurrency, max_pages)
  return {delay = tonumber(delay), concurrency = tonumber(concurrency), max_pages = tonumber(max_pages)}
end

local function hold(id, state, number, score, due, at, worker)
  call('HSET', key('held'), id, table.concat({state, number, score, at, worker}, '|'))
  call('ZADD', key('due'), due, id)
end

local function held(id)
  local value = call('HGET', key('held'), id)
  if value then
    local state, number, score, at, worker = string.match(value, '^(.)|(%d+)|([^|]*)|([^|]*)|(.*)$')
    return {state = state, number = number, score = score, at = at, worker = worker}
  end
end

local function let_go(id, hold_)
  call('HDEL', key('held'), id)
  call('ZREM', key('due'), id)
  if hold_.state == 'L' then
    local host = queue(hold_.number).host
    call('HINCRBY', key('host', host), 'leased', -1)
  end
end

-- An address that was leased, or waited for its time, waits in its queue.
local function wait_again(id, hold_)
  let_go(id, hold_)
  call('ZADD', key('q', hold_.number), text(-tonumber(hold_.score)), id)
  changed(hold_.number)
  if hold_.state == 'L' then
    count(hold_.number, 1, -1, 0)
    wake_host(queue(hold_.number).host, HOST_FULL)
  end
end

local function hand_out(id, number, score, worker, now, deadline, policy)
  call('ZREM', key('q', number), id)
  hold(id, 'L', number, score, deadline, now, worker)
  local host = key('host', queue(number).host)
  call('HINCRBY', host, 'leased', 1)
  call('HSET', host, 'last', now, 'next', text(tonumber(now) + policy.delay))
  count(number, -1, 1, 0)
end

local function value_queue(value)
  return tostring(struct.unpack('>I4', value, 2))
end

-- Takes an address out of all queues and forgets its text; answers its queue.
local function take_out(id)
  local number = value_queue(call('HGET', key('address'), id))
  local hold_ = held(id)
  if hold_ then
    let_go(id, hold_)
    if hold_.state == 'L' then
      count(number, 0, -1, 0)
      wake_host(queue(number).host, HOST_FULL)
    else
      count(number, -1, 0, 0)
    end
  else
    call('ZREM', key('q', number), id)
    count(number, -1, 0, 0)
    changed(number)
  end
  call('HDEL', key('address'), id)
  call('HDEL', key('tries'), id)
  return number
end

local function seen_key(fingerprint)
  return key('seen', string.format('%02x%02x', string.byte(fingerprint, 1, 2))), string.sub(fingerprint, 3)
end

local function outcome_number(name)
  local number = call('HGET', key('outcomes'), name)
  if not number then
    number = call('HINCRBY', key('next'), 'outcome', 1)
    call('HSET', key('outcomes'), name, number)
  end
  return tonumber(number)
end

-- Counts an address whose seen-value is ``at`` as done no more; answers its queue.
local function not_done(at)
  local number = tostring(math.floor(-at / 64))
  local names = call('HGETALL', key('outcomes'))
  for i = 1, #names, 2 do
    if tonumber(names[i + 1]) == -at % 64 then
      call('HINCRBY', key('tally'), queue(number).topic .. '\0' .. names[i], -1)
    end
  end
  count(number, 0, 0, -1)
  if call('ZSCORE', key('rest', queue(number).topic), number) then wake(number) end
  return number
end

local function bring_back(now)
  for _, id in ipairs(call('ZRANGEBYSCORE', key('due'), '-inf', now)) do
    wait_again(id, held(id))
  end
end
