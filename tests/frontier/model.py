"""What a frontier does, written as plainly as can be: one list of addresses, looked through for every answer."""

from dataclasses import dataclass, replace

from lorehound.frontier.contract import HostPolicy
from lorehound.model.page import Candidate


@dataclass
class Address:
    candidate: Candidate
    order: int
    state: str = "waiting"
    due: float = 0.0
    worker: str = ""
    outcome: str = ""


class Model:
    def __init__(self, clock):
        self.clock = clock
        self.addresses: list[Address] = []
        self.orders = 0
        self.last_at: dict[str, float] = {}
        self.blocked: dict[str, float] = {}

    def find(self, candidate):
        for address in self.addresses:
            if (address.candidate.topic, address.candidate.key) == (candidate.topic, candidate.key):
                return address
        return None

    def count(self, states, host=None, topic=None):
        return sum(
            a.state in states and host in (None, a.candidate.host) and topic in (None, a.candidate.topic)
            for a in self.addresses
        )

    def put(self, candidate, host_budget):
        address = self.find(candidate)
        if address is None:
            if host_budget and self.count(("leased", "done"), candidate.host, candidate.topic) >= host_budget:
                return "host_budget"
            self.orders += 1
            self.addresses.append(Address(candidate, self.orders))
            return "added"
        if address.state == "done" and candidate.kind in ("seed", "revisit"):
            self.orders += 1
            address.candidate, address.order, address.state = candidate, self.orders, "waiting"
            return "added"
        old = address.candidate
        if address.state in ("waiting", "later") and candidate.score > old.score:
            if old.kind == "link":
                address.candidate = replace(candidate, url=old.url, host=old.host, tries=old.tries)
            else:
                address.candidate = replace(old, score=candidate.score)
        return "known"

    def bring_back(self):
        for address in self.addresses:
            if address.state in ("later", "leased") and address.due <= self.clock():
                address.state = "waiting"

    def sorted(self, topic, states=("waiting",)):
        chosen = [a for a in self.addresses if a.candidate.topic == topic and a.state in states]
        return sorted(chosen, key=lambda a: (-a.candidate.score, a.order))

    def may_be_asked(self, host, topic, policy: HostPolicy):
        return (
            self.blocked.get(host, 0) <= self.clock()
            and self.last_at.get(host, float("-inf")) + policy.delay <= self.clock()
            and self.count(("leased",), host) < policy.concurrency
            and not self.used_up(host, topic, policy)
        )

    def used_up(self, host, topic, policy):
        return policy.max_pages and self.count(("leased", "done"), host, topic) >= policy.max_pages

    def lease(self, topic, worker, n, policy, rank, seconds, pool=256):
        self.bring_back()
        if rank:
            askable = [a for a in self.sorted(topic) if self.may_be_asked(a.candidate.host, topic, policy)][:pool]
            for address, score in zip(askable, rank([a.candidate for a in askable]), strict=True):
                address.candidate = replace(address.candidate, score=score)
            best = sorted(askable, key=lambda a: (-a.candidate.score, a.order))
        else:
            best = self.sorted(topic)
        out = []
        for address in best:
            host = address.candidate.host
            if len(out) < n and self.may_be_asked(host, topic, policy):
                address.state, address.worker, address.due = "leased", worker, self.clock() + seconds
                self.last_at[host] = self.clock()
                out.append(address.candidate)
        return out

    def wait(self, topic, policy):
        now = self.clock()
        times = [now + 1] if self.count(("leased",), topic=topic) else []
        for address in self.sorted(topic, ("waiting", "later")):
            host = address.candidate.host
            if self.used_up(host, topic, policy):
                continue
            if address.state == "later":
                times.append(address.due)
            elif self.count(("leased",), host) >= policy.concurrency:
                times.append(now + 1)
            else:
                times.append(max(self.last_at.get(host, 0.0) + policy.delay, self.blocked.get(host, 0.0)))
        return max(0.0, min(times) - now) if times else None

    def done(self, candidate, outcome):
        address = self.find(candidate)
        if address and address.state != "done":
            address.state, address.outcome = "done", outcome

    def retry(self, candidate, not_before):
        address = self.find(candidate)
        if address and address.state == "leased":
            address.state, address.due = "later", not_before
            address.candidate = replace(address.candidate, tries=address.candidate.tries + 1)

    def release(self, worker):
        held = [a for a in self.addresses if a.state == "leased" and a.worker == worker]
        for address in held:
            address.state = "waiting"
        return len(held)

    def forget(self, topic, keys):
        gone = [a for a in self.addresses if a.candidate.topic == topic and (keys is None or a.candidate.key in keys)]
        self.addresses = [a for a in self.addresses if a not in gone]
        return len(gone)
