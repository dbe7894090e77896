-- ARGV: frontier, fingerprints. Answers a byte each: 1 or 0. It asks the store alone: for that one look-up a filter would
-- read more than twenty bits.
if call('GET', key('id')) ~= ARGV[1] then
  return redis.error_reply('LOST this frontier is not the one that was opened')
end
local answers = {}
for i = 2, #ARGV do
  local bucket, field = seen_key(ARGV[i])
  answers[i - 1] = call('HEXISTS', bucket, field)
end
return table.concat(answers)
