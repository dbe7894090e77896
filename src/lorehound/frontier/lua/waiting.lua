-- ARGV: topic, n. Reads only. Answers the best n that wait, in any order: id, host, score, tries, value.
local topic, n = ARGV[1], tonumber(ARGV[2])
local found = {}
for _, host in ipairs(call('SMEMBERS', key('busy', topic))) do
  local number = call('HGET', key('queues'), topic .. '\0' .. host)
  local part = call('ZRANGE', key('q', number), 0, n - 1, 'WITHSCORES')
  for i = 1, #part, 2 do found[#found + 1] = {part[i], host, -tonumber(part[i + 1])} end
end
local all = call('HGETALL', key('held'))
for i = 1, #all, 2 do
  local hold_ = held(all[i])
  if hold_.state == 'R' and queue(hold_.number).topic == topic then
    found[#found + 1] = {all[i], queue(hold_.number).host, tonumber(hold_.score)}
  end
end
table.sort(found, function(a, b) return a[3] > b[3] or (a[3] == b[3] and a[1] < b[1]) end)
local answer = {}
for i = 1, math.min(n, #found) do
  local id, host, score = unpack(found[i])
  local part = {id, host, text(score), call('HGET', key('tries'), id) or '0', call('HGET', key('address'), id)}
  for _, item in ipairs(part) do answer[#answer + 1] = item end
end
return answer
