-- ARGV: frontier, topic, what, then fingerprints (what is 'some') or names of buckets (what is 'all': of the topic in
-- them). Answers how many were forgotten.
local lost = begin(ARGV[1])
if lost then return lost end
local forgotten = 0

local function forget(bucket, field)
  local at = tonumber(call('HGET', bucket, field) or 0)
  if at == 0 then return end
  if at > 0 then take_out(string.format('%010x', at)) else not_done(at) end
  call('HDEL', bucket, field)
  forgotten = forgotten + 1
end

local function of_topic(at)
  if at < 0 then return queue(tostring(math.floor(-at / 64))).topic == ARGV[2] end
  return queue(value_queue(call('HGET', key('address'), string.format('%010x', at)))).topic == ARGV[2]
end

for i = 4, #ARGV do
  if ARGV[3] == 'some' then
    forget(seen_key(ARGV[i]))
  else
    local entries = call('HGETALL', ARGV[i])
    for j = 1, #entries, 2 do
      if of_topic(tonumber(entries[j + 1])) then forget(ARGV[i], entries[j]) end
    end
  end
end
return forgotten
