-- ARGV: topic, or none. Reads only. Answers {totals, tally, topic and "time worker" of each lease, busy hosts}: lists of names
-- and values, but the hosts of one topic are a number, those of all their names.
local leases, hosts = {}, {}
local all = call('HGETALL', key('held'))
for i = 1, #all, 2 do
  local hold_ = held(all[i])
  if hold_.state == 'L' then
    leases[#leases + 1] = queue(hold_.number).topic
    leases[#leases + 1] = hold_.at .. ' ' .. hold_.worker
  end
end
local totals = call('HGETALL', key('totals'))
if ARGV[1] then
  hosts = call('SCARD', key('busy', ARGV[1]))
else
  for i = 1, #totals, 2 do
    local topic, what = string.match(totals[i], '^(.*)%z(.)$')
    if what == 'w' then
      for _, host in ipairs(call('SMEMBERS', key('busy', topic))) do hosts[#hosts + 1] = host end
    end
  end
end
return {totals, call('HGETALL', key('tally')), leases, hosts}
