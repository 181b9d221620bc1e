#include "tests/support/slow_builder.h"

#include "core/build/roles.h"

#include <algorithm>
#include <map>
#include <set>

namespace lanescope::testing {
namespace {

using Slices = std::vector<PlainSlice>;

TrackRole trackRole(const PlainSlice& s) { return build::trackRoleOf(build::roleOfCategory(s.category)); }
bool sameThread(const PlainSlice& a, const PlainSlice& b) { return a.pid == b.pid && a.tid == b.tid; }
bool isFrame(const PlainSlice& s) { return s.category == "python_function"; }

bool contains(const PlainSlice& p, const PlainSlice& c) {
    return p.start <= c.start && c.end() <= p.end() && (c.start < p.end() || c.start == p.start);
}

// A thread's frames go by ids when any of them names a caller.
bool threadGoesByIds(const Slices& all, const PlainSlice& of) {
    return std::any_of(all.begin(), all.end(),
                       [&](const PlainSlice& s) { return isFrame(s) && sameThread(s, of) && s.pythonParent; });
}

enum class Caller { ByTime, Root, Known };
struct CallerOf {
    Caller how = Caller::ByTime;
    std::size_t index = 0;
};

CallerOf callerById(const Slices& all, std::size_t i) {
    const PlainSlice& s = all[i];
    if (!isFrame(s) || !s.pythonId || !threadGoesByIds(all, s)) return {};
    if (!s.pythonParent) return {Caller::Root, 0};
    for (std::size_t k = 0; k < all.size(); ++k)
        if (k != i && isFrame(all[k]) && sameThread(all[k], s) && all[k].pythonId == s.pythonParent)
            return {Caller::Known, k};
    return {};
}

struct Frames {
    std::vector<CallerOf> caller;
    std::vector<int> depth;
};

// Callers first: a frame that starts inside its caller and ends after it is cut; one that starts elsewhere goes by
// time.
Frames settleFrames(Slices& all) {
    Frames f;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].shownDuration = all[i].duration;
        f.caller.push_back(callerById(all, i));
    }
    f.depth.assign(all.size(), -1);
    const auto settle = [&](auto&& self, std::size_t i) -> void {
        if (f.depth[i] >= 0) return;
        f.depth[i] = 0;
        if (f.caller[i].how != Caller::Known) return;
        const std::size_t p = f.caller[i].index;
        self(self, p);
        PlainSlice &c = all[i], &parent = all[p];
        const bool inside = c.start >= parent.start && (c.start < parent.end() || c.start == parent.start);
        if (!inside) {
            f.caller[i] = {};
            return;
        }
        f.depth[i] = f.depth[p] + 1;
        c.shownDuration = std::min(c.end(), parent.end()) - c.start;
    };
    for (std::size_t i = 0; i < all.size(); ++i) settle(settle, i);
    return f;
}

// By start, longer first, as in the file; where a frame stands before its caller of the same span, the frames of that
// span stand in the order of their calls, on the places they have.
std::vector<std::size_t> openingOrder(const Slices& all, const Frames& frames) {
    std::vector<std::size_t> order(all.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (all[a].start != all[b].start) return all[a].start < all[b].start;
        return all[a].shownDuration > all[b].shownDuration;
    });
    std::map<std::vector<std::int64_t>, std::vector<std::size_t>> places; // of frames, by thread and span
    for (std::size_t at = 0; at < order.size(); ++at) {
        const PlainSlice& s = all[order[at]];
        if (frames.caller[order[at]].how == Caller::ByTime) continue;
        places[{s.pid, s.tid, s.start, s.shownDuration}].push_back(at);
    }
    for (const auto& [key, at] : places) {
        std::vector<std::size_t> who;
        for (const std::size_t place : at) who.push_back(order[place]);
        // Only where a frame stands before its caller.
        const auto isEarly = [&](std::size_t frame) {
            const CallerOf& caller = frames.caller[frame];
            return caller.how == Caller::Known && caller.index > frame &&
                   std::find(who.begin(), who.end(), caller.index) != who.end();
        };
        if (std::none_of(who.begin(), who.end(), isEarly)) continue;
        std::stable_sort(who.begin(), who.end(),
                         [&](std::size_t a, std::size_t b) { return frames.depth[a] < frames.depth[b]; });
        for (std::size_t i = 0; i < at.size(); ++i) order[at[i]] = who[i];
    }
    return order;
}

void findParents(Slices& all, const Frames& frames, const std::vector<std::size_t>& order) {
    for (std::size_t at = 0; at < order.size(); ++at) {
        PlainSlice& c = all[order[at]];
        const CallerOf& caller = frames.caller[order[at]];
        std::optional<std::size_t> best;
        for (std::size_t before = 0; before < at; ++before) {
            const std::size_t k = order[before];
            const PlainSlice& p = all[k];
            if (!sameThread(p, c) || !contains(p, c)) continue;
            // Two frames that both go by ids are related by ids only.
            const bool byIds = caller.how != Caller::ByTime && frames.caller[k].how != Caller::ByTime;
            if (byIds) continue;
            const auto rank = [&](std::size_t i) { return std::make_tuple(-all[i].shownDuration, all[i].start, i); };
            if (!best || rank(k) > rank(*best)) best = k;
        }
        if (caller.how == Caller::Known && (!best || all[caller.index].shownDuration <= all[*best].shownDuration))
            best = caller.index;
        c.parent = best;
    }
}

