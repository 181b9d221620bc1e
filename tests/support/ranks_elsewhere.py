#!/usr/bin/env python3
"""Traces of several ranks from a simulation of its own, in other shapes than `lanescope-cli synth`, with their truth.

  ranks_elsewhere.py OUT shape=fsdp ranks=4 straggler=2 cause=late-input seed=1 strength=1 ...

Shapes: ddp (gradients beside backward), fsdp (gathers before each layer, back to back), tpdp (tensor pairs, data
parallel across them), moe (all-to-all around experts), late (one exchange at the end), pipe (stages, sends and receives).
OUT/truth.json: who is late by the definition (METRICS 7) on true times, how near that is to its limits, and where the
begin, middle and end of each recording lie on the reference's clock.
"""
import collections
import json
import os
import random
import sys

DEFAULTS = dict(shape="ddp", ranks=4, steps=6, layers=4, seed=1, straggler=-1, cause="none", strength=1.0, sync=1, seqs=1,
                shapes=1, marks=1, offset=2.0, drift=0.0, missing="", shifted=0, endjitter=200, queue=200, kernels=0, noise=0.0)


class Rank:
    def __init__(self, job, number):
        self.job, self.number = job, number
        self.random = random.Random(job.seed * 977 + number)
        self.host, self.free, self.starts = 0, collections.defaultdict(int), []
        self.events, self.collectives, self.marks = [], [], []
        self.seq = collections.defaultdict(int)
        self.correlation = self.external = 1
        self.step = 0
        self.gpu = self.slow_host = self.work = 1.0
        self.load, self.more_kernels = 0, 0

    def vary(self, ns, by=0.01):
        return max(1, int(ns * (1 + by * (self.random.random() - 0.5))))

    def event(self, cat, name, pid, tid, begin, end, args):
        self.events.append((self.step, cat, name, pid, tid, begin, end, args))

    def on_host(self, cat, name, begin, args):
        self.event(cat, name, 1000 + self.number, 1000 + self.number, begin, self.host, args)

    def spend(self, ns):
        self.host += self.vary(ns * self.slow_host, 0.05)

    def call(self, name, ns):
        begin = self.host
        if name == "cudaLaunchKernel" and len(self.starts) > self.job.queue:
            self.host = max(self.host, self.starts[-self.job.queue])
        self.spend(ns)
        self.correlation += 1
        self.on_host("cuda_runtime", name, begin, {"correlation": self.correlation})
        return self.correlation

    def kernel(self, name, ns, dims, operator="aten::mm", cat="kernel"):
        begin, external = self.host, self.external
        self.external += 1
        self.spend(6000)
        correlation = self.call("cudaLaunchKernel" if cat == "kernel" else "cudaMemcpyAsync", 3500)
        start = max(self.host + 1200, self.free[7])
        self.starts.append(start)
        self.free[7] = start + self.vary(ns * (self.gpu if cat == "kernel" else 1))
        self.event(cat, name, 0, 7, start, self.free[7],
                   {"device": 0, "stream": 7, "correlation": correlation, "External id": external})
        self.spend(1500)
        args = {"External id": external}
        if self.job.shapes:
            args.update({"Input Dims": dims, "Input type": ["float"] * len(dims)})
        self.on_host("cpu_op", operator, begin, args)

    def wait(self, stream, other):
        self.free[stream] = max(self.free[stream], self.free[other])

    NAMES = dict(all_reduce=("allreduce", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)"),
                 all_gather=("_allgather_base", "ncclDevKernel_AllGather_RING_LL(x)"),
                 reduce_scatter=("_reduce_scatter_base", "ncclDevKernel_ReduceScatter_Sum_f32_RING_LL(x)"),
                 all_to_all=("all_to_allv", "ncclDevKernel_SendRecv(x)"), send=("send", "ncclDevKernel_SendRecv(x)"),
                 recv=("recv", "ncclDevKernel_SendRecv(x)"))

    def together(self, kind, group, members, size, stream=20):
        """Yields its arrival, is given the end."""
        members = tuple(members)
        self.spend(8000)
        correlation = self.call("cudaLaunchKernel", 4000)
        start = max(self.host + 1500, self.free[stream])
        self.starts.append(start)
        end = yield (kind, group, members, start, size)
        self.free[stream] = end
        number = self.seq[(group, members)]
        self.seq[(group, members)] += 1
        transfer = kind in ("send", "recv")
        self.collectives.append((self.step, start, group, members, number, transfer))
        elements = size // 4
        args = {"device": 0, "stream": stream, "correlation": correlation, "Collective name": self.NAMES[kind][0],
                "In msg nelems": elements // len(members) if kind == "all_gather" else elements,
                "Out msg nelems": elements // len(members) if kind == "reduce_scatter" else elements,
                "Group size": len(members), "dtype": "Float", "Process Group Name": group,
                "Process Group Ranks": str(list(members))}
        if self.job.seqs:
            args["Seq"] = number
        if transfer:
            other = [m for m in members if m != self.number][0]
            args["Dst Rank"], args["Src Rank"] = (other, self.number) if kind == "send" else (self.number, other)
        self.event("kernel", self.NAMES[kind][1], 0, stream, start, end, args)
        self.spend(2000)

    def end_step(self):
        self.kernel("adam", 150000, [[1024, 1024]], "aten::adam")
        if self.job.sync:
            begin = self.host
            self.host = max([self.host] + list(self.free.values())) + 3000
            self.correlation += 1
            self.on_host("cuda_runtime", "cudaStreamSynchronize", begin, {"correlation": self.correlation})

    def begin_step(self, number):
        self.step = number
        self.marks.append(self.host)
        begin = self.host
        self.host += self.vary(120000, 0.1) + self.load
        self.on_host("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", begin, {})
        self.kernel("Memcpy HtoD (Pinned -> Device)", 30000, [[8, 128]], "aten::copy_", "gpu_memcpy")

    def layer(self, scale=1.0):
        dims = [[int(2048 * self.work), 1024], [1024, 1024]]
        for i, ns in enumerate((90000, 45000, 160000, 30000)):
            self.kernel("gemm_%d" % i, ns * scale * self.work, dims)
        for _ in range(self.more_kernels):
            self.kernel("extra_elementwise", 60000 * scale, [[2048, 1024]], "aten::mul")


