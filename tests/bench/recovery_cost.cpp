// What the checks against broken text cost on the clean path: the same file on one thread, in turn through the reader
// and through the reader built without them. "load" is from the file to the store, "reader" from text in memory to
// events. Processor time, best of N and the median of the pairs.   bench_recovery_cost TRACE [PAIRS]
#include "core/build/trace_builder.h"
#include "core/readers/chrome_json/chrome_json_reader.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

// In trusting_reader.cpp.
lanescope::Result<lanescope::TraceInfo> loadTrusting(lanescope::io::InputFile& input, lanescope::EventSink& sink,
                                                     lanescope::RunContext& context);

namespace {

using namespace lanescope;

class CountingSink final : public EventSink {
public:
    void consume(const RawBatch& batch) override { events += batch.events.size(); }
    void finish(const TraceInfo&, const OddityList& oddities) override { strange += oddities.total(); }
    std::uint64_t events = 0, strange = 0;
};

double cpuSeconds() {
    std::timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

class TextInput final : public io::InputFile {
public:
    explicit TextInput(std::string_view text) : m_text(text) {}
    Result<std::size_t> read(std::span<char> out) override {
        const std::size_t size = std::min(out.size(), m_text.size() - m_at);
        std::copy_n(m_text.data() + m_at, size, out.data());
        m_at += size;
        return size;
    }
    std::uint64_t compressedRead() const override { return m_at; }
    std::uint64_t compressedSize() const override { return m_text.size(); }
    io::Compression compression() const override { return io::Compression::None; }
    const OddityList& oddities() const override { return m_oddities; }
    std::shared_ptr<const io::TextAccess> takeTextAccess() override { return nullptr; }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    OddityList m_oddities;
};

std::string wholeText(const char* path) {
    auto input = io::openInput(path, {});
    std::string text, piece(std::size_t{1} << 20, '\0');
    while (input.ok()) {
        const auto got = (*input)->read(piece);
        if (!got.ok() || *got == 0) break;
        text.append(piece, 0, *got);
    }
    return text;
}

enum class Which { Reading, Trusting };

void demand(bool ok, const char* what) {
    if (ok) return;
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
}

double once(Which which, io::InputFile& input, EventSink& sink, TraceBuilder* builder) {
    RunContext context;
    readers::ReadOptions options;
    options.threads = 1;
    const double before = cpuSeconds();
    const auto result = which == Which::Reading ? readers::loadChromeJson(input, {}, sink, options, context, {})
                                                : loadTrusting(input, sink, context);
    demand(result.ok(), "cannot be loaded");
    if (builder != nullptr) demand(builder->takeStore(context).ok(), "cannot be built");
    return cpuSeconds() - before;
}

// Only the reader, from text in memory.
double readOnly(Which which, std::string_view text) {
    TextInput input(text);
    CountingSink sink;
    const double took = once(which, input, sink, nullptr);
    demand(sink.strange == 0, "not a sound trace");
    return took;
}

// From the file to the store.
double loadWhole(Which which, const char* path) {
    auto input = io::openInput(path, {});
    demand(input.ok(), "cannot be opened");
    TraceBuilder builder({});
    return once(which, **input, builder, &builder);
}

void compare(const char* what, int pairs, const std::function<double(Which)>& run) {
    double best[2] = {1e9, 1e9};
    std::vector<double> ratios;
    for (int i = 0; i < pairs; ++i) {
        double took[2] = {};
        for (const int k : {i % 2, 1 - i % 2}) {
            took[k] = run(k == 0 ? Which::Reading : Which::Trusting);
            best[k] = std::min(best[k], took[k]);
        }
        ratios.push_back(took[0] / took[1]);
    }
    std::sort(ratios.begin(), ratios.end());
    std::printf("%-6s %.1f ms with checks, %.1f ms without (best of %d): %+.2f %%; median of the pairs %+.2f %%\n",
                what, best[0] * 1e3, best[1] * 1e3, pairs, (best[0] / best[1] - 1) * 100,
                (ratios[ratios.size() / 2] - 1) * 100);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const std::string text = wholeText(argv[1]);
    const int pairs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 20;
    compare("load", pairs, [&](Which which) { return loadWhole(which, argv[1]); });
    compare("reader", pairs, [&](Which which) { return readOnly(which, text); });
    return 0;
}
