#include "app/render/parts/ranks_source.h"

#include "app/render/parts/picture_source.h"
#include "core/session/picture_options.h"
#include "core/session/trace_sources.h"
#include "core/session_file/session_file.h"
#include "widgets/pictures/picture_files.h"
#include "widgets/pictures/session_picture.h"
#include "widgets/rankpictures/ranks_picture.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace lanescope::render {
namespace {

using rankpictures::RanksView;
using rankpictures::RanksWish;
using ranksview::RankJob;
using ranksview::RanksDocument;
using Job = std::shared_ptr<const RankJob>;
using Warn = std::function<void(const Error&)>;

constexpr std::string_view kEvent = "event:";

LoadRanksOptions ranksOptions(const LoadOptions& load) {
    LoadRanksOptions out;
    out.load = load;
    out.load.rank.reset(); // of one file
    return out;
}

Status setRanks(std::vector<RankSource>& sources, const RanksOptions& options) {
    for (const auto& [file, rank] : options.rankOf) {
        const auto it = std::find_if(sources.begin(), sources.end(), [&of = file](const RankSource& source) {
            return source.source.text() == of || source.source.fileName() == of;
        });
        if (it == sources.end())
            return Error{ErrorCode::Usage, "expected one of the files, found another", file, "--rank FILE=N"};
        it->rank = rank;
    }
    return {};
}

Result<Job> jobOf(const RenderOptions& options, const LoadOptions& load, RunContext& context) {
    const auto& inputs = options.ranks.inputs;
    auto sources = rankSources(ranksview::expandPatterns(inputs), context.stopToken());
    if (!sources.ok()) return sources.error();
    if (const Status set = setRanks(*sources, options.ranks); !set.ok()) return set.error();
    return ranksview::loadRankJob(std::move(*sources), ranksview::titleOf(inputs), ranksOptions(load), context);
}

// The clocks first: ranges, views and steps are counted in the time they give.
Status alignAs(const RenderOptions& options, const LoadOptions& load, RanksDocument& document, RunContext& context) {
    const std::string& word = options.ranks.align;
    if (word.empty()) return {};
    if (!word.starts_with(kEvent)) {
        const auto by = word == "none"         ? align::AlignBy::None
                        : word == "step-start" ? align::AlignBy::StepStart
                                               : align::AlignBy::CollectiveEnds;
        document.setClocks(by, {}, {}, {});
        return {};
    }
    const std::string name = word.substr(kEvent.size());
    const auto starts = ranksview::findRankEvent(document.job(), name, ranksOptions(load), context);
    if (!starts.ok()) return starts.error();
    for (std::size_t r = 0; r < starts->size(); ++r)
        if (!(*starts)[r])
            return Error{ErrorCode::MissingData, "no event of that name",
                         options.redact ? document.label(r) : document.set().records[r].file,
                         "--align event:NAME wants the whole name of a slice that every rank has"};
    document.setClocks(align::AlignBy::Event, *starts, name, {});
    return {};
}

Status showRanks(const std::string& list, RanksDocument& document) {
    if (list.empty()) return {};
    std::vector<std::size_t> shown;
    const auto numbers =
        list == "all" ? Result<std::vector<std::int64_t>>(std::vector<std::int64_t>{}) : numbersIn(list);
    if (!numbers.ok()) return numbers.error();
    for (std::size_t r = 0; r < document.set().records.size(); ++r) {
        const auto rank = document.set().records[r].rank;
        if (list == "all" || (rank && std::binary_search(numbers->begin(), numbers->end(), *rank))) shown.push_back(r);
    }
    if (shown.empty())
        return Error{ErrorCode::MissingData, "expected one of the ranks, found none of them", "--ranks",
                     "lanescope-cli analyze alignment lists the ranks"};
    document.setShown(std::move(shown));
    return {};
}

// Their timelines; one that cannot be opened is said and drawn as a message.
void openShown(RanksDocument& document, const LoadOptions& load, RunContext& context, const Warn& warn) {
    for (const std::size_t record : document.shown()) {
        const auto trace = ranksview::openRankTrace(document.job(), record, ranksOptions(load).load, context);
        if (trace.ok()) {
            document.setTrace(record, *trace);
            continue;
        }
        warn(trace.error());
        document.setFailed(record, QString::fromStdString(trace.error().message));
    }
}

// In the time that is shown, else in all: the one in which the ranks waited longest.
std::optional<std::size_t> mostWaiting(const RanksDocument& document, const std::optional<TimeRange>& range) {
    std::optional<std::size_t> best;
    const auto waited = [&](std::size_t m) {
        const auto& times = document.measured()[m].times;
        return document.measured()[m].meanWaitNs * static_cast<std::int64_t>(times.waitNs.size());
    };
    const auto isWhole = [&](std::size_t m) {
        const TimeRange of = document.collectiveRange(m);
        return !range || of.clippedTo(*range) == of;
    };
    for (std::size_t m = 0; m < document.measured().size(); ++m) {
        if (range && document.collectiveRange(m).clippedTo(*range).empty()) continue;
        if (!best || std::pair(isWhole(m), waited(m)) > std::pair(isWhole(*best), waited(*best))) best = m;
    }
    return best;
}

// Nobody asked for one: the one that waits most is joined where it can be told from others, as a window has one chosen.
void joinOne(const RenderOptions& options, RanksDocument& document, const RanksWish& wish) {
    if (session::isSessionName(options.file) || options.ranks.whole) return;
    std::optional<TimeRange> shown = wish.range;
    if (!shown && document.step()) shown = document.stepRange(*document.step());
    if (const auto most = mostWaiting(document, shown)) document.chooseCollective(most);
}

Status chooseCollective(const RenderOptions& options, RanksDocument& document, RanksWish& wish) {
    const std::string& word = options.ranks.collective;
    if (word.empty()) joinOne(options, document, wish);
    if (word.empty()) return {};
    if (word == "none") {
        document.chooseCollective(std::nullopt);
        return {};
    }
    std::optional<std::size_t> chosen;
    std::optional<TimeRange> shown = wish.range;
    if (!shown && options.step) shown = document.stepRange(*options.step);
    if (word == "most") {
        chosen = mostWaiting(document, shown);
    } else {
        const std::size_t colon = word.rfind(':');
        const std::string group = word.substr(0, colon), seq = word.substr(colon + 1);
        for (std::size_t m = 0; m < document.measured().size() && !chosen; ++m) {
            const align::MatchedCollective& c = document.matched(m);
            if (c.seq && std::to_string(*c.seq) == seq && document.set().matching.groups[c.group].name == group)
                chosen = m;
        }
    }
    if (!chosen)
        return Error{ErrorCode::MissingData, "expected a collective of several ranks, found none such", "--collective",
                     "lanescope-cli analyze collectives lists them"};
    document.chooseCollective(chosen);
    if (shown || options.ranks.whole) return {};
    document.setStep(stepOfCollective(document.set(), document.matched(*chosen))); // the ruler counts from it
    const TimeRange range = document.collectiveRange(*chosen);
    const Ns room = range.length() / 2;
    wish.range = TimeRange{range.begin - room, range.end + room};
    return {};
}

RanksWish wishOf(const RenderOptions& options, const RanksDocument& document) {
    RanksWish wish;
    wish.width = options.width;
    if (options.height) wish.height = *options.height;
    if (options.headerWidth > 0) wish.headerWidth = options.headerWidth;
    if (options.range) {
        const RankTime zero = document.extent().begin;
        const TimeRange asked{zero + Ns{options.range->beginNs}, zero + Ns{options.range->endNs}};
        wish.range = asked.clippedTo(document.extent());
    }
    std::istringstream words(options.tracks);
    for (std::string word; std::getline(words, word, ',');)
        if (!word.empty()) wish.words.push_back(word);
    wish.title = options.title;
    wish.numbers = !options.plain && !options.view.has("--no-numbers");
    wish.method = !options.plain && !options.view.has("--no-method");
    wish.legend = !options.view.has("--no-legend");
    wish.marks = !options.view.has("--no-marks");
    wish.verdict = !options.ranks.noVerdict && !options.noFindings;
    wish.evidence = !options.ranks.noEvidence && !options.plain;
    wish.namesLeftOut = options.redact;
    std::istringstream hidden(options.hideNames);
    for (std::string word; std::getline(hidden, word, ',');) wish.hiddenNames.push_back(word);
    return wish;
}

// Options that were given, on top of what the document and the session say; then the picture.
Status finish(RanksDocument& document, RanksView view, RanksWish wish, const RenderOptions& options,
              paint::ThemeId theme) {
    if (options.step) {
        const auto& steps = document.steps();
        if (!std::binary_search(steps.begin(), steps.end(), *options.step))
            return Error{ErrorCode::MissingData,
                         "expected ProfilerStep#" + std::to_string(*options.step) + ", found it on no rank", "--step",
                         "lanescope-cli analyze heatmap lists the steps"};
        document.setStep(options.step);
        wish.time = RanksWish::Time::Step;
    }
    if (options.ranks.whole) wish.time = RanksWish::Time::Whole;
    if (const Status done = chooseCollective(options, document, wish); !done.ok()) return done;
    if (!options.ranks.layout.empty())
        view.choice.rows = options.ranks.layout == "kind" ? scene::RankRows::ByKind : scene::RankRows::Stacked;
    if (options.view.has("--compact")) view.choice.density = scene::Density::Compact;
    if (const auto by = options.view.value("--colour-by")) view.colourBy = pictures::colourByOf(*by);
    if (wish.namesLeftOut) document.leaveFilesOut();
    paint::Fonts fonts;
    const auto picture = rankpictures::ranksPicture(document, view, wish, fonts);
    if (!picture.ok()) return picture.error();
    return pictures::save(*picture, paint::Theme::of(theme), options.scale, fonts, options.output);
}

// Beside the traces; of a session those in it.
void takeNotes(const RenderOptions& options, const session::Session& session, const RanksDocument& document,
               const Warn& warn, RanksWish& wish) {
    if (options.notes == "none") return;
    const bool saved = session::isSessionName(options.file);
    const auto from = saved ? rankpictures::NotesFrom::Session : rankpictures::NotesFrom::BesideTraces;
    wish.given = rankpictures::notesOf(document, session, from, warn);
}

Status check(const RenderOptions& options) {
    if (!pictures::isPictureName(options.output))
        return Error{ErrorCode::Usage, "expected a name that ends in .png, .svg or .pdf", options.output, ""};
    if (options.notes != "beside" && options.notes != "none")
        return Error{ErrorCode::Usage, "of several ranks the notes beside each trace are drawn", "--notes",
                     "--notes none draws none"};
    constexpr std::string_view known[] = {"--compact",   "--colour-by", "--no-numbers",
                                          "--no-method", "--no-legend", "--no-marks"};
    for (const PictureOption& option : pictureOptionList())
        if (options.view.has(option.name) &&
            std::find(std::begin(known), std::end(known), option.name) == std::end(known))
            return Error{ErrorCode::Usage, "this option is for pictures of one trace", std::string(option.name),
                         "of several ranks: --ranks, --layout, --align, --collective, --tracks"};
    return {};
}

bool isRanksSession(const RenderOptions& options) {
    if (!session::isSessionName(options.file)) return false;
    const auto session = session::loadSession(options.file);
    return session.ok() && session->ranks.has_value();
}

} // namespace

