-- ARGV: topic. Reads only. Answers for each busy host: host, waiting, leased, done, next, block, reason.
local answer = {}
for _, host in ipairs(call('SMEMBERS', key('busy', ARGV[1]))) do
  local number = call('HGET', key('queues'), ARGV[1] .. '\0' .. host)
  local counts = call('HMGET', key('queue', number), 'w', 'l', 'd')
  local state = call('HMGET', key('host', host), 'next', 'block', 'reason')
  local part = {host, counts[1], counts[2], counts[3], state[1] or '0', state[2] or '0', state[3] or ''}
  for _, item in ipairs(part) do answer[#answer + 1] = item end
end
return answer