def ddp(rank, job):
    for k in range(job.steps):
        rank.begin_step(k)
        for _ in range(job.layers):
            rank.layer()
        for _ in range(job.layers):
            rank.layer(1.8)
            rank.wait(20, 7)
            yield from rank.together("all_reduce", "0", range(job.ranks), 30_000_000)
        rank.wait(7, 20)
        rank.end_step()


def fsdp(rank, job):
    for k in range(job.steps):
        rank.begin_step(k)
        for scale in (1.0, 1.8):
            for _ in range(job.layers):
                yield from rank.together("all_gather", "0", range(job.ranks), 40_000_000)
                rank.wait(7, 20)
                rank.layer(scale)
                if scale > 1:
                    rank.wait(21, 7)
                    yield from rank.together("reduce_scatter", "1", range(job.ranks), 40_000_000, 21)
        rank.wait(7, 21)
        rank.end_step()


def tpdp(rank, job):
    first = rank.number // 2 * 2
    for k in range(job.steps):
        rank.begin_step(k)
        for scale in (1.0, 1.8):
            for _ in range(job.layers):
                rank.layer(scale)
                rank.wait(20, 7)
                yield from rank.together("all_reduce", "tp%d" % first, (first, first + 1), 8_000_000)
                rank.wait(7, 20)
        across = [r for r in range(job.ranks) if r % 2 == rank.number % 2]
        if len(across) > 1:
            rank.wait(22, 7)
            yield from rank.together("all_reduce", "dp%d" % (rank.number % 2), across, 60_000_000, 22)
            rank.wait(7, 22)
        rank.end_step()


