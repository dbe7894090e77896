-- ARGV: frontier, host, until, reason.
local lost = begin(ARGV[1])
if lost then return lost end
call('HSET', key('host', ARGV[2]), 'block', ARGV[3], 'reason', ARGV[4])
wake_host(ARGV[2], -NEVER)
