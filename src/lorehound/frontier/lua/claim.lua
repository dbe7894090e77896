-- ARGV: frontier, now, delay, concurrency, max pages, worker, deadline, how many scores; then for each score: id, queue,
-- score; then for each wanted: id, queue, score. Answers a byte for each wanted: 1 handed out, 0 another was faster.
local lost = begin(ARGV[1])
if lost then return lost end
local now, worker, deadline = ARGV[2], ARGV[6], ARGV[7]
local policy = read_policy(ARGV[3], ARGV[4], ARGV[5])
local scores = tonumber(ARGV[8])
local touched, answers = {}, {}
for i = 9, 8 + scores * 3, 3 do
  local id, number, score = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if call('ZSCORE', key('q', number), id) then
    call('ZADD', key('q', number), text(-tonumber(score)), id)
    touched[number] = true
  end
end
-- Rooms before anything is handed out: with a delay the first lease closes a host.
local rooms = {}
for i = 9 + scores * 3, #ARGV, 3 do
  local id, number, score = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  rooms[number] = rooms[number] or room(number, policy, tonumber(now))
  local mine = rooms[number] > 0 and call('ZSCORE', key('q', number), id)
  if mine then
    rooms[number] = rooms[number] - 1
    hand_out(id, number, score, worker, now, deadline, policy)
    touched[number] = true
  end
  answers[#answers + 1] = mine and '1' or '0'
end
for number in pairs(touched) do changed(number) end
return table.concat(answers)