void findLanes(Slices& all, const std::vector<std::size_t>& order) {
    std::vector<std::size_t> placed;
    for (const std::size_t i : order) {
        PlainSlice& s = all[i];
        std::uint32_t lane = 0;
        for (auto up = s.parent; up; up = all[*up].parent) {
            if (trackRole(all[*up]) != trackRole(s)) continue;
            lane = all[*up].lane + 1;
            break;
        }
        const auto taken = [&](std::uint32_t candidate) {
            return std::any_of(placed.begin(), placed.end(), [&](std::size_t k) {
                return sameThread(all[k], s) && trackRole(all[k]) == trackRole(s) && all[k].lane == candidate &&
                       all[k].end() > s.start;
            });
        };
        while (taken(lane)) ++lane;
        s.lane = lane;
        placed.push_back(i);
    }
}

void findLaunches(Slices& all) {
    for (PlainSlice& work : all) {
        const bool isGpu = trackRole(work) == TrackRole::Stream || trackRole(work) == TrackRole::GpuSyncs;
        if (!isGpu || work.correlation <= 0) continue;
        const auto rank = [&](std::size_t i) { // runtime first, then the last before the work, else the first
            const bool before = all[i].start <= work.start;
            const auto place = static_cast<std::int64_t>(i);
            return std::make_tuple(all[i].category == "cuda_runtime", before, before ? all[i].start : -all[i].start,
                                   before ? place : -place);
        };
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (trackRole(all[i]) != TrackRole::RuntimeCalls || all[i].correlation != work.correlation) continue;
            if (!work.launch || rank(i) > rank(*work.launch)) work.launch = i;
        }
    }
}

void bindFlows(PlainTrace& trace, const std::vector<std::size_t>& order) {
    for (PlainFlow& flow : trace.flows) {
        for (const std::size_t i : order) {
            const PlainSlice& s = trace.slices[i];
            if (s.pid != flow.pid || s.tid != flow.tid) continue;
            if (flow.phase == 'f' && !flow.enclosing) {
                if (s.start >= flow.time && !flow.slice) flow.slice = i;
            } else if (s.start <= flow.time && (s.end() > flow.time || s.start == flow.time)) {
                flow.slice = i; // the last opened wins
            }
        }
    }
}

std::int64_t below(std::mt19937& random, std::int64_t end) {
    return std::uniform_int_distribution<std::int64_t>(0, end - 1)(random);
}

} // namespace

void PlainTrace::solve() {
    const Frames frames = settleFrames(slices);
    const std::vector<std::size_t> order = openingOrder(slices, frames);
    findParents(slices, frames, order);
    findLanes(slices, order);
    findLaunches(slices);
    bindFlows(*this, order);
}

std::string PlainTrace::text() const {
    std::string out;
    for (const PlainSlice& s : slices) {
        out += s.category + " " + s.name + " " + std::to_string(s.pid) + "/" + std::to_string(s.tid) + " " +
               std::to_string(s.start) + "+" + std::to_string(s.duration);
        if (s.correlation != 0) out += " corr=" + std::to_string(s.correlation);
        if (s.pythonId) out += " pyid=" + std::to_string(*s.pythonId);
        if (s.pythonParent) out += " pyparent=" + std::to_string(*s.pythonParent);
        out += "\n";
    }
    for (const PlainFlow& f : flows)
        out += std::string("!") + f.phase + " ac2g flow " + std::to_string(f.pid) + "/" + std::to_string(f.tid) + " " +
               std::to_string(f.time) + " id=" + std::to_string(f.id) + (f.enclosing ? " bp=e" : "") + "\n";
    return out;
}

PlainTrace randomTrace(std::mt19937& random, const PlainRecipe& recipe) {
    static const std::vector<std::string> kCategories{
        "cpu_op",     "user_annotation", "cuda_runtime",        "cuda_driver", "kernel",
        "gpu_memcpy", "overhead",        "gpu_user_annotation", "cuda_sync"};
    PlainTrace trace;
    for (std::size_t i = 0; i < recipe.slices; ++i) {
        PlainSlice s;
        s.name = "n" + std::to_string(i);
        s.category =
            kCategories[static_cast<std::size_t>(below(random, static_cast<std::int64_t>(kCategories.size())))];
        s.pid = 1;
        s.tid = static_cast<int>(below(random, recipe.threads));
        s.start = below(random, recipe.span);
        const auto rest = static_cast<std::int64_t>(recipe.slices - i);
        const std::int64_t longest =
            recipe.nested ? std::max<std::int64_t>(1, recipe.longest * rest / static_cast<std::int64_t>(recipe.slices))
                          : recipe.longest;
        s.duration = below(random, longest + 1);
        if (below(random, 3) == 0) s.correlation = below(random, 6);
        if (recipe.python && below(random, 2) == 0) {
            s.category = "python_function";
            s.correlation = 0;
            if (below(random, 8) != 0) s.pythonId = static_cast<std::int64_t>(i);
            // Only earlier ids as callers, so that no circle arises; some name nobody.
            if (i > 0 && below(random, 4) != 0) s.pythonParent = below(random, static_cast<std::int64_t>(i) + 2);
            if (s.pythonParent && *s.pythonParent >= static_cast<std::int64_t>(i)) s.pythonParent = 1'000'000;
        }
        trace.slices.push_back(s);
    }
    for (std::size_t i = 0; i < recipe.slices / 3; ++i) {
        PlainFlow f;
        f.pid = 1;
        f.tid = static_cast<int>(below(random, recipe.threads));
        f.phase = "stf"[below(random, 3)];
        f.enclosing = below(random, 2) == 0;
        f.time = below(random, recipe.span + recipe.longest);
        f.id = static_cast<std::int64_t>(i); // all different, to be found again
        trace.flows.push_back(f);
    }
    return trace;
}

} // namespace lanescope::testing
