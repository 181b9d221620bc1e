// What the nine walkthroughs say, and where.
#include "widgets/trainer/walkthroughs.h"

#include <array>

namespace lanescope::trainer {

namespace {

using enum Where;

constexpr std::array kUnoverlapped{
    WalkStep{"Read the steps first",
             "Three ranks of one job on one clock. Every bar above is one step; its height is the step's time, its "
             "colours are the parts: compute, exposed communication, idle.",
             Whole},
    WalkStep{"One step",
             "Forward, backward, optimizer. Look for orange that stands alone: communication with nothing "
             "under it.",
             Step},
    WalkStep{"Communication alone",
             "Here the backward pass is over and the compute stream is empty, while the gradients are exchanged. The "
             "GPU does nothing else: this time is exposed.",
             Evidence},
    WalkStep{"Who is at work",
             "An all-reduce of a gradient bucket. On all ranks it begins and ends nearly together: nobody waits for "
             "anybody, so it is transfer and not a straggler.",
             Slice, "AllReduce"},
    WalkStep{"What shows it",
             "It lies behind the last backward kernel, and little communication runs under compute.",
             Evidence,
             {},
             Says::Measured},
    WalkStep{"What to do",
             "Buckets that are sent while the backward pass still computes cost nothing.",
             Step,
             {},
             Says::Advice}};

constexpr std::array kLaunchBound{
    WalkStep{"Read the steps first", "Bars of one step each: most of each is idle.", Whole},
    WalkStep{"One step", "No long hole, and yet the GPU is idle for most of the time: the holes are between kernels.",
             Evidence},
    WalkStep{"Short kernels", "A kernel takes a few microseconds. Before the next one comes, the GPU waits.", Slice,
             "nvjet"},
    WalkStep{"The host is the slow one",
             "The host calls cudaLaunchKernel back to back. Each kernel starts right after its call: the queue is "
             "empty, the GPU runs as fast as the host can launch.",
             Slice, "cudaLaunchKernel"},
    WalkStep{"What shows it",
             "Kernels are short, late launches are most of the idle time, and the queue is drained.",
             Evidence,
             {},
             Says::Measured},
    WalkStep{"What to do", "Fewer, longer pieces of work per launch.", Step, {}, Says::Advice}};

constexpr std::array kInput{
    WalkStep{"Read the steps first", "Each step has idle time; look where in the step it lies.", Whole},
    WalkStep{"A hole at the start", "The GPU has run out of work around the step's start, every time.", Evidence},
    WalkStep{"What the host does meanwhile",
             "The main thread sits in the data loader's __next__ for nearly all of the hole: the batch is not ready.",
             Slice, "DataLoader"},
    WalkStep{"What shows it",
             "The hole touches the step's boundary, the host loads data for most of it, and it is so in most steps. A "
             "wait at the end of the step before would look alike, but would be owned by the wait.",
             Evidence,
             {},
             Says::Measured},
    WalkStep{"What to do", "The next batch has to be ready before it is asked for.", Step, {}, Says::Advice}};

constexpr std::array kMemory{
    WalkStep{"Read the steps first", "The GPU is busy all the time. Nothing waits, and yet it is slow.", Whole},
    WalkStep{"One step",
             "Look at the kinds: green elementwise, pale softmax and norm kernels take what matrix products "
             "should.",
             Step},
    WalkStep{"A run of passes over memory",
             "Each of these kernels reads a large tensor and writes it again: memory is the limit, not arithmetic.",
             Evidence},
    WalkStep{"One of them", "An elementwise kernel. Its operator's shapes say how many bytes it moves.", Slice,
             "elementwise"},
    WalkStep{"What shows it",
             "Their share of busy time, and bytes over time near the bandwidth of the memory.",
             Evidence,
             {},
             Says::Measured},
    WalkStep{"What to do", "One pass instead of many.", Step, {}, Says::Advice}};

constexpr std::array kStraggler{
    WalkStep{"Several ranks on one clock",
             "Three ranks, their clocks put right by the ends of their all-reduces. From one rank's file alone this "
             "looks like unoverlapped communication.",
             Whole},
    WalkStep{"One step", "Two ranks have long all-reduces, one has short ones.", Step},
    WalkStep{"Waiting, not transfer",
             "These ranks entered the all-reduce and wait in it: nothing moves until the last one comes.", Evidence},
    WalkStep{"The collective", "It ends for all ranks together. Who has the shortest piece came last.", Slice,
             "AllReduce"},
    WalkStep{"What shows it", "One rank waits least and comes last in most collectives.", Evidence, {}, Says::Measured},
    WalkStep{"What to do", "Look at that rank, not at the network.", Step, {}, Says::Advice}};

constexpr std::array kPipeline{
    WalkStep{"Stages of a pipeline", "Three ranks, each a stage of the model, pass microbatches on.", Whole},
    WalkStep{"One step", "Work comes in wedges: the stages fill one after the other, and run empty again.", Step},
    WalkStep{"A bubble", "This stage waits for its neighbour, inside a receive.", Evidence},
    WalkStep{"The exchange", "Sends and receives between neighbours, several in each step.", Slice, "SendRecv"},
    WalkStep{"What shows it",
             "The waiting share is near (p-1)/(m+p-1) for p stages and m microbatches.",
             Evidence,
             {},
             Says::Measured},
    WalkStep{"What to do", "More, smaller microbatches shrink the wedges.", Step, {}, Says::Advice}};

constexpr std::array kSync{
    WalkStep{"Read the steps first", "Idle time in every step, though no hole at its start.", Whole},
    WalkStep{"A gap in the middle of the step", "The GPU runs dry in the forward pass, again and again.", Evidence},
    WalkStep{"The host waits", "cudaStreamSynchronize: the host stops until the GPU has done all it was given.", Slice,
             "Synchronize"},
    WalkStep{"Who asked for it",
             "aten::item: the program wants one number on the host. Only then it can launch more, "
             "and by then the GPU has nothing left to do.",
             Slice, "aten::item"},
    WalkStep{"What shows it",
             "The same wait in most steps, each followed by a gap that a late launch ends.",
             Evidence,
             {},
             Says::Measured},
    WalkStep{"What to do", "Leave numbers on the GPU.", Step, {}, Says::Advice}};

constexpr std::array kAllocator{
    WalkStep{"Read the steps first", "Every step loses time, the later ones as well.", Whole},
    WalkStep{"A gap", "The GPU is idle, and work starts again only when the host comes back.", Evidence},
    WalkStep{"Memory is given back", "cudaFree waits for the whole device before it frees.", Slice, "cudaFree"},
    WalkStep{"And asked for again", "cudaMalloc, in a steady step: the pool should have had it.", Slice, "cudaMalloc"},
    WalkStep{"What shows it",
             "Allocation calls after warm-up, with gaps in or right after them, in most steps.",
             Evidence,
             {},
             Says::Measured},
    WalkStep{"What to do", "Let the pool keep what it has.", Step, {}, Says::Advice}};

constexpr std::array kHealthy{
    WalkStep{"Read the steps first", "Equal bars, nearly all of each is compute.", Whole},
    WalkStep{"One step", "No holes: the queue of launches is deep, so the GPU never waits for the host.", Step},
    WalkStep{"Communication is hidden",
             "Gradients are exchanged while the backward pass computes. It takes time, but costs none.", Slice,
             "AllReduce"},
    WalkStep{"What shows it",
             "Healthy needs positive evidence too, not only that nothing was found.",
             Step,
             {},
             Says::Measured},
    WalkStep{"What to do", "More speed is inside the kernels now.", Slice, "nvjet", Says::Advice}};

constexpr Walkthrough kAll[] = {
    {"unoverlapped-allreduce", 3, 1.2, kUnoverlapped},
    {"launch-bound", 3, 1.5, kLaunchBound},
    {"input-starvation", 3, 1.0, kInput},
    {"memory-bound", 3, 1.5, kMemory},
    {"straggler", 3, 1.5, kStraggler},
    {"pipeline-bubbles", 3, 1.0, kPipeline},
    {"sync-stalls", 3, 1.0, kSync},
    {"allocator-stalls", 3, 1.0, kAllocator},
    {"healthy", 3, 1.0, kHealthy},
};

} // namespace

std::span<const Walkthrough> walkthroughs() { return kAll; }

} // namespace lanescope::trainer