def moe(rank, job):
    for k in range(job.steps):
        rank.begin_step(k)
        for scale in (1.0, 1.8):
            for _ in range(job.layers):
                rank.layer(scale)
                for size in (10_000_000 + 1000 * rank.random.randrange(3000), 10_000_000):
                    rank.wait(20, 7)
                    yield from rank.together("all_to_all", "ep", range(job.ranks), size)
                    rank.wait(7, 20)
                    rank.kernel("expert", 100000 * rank.work, [[int(2048 * rank.work), 1024], [1024, 1024]])
        rank.wait(22, 7)
        yield from rank.together("all_reduce", "dp", range(job.ranks), 60_000_000, 22)
        rank.wait(7, 22)
        rank.end_step()


def late(rank, job):
    for k in range(job.steps):
        rank.begin_step(k)
        for scale in (1.0, 1.8):
            for _ in range(job.layers):
                rank.layer(scale)
        rank.wait(20, 7)
        yield from rank.together("all_reduce", "0", range(job.ranks), 200_000_000)
        rank.wait(7, 20)
        rank.end_step()


def pipe(rank, job):
    """Two replicas of ranks / 2 stages; all forward passes, then all backward ones."""
    stages = job.ranks // 2
    stage, replica = rank.number % stages, rank.number // stages

    def pair(stage_of_first):
        return (stage_of_first + replica * stages, stage_of_first + 1 + replica * stages)

    for k in range(job.steps):
        rank.begin_step(k)
        for _ in range(4):
            if stage > 0:
                yield from rank.together("recv", "pp", pair(stage - 1), 4_000_000, 30)
                rank.wait(7, 30)
            rank.layer()
            if stage < stages - 1:
                rank.wait(31, 7)
                yield from rank.together("send", "pp", pair(stage), 4_000_000, 31)
        for _ in range(4):
            if stage < stages - 1:
                yield from rank.together("recv", "pq", pair(stage), 4_000_000, 32)
                rank.wait(7, 32)
            rank.layer(1.8)
            if stage > 0:
                rank.wait(33, 7)
                yield from rank.together("send", "pq", pair(stage - 1), 4_000_000, 33)
        rank.wait(20, 7)
        yield from rank.together("all_reduce", "dp%d" % stage, (stage, stage + stages), 60_000_000)
        rank.wait(7, 20)
        rank.end_step()


