-- ARGV: frontier, then for each: fingerprint, outcome.
local lost = begin(ARGV[1])
if lost then return lost end
for i = 2, #ARGV, 2 do
  local bucket, field = seen_key(ARGV[i])
  local at = tonumber(call('HGET', bucket, field) or 0)
  if at > 0 then
    local outcome = outcome_number(ARGV[i + 1])
    local number = take_out(string.format('%010x', at))
    call('HSET', bucket, field, string.format('%.0f', -(tonumber(number) * 64 + outcome)))
    call('HINCRBY', key('tally'), queue(number).topic .. '\0' .. ARGV[i + 1], 1)
    count(number, 0, 0, 1)
  end
end
