#include "tests/support/random_trace.h"

#include <map>
#include <random>

namespace lanescope::testing::twins {

namespace {

class Maker { // one thread, nested calls, two devices of two streams each; on a stream one after the other
public:
    explicit Maker(std::uint64_t seed) : m_random(seed) {}
    Events make() {
        m_trace.step(1, 0, 1'500);
        m_trace.step(2, 1'500, 1'500);
        for (std::int64_t at = 20; at < 2'900; at += 120)
            if (at + 115 < 1'500 || at >= 1'500) operatorAt(at); // none across the steps
        Events out;
        for (std::size_t i = 0; i < m_trace.size(); ++i) out.push_back(m_trace.event(i));
        for (const auto& [index, bytes] : m_bytes) out[index].args = {{ArgField::Bytes, bytes, {}}};
        std::shuffle(out.begin(), out.end(), m_random); // the order of the file has no say
        return out;
    }

private:
    std::int64_t below(std::uint64_t n) { return static_cast<std::int64_t>(m_random() % n); }
    void operatorAt(std::int64_t at) {
        const bool inRange = below(3) == 0;
        if (inRange) m_trace.op("range" + std::to_string(below(2)), at, 110, "1", Role::UserAnnotation);
        Event op;
        op.pid = "host";
        op.name = below(2) == 0 ? "aten::mm" : "aten::outer";
        op.start = at + 2;
        op.duration = 100;
        if (op.name == "aten::mm") {
            const std::string n = std::to_string(2 + below(3));
            op.args = {{ArgField::InputDims, 0, "[[4, " + n + "], [" + n + ", 8]]"},
                       {ArgField::InputTypes, 0, R"(["float", "float"])"}};
        }
        m_trace.add(op);
        m_trace.op("aten::inner", at + 10, 60);
        callAt(at + 12, 10);
        callAt(at + 30, 25);
        callAt(at + 75, 15);
    }
    void callAt(std::int64_t at, std::int64_t duration) {
        if (below(5) == 0) {
            m_trace.call(at, duration, 0, "cudaStreamSynchronize");
            return;
        }
        m_trace.call(at, duration, ++m_correlation);
        const int pieces = below(8) == 0 ? 2 : 1; // two: a graph
        for (int i = 0; i < pieces; ++i) {
            const std::int64_t device = below(2), stream = 7 + below(2);
            std::int64_t& free = m_free[{device, stream}];
            const std::int64_t start = std::max(free, at + 3 + below(40)) + below(5);
            const std::int64_t duration_ = 1 + below(90);
            free = start + duration_ + 1;
            const std::int64_t which = below(5); // one kind per name, as in real traces
            const WorkKind kinds[] = {WorkKind::Gemm, WorkKind::Elementwise, WorkKind::Communication, WorkKind::Norm,
                                      WorkKind::Memory};
            const char* names[] = {"gemm", "add", "ncclDevKernel_AllReduce", "norm", "Memcpy HtoD (Pinned -> Device)"};
            const std::size_t index = m_trace.kernel(device, stream, start, duration_, kinds[which],
                                                     below(12) == 0 ? 0 : m_correlation, names[which]);
            if (kinds[which] != WorkKind::Memory) continue;
            m_bytes[index] = 64 * (1 + below(9));
        }
    }
    std::mt19937_64 m_random;
    WorkStore m_trace;
    std::uint64_t m_correlation = 0;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> m_free;
    std::map<std::size_t, std::int64_t> m_bytes; // by index of the event
};

} // namespace

Events randomTrace(std::uint64_t seed) { return Maker(seed).make(); }

std::shared_ptr<const TraceStore> storeOf(const Events& events) {
    WorkStore t;
    for (const Event& e : events) t.add(e);
    return t.build();
}

std::string jsonOf(const Events& events) {
    std::string out;
    for (const Event& e : events) {
        const char* category = e.role == Role::Runtime          ? "cuda_runtime"
                               : e.role == Role::UserAnnotation ? "user_annotation"
                               : e.role == Role::Kernel         ? "kernel"
                               : e.role == Role::Memcpy         ? "gpu_memcpy"
                                                                : "cpu_op";
        std::string args;
        const auto arg = [&args](const char* key, const std::string& value) {
            args += (args.empty() ? "\"" : ",\"") + std::string(key) + "\":" + value;
        };
        if (e.correlation != 0) arg("correlation", std::to_string(e.correlation));
        if (e.device) arg("device", std::to_string(*e.device));
        if (e.stream) arg("stream", std::to_string(*e.stream));
        for (const WorkStore::Arg& a : e.args) {
            if (a.field == ArgField::Bytes) arg("bytes", std::to_string(a.number));
            if (a.field == ArgField::InputDims) arg("Input Dims", a.text);
            if (a.field == ArgField::InputTypes) arg("Input type", a.text);
        }
        const auto us = [](std::int64_t ns) {
            const std::string rest = std::to_string(1'000 + ns % 1'000).substr(1);
            return std::to_string(ns / 1'000) + "." + rest;
        };
        const bool host = !isWork(e);
        out += out.empty() ? "" : ",\n";
        out += R"({"ph":"X","cat":")" + std::string(category) + R"(","name":")" + e.name + R"(","pid":)" +
               (host ? std::string("100") : std::to_string(*e.device)) + R"(,"tid":)" +
               (host ? e.tid : std::to_string(*e.stream)) + R"(,"ts":)" + us(e.start) + R"(,"dur":)" + us(e.duration) +
               R"(,"args":{)" + args + "}}";
    }
    return out;
}

} // namespace lanescope::testing::twins
