-- ARGV: frontier, worker. Answers how many it held.
local lost = begin(ARGV[1])
if lost then return lost end
local released = 0
local all = call('HKEYS', key('held'))
for _, id in ipairs(all) do
  local hold_ = held(id)
  if hold_.state == 'L' and hold_.worker == ARGV[2] then
    wait_again(id, hold_)
    released = released + 1
  end
end
return released
