-- ARGV: frontier, fingerprint, not before.
local lost = begin(ARGV[1])
if lost then return lost end
local bucket, field = seen_key(ARGV[2])
local at = tonumber(call('HGET', bucket, field) or 0)
if at > 0 then
  local id = string.format('%010x', at)
  local hold_ = held(id)
  if hold_ and hold_.state == 'L' then
    let_go(id, hold_)
    call('HINCRBY', key('tries'), id, 1)
    hold(id, 'R', hold_.number, hold_.score, ARGV[3], '0', '')
    count(hold_.number, 1, -1, 0)
    wake_host(queue(hold_.number).host, HOST_FULL)
  end
end