bool isOfRanks(const RenderOptions& options) {
    const auto& inputs = options.ranks.inputs;
    if (inputs.empty()) return false;
    if (inputs.size() == 1 && session::isSessionName(inputs.front())) return isRanksSession(options);
    std::error_code error;
    if (inputs.size() > 1 || options.ranks.asked() || std::filesystem::is_directory(inputs.front(), error)) return true;
    if (ranksview::expandPatterns(inputs).size() > 1) return true;
    const auto sources = traceSources(inputs.front());
    return sources.ok() && sources->size() > 1;
}

namespace {

Status drawFolder(const RenderOptions& options, const LoadOptions& load, const Warn& warn) {
    RunContext context;
    const auto job = jobOf(options, load, context);
    if (!job.ok()) return job.error();
    for (const auto& [source, error] : (*job)->failed) warn(error);
    RanksDocument document;
    document.open(*job);
    if (const Status done = alignAs(options, load, document, context); !done.ok()) return done;
    if (const Status shown = showRanks(options.ranks.ranks, document); !shown.ok()) return shown;
    openShown(document, load, context, warn);
    RanksView view;
    view.headerWidth = options.headerWidth;
    RanksWish wish = wishOf(options, document);
    wish.time = document.step() ? RanksWish::Time::Step : RanksWish::Time::Whole;
    view.scale = TimeScale::fit(document.extent().begin, document.extent(), wish.width - view.headerWidth);
    takeNotes(options, {}, document, warn, wish);
    return finish(document, view, std::move(wish), options, pictures::themeOf(options.theme));
}

Status drawSession(const RenderOptions& options, const LoadOptions& load, const Warn& warn) {
    const auto session = session::loadSession(options.file);
    if (!session.ok()) return session.error();
    RunContext context;
    const auto job =
        ranksview::loadRankJob(rankpictures::sourcesOf(*session), std::filesystem::path(options.file).stem().string(),
                               ranksOptions(load), context);
    if (!job.ok()) return job.error();
    for (const auto& [source, error] : (*job)->failed) warn(error);
    RanksDocument document;
    document.open(*job);
    rankpictures::apply(*session, document);
    if (const Status done = alignAs(options, load, document, context); !done.ok()) return done;
    if (const Status shown = showRanks(options.ranks.ranks, document); !shown.ok()) return shown;
    openShown(document, load, context, warn);
    for (const Error& changed : rankpictures::changedSince(*session, document)) warn(changed);
    document.choose(rankpictures::chosenIn(*session, document));
    RanksWish wish = wishOf(options, document);
    wish.thresholds = session->thresholds;
    wish.width = options.widthGiven ? options.width : session->view.canvasWidth + session->view.headerWidth;
    wish.width = std::clamp(wish.width, 320.0, 20'000.0);
    wish.headerWidth = options.headerGiven ? std::optional<double>(options.headerWidth) : std::nullopt;
    takeNotes(options, *session, document, warn, wish);
    const RanksView view =
        rankpictures::viewOf(*session, document, wish.width - wish.headerWidth.value_or(session->view.headerWidth));
    const std::string theme = options.themeGiven ? options.theme : session->view.theme;
    return finish(document, view, std::move(wish), options, pictures::themeOf(theme));
}

} // namespace

Status drawRanks(const RenderOptions& options, const Warn& warn) {
    if (const Status checked = check(options); !checked.ok()) return checked;
    const auto load = loadOptionsOf(options);
    if (!load.ok()) return load.error();
    return session::isSessionName(options.file) ? drawSession(options, *load, warn) : drawFolder(options, *load, warn);
}

} // namespace lanescope::render
