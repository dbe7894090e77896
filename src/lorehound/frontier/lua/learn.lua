-- ARGV: frontier, topic, name of this call (done once, however often it is sent), then for each sum: name, numbers (joined
-- by spaces). A stored sum is the number of its last change and its numbers.
local lost = begin(ARGV[1])
if lost then return lost end
if not call('SET', key('learning', ARGV[3]), '1', 'NX', 'EX', 3600) then return end
local change = call('HINCRBY', key('next'), 'learnt', 1)
local name = key('learnt', ARGV[2])
for i = 4, #ARGV, 2 do
  local sum, stored = {}, call('HGET', name, ARGV[i])
  if stored then
    for number in string.gmatch(string.match(stored, ' (.*)$'), '%S+') do sum[#sum + 1] = tonumber(number) end
  end
  local j = 0
  for number in string.gmatch(ARGV[i + 1], '%S+') do
    j = j + 1
    sum[j] = (sum[j] or 0) + tonumber(number)
  end
  for k, number in ipairs(sum) do sum[k] = text(number) end
  call('HSET', name, ARGV[i], change .. ' ' .. table.concat(sum, ' '))
end