class Job:
    def __init__(self, **options):
        self.__dict__.update(DEFAULTS)
        for key, value in options.items():
            self.__dict__[key] = type(DEFAULTS[key])(value)
        draw = self.random = random.Random(self.seed)
        self.absent = [int(r) for r in self.missing.split(",") if r]
        self.all = [Rank(self, r) for r in range(self.ranks)]
        self.clock = [int((draw.random() * 2 - 1) * self.offset * 1e9) for _ in self.all]
        self.ppb = [int((draw.random() * 2 - 1) * self.drift * 1000) for _ in self.all]
        self.window = [(draw.randrange(2), self.steps - draw.randrange(2)) if self.shifted else (0, self.steps) for _ in self.all]
        for rank in self.all:
            rank.gpu *= 1 + self.noise * rank.random.random()
        if self.straggler >= 0:
            self.make_late(self.all[self.straggler])
        self.run()

    def make_late(self, rank):
        if self.cause == "slow-compute":
            rank.gpu = 1 + 0.25 * self.strength
        if self.cause == "more-work" and self.kernels:
            rank.more_kernels = self.kernels
        elif self.cause == "more-work":
            rank.work = 1 + 0.25 * self.strength
        if self.cause == "late-host":
            rank.slow_host = 1 + 6 * self.strength
        if self.cause == "late-input":
            rank.load = int(3_000_000 * self.strength)

    def run(self):
        shapes = dict(ddp=ddp, fsdp=fsdp, tpdp=tpdp, moe=moe, late=late, pipe=pipe)
        programs = [shapes[self.shape](rank, self) for rank in self.all]
        waiting, ready = collections.defaultdict(list), collections.deque((r, None) for r in range(self.ranks))
        while ready:
            r, end = ready.popleft()
            try:
                kind, group, members, start, size = programs[r].send(end)
            except StopIteration:
                continue
            here = waiting[(group, members, self.all[r].seq[(group, members)])]
            here.append((r, start, size))
            if len(here) == len(members):
                end = max(s for _, s, _ in here) + 15000 + int(max(n for _, _, n in here) / 200)
                for other, _, _ in here:
                    ready.append((other, end + self.random.randrange(self.endjitter + 1)))
        for rank in self.all:
            rank.marks.append(rank.host)

    def local(self, r, true_ns):
        return true_ns + 5_000_000_000_000 + self.clock[r] + true_ns * self.ppb[r] // 10**9

    def write(self, out):
        os.makedirs(out, exist_ok=True)
        for r, rank in enumerate(self.all):
            if r in self.absent:
                continue
            lines, (first, last) = [], self.window[r]

            def put(cat, name, pid, tid, begin, end, args):
                a, b = self.local(r, begin), self.local(r, end)
                lines.append('{"ph":"X","cat":"%s","name":%s,"pid":%d,"tid":%d,"ts":%d.%03d,"dur":%d.%03d,"args":%s}' % (
                    cat, json.dumps(name), pid, tid, a // 1000, a % 1000, (b - a) // 1000, (b - a) % 1000, json.dumps(args)))

            for k in range(first, last) if self.marks else ():
                put("user_annotation", "ProfilerStep#%d" % (k + 7), 1000 + r, 1000 + r, rank.marks[k], rank.marks[k + 1] - 1, {})
            for step, cat, name, pid, tid, begin, end, args in rank.events:
                if first <= step < last:
                    put(cat, name, pid, tid, begin, end, args)
            head = {"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "G", "totalGlobalMem": 80000000000}],
                    "distributedInfo": {"backend": "nccl", "rank": r, "world_size": self.ranks}, "baseTimeNanoseconds": 0}
            with open("%s/rank%d.json" % (out, r), "w") as file:
                file.write(json.dumps(head)[:-1] + ',"traceEvents":[\n' + ",\n".join(lines) + "]}")
        with open(out + "/truth.json.txt", "w") as file:  # a name that no folder of traces takes
            json.dump(self.truth(), file)

    def matched(self):
        """(time of the first start, starts by rank) of collectives that at least two recorded."""
        found = collections.defaultdict(dict)
        for r, rank in enumerate(self.all):
            for step, start, group, members, number, transfer in rank.collectives:
                if r not in self.absent and not transfer and self.window[r][0] <= step < self.window[r][1]:
                    found[(group, members, number)][r] = start
        used = sorted((min(s.values()), list(s.items())) for s in found.values() if len(s) > 1)
        return used[1:] if len(used) > 10 else used

    def truth(self):
        wait, last, part = collections.Counter(), collections.Counter(), collections.Counter()
        for _, starts in self.matched():
            latest = max(s for _, s in starts)
            for r, start in starts:
                wait[r] += latest - start
                part[r] += 1
                last[r] += start == latest
        out = dict(simulated=self.straggler if self.cause != "none" else None, cause=self.cause, by_rule=None, least=None,
                   share=0.0, lost=0.0, clocks={})
        if len(wait) > 1:
            least = min(wait, key=lambda r: (wait[r], r))
            others = [wait[r] for r in wait if r != least]
            first, end = self.window[least]
            out["least"], out["share"] = least, last[least] / part[least]
            out["lost"] = (sum(others) / len(others) - wait[least]) / (self.all[least].marks[end] - self.all[least].marks[first])
            if out["share"] >= 0.5 and out["lost"] > 0.01:
                out["by_rule"] = least
        present = [r for r in range(self.ranks) if r not in self.absent]
        for r in present:
            a, b = (self.all[r].marks[m] for m in self.window[r])
            out["clocks"][str(r)] = [[self.local(r, t), self.local(present[0], t)] for t in (a, (a + b) // 2, b)]
        return out


if __name__ == "__main__":
    Job(**dict(word.split("=", 1) for word in sys.argv[2:])).write(sys.argv[1])
