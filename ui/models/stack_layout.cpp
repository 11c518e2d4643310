// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stack_layout.h"

#include "ui/models/function_names.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace faultline::ui {

namespace {

/// Shorter runs of system frames are not folded, because the fold row would save no space.
constexpr qsizetype kShortestFold = 4;
/// Inlined helpers of libraries say nothing, so that two of them fold.
constexpr qsizetype kShortestHelperFold = 2;

/// A recursion with fewer turns is read faster than its fold row.
constexpr qsizetype kFewestTurns = 4;
/// The longest cycle of functions that call each other and are recognised as a recursion.
constexpr qsizetype kLongestCycle = 8;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(StackLayout)
};

bool hasInApp(const FrameRows& frames)
{
    return std::ranges::any_of(frames, [](const auto& frame) { return frame->isInApp; });
}

/// Code of systems and libraries, which is not the application's own.
bool isForeign(const FrameRow& frame)
{
    return (!frame.isInApp || frame.isLibrary) && !frame.isGuessed;
}

bool isHelper(const FrameRow& frame)
{
    return frame.isLibrary && frame.isInline();
}

qsizetype endOfForeignRun(const FrameRows& frames, qsizetype from)
{
    while (from < frames.size() && isForeign(*frames.at(from)))
        ++from;
    return from;
}

/// A run of frames that fold into one row.
struct Run
{
    qsizetype rows = 0;
    bool areHelpers = false; ///< All of them.
};

Run foreignRunAt(const FrameRows& frames, qsizetype from)
{
    const qsizetype end = endOfForeignRun(frames, from);
    const bool areHelpers = std::all_of(frames.begin() + from, frames.begin() + end,
                                        [](const auto& frame) { return isHelper(*frame); });
    return {.rows = end - from, .areHelpers = areHelpers && end > from};
}

bool folds(const Run& run)
{
    return run.rows >= (run.areHelpers ? kShortestHelperFold : kShortestFold);
}

StackEntry foldEntry(const FrameRows& frames, qsizetype from, const Run& run)
{
    const int count = int(run.rows);
    return {.kind = StackEntry::Kind::Fold,
            .frame = frames.at(from),
            .text = run.areHelpers ? Words::tr("%n inlined helper(s) of libraries", nullptr, count)
                                   : Words::tr("%n more frame(s)", nullptr, count)};
}

bool isSameCall(const FrameRow& a, const FrameRow& b)
{
    return a.hasFunction && a.function == b.function && a.moduleIndex == b.moduleIndex &&
           a.line == b.line && a.isInline() == b.isInline() && a.isGuessed == b.isGuessed;
}

/// Rows that repeat: `rows` rows from the first one on, which are `times` turns of a cycle.
struct Recursion
{
    qsizetype rows = 0;
    qsizetype cycle = 0; ///< Rows of one turn.
    int times = 0;
};

/// Looks for the shortest cycle that repeats from this row on. A whole number of turns is returned,
/// none of which begins within a physical frame.
Recursion recursionAt(const FrameRows& frames, qsizetype from)
{
    for (qsizetype cycle = 1; cycle <= kLongestCycle && from + 2 * cycle <= frames.size();
         ++cycle) {
        qsizetype end = from + cycle;
        while (end < frames.size() && isSameCall(*frames.at(end), *frames.at(end - cycle)))
            ++end;
        const qsizetype rows = (end - from) / cycle * cycle;
        if (rows >= kFewestTurns * cycle && !frames.at(from + cycle - 1)->isInline())
            return {.rows = rows, .cycle = cycle, .times = int(rows / cycle)};
    }
    return {};
}

/// Stands below the first turn, for all others.
StackEntry recursionEntry(const FrameRows& frames, qsizetype from, Recursion found)
{
    const QString text =
        found.cycle == 1
            ? Words::tr("repeated %1 times").arg(found.times)
            //: a cycle of several functions that call each other
            : Words::tr("repeated %1 times (period %2)").arg(found.times).arg(found.cycle);
    return {.kind = StackEntry::Kind::Fold, .frame = frames.at(from + found.cycle), .text = text};
}

qsizetype endOfGuessedRun(const FrameRows& frames, qsizetype from)
{
    while (from < frames.size() && frames.at(from)->isGuessed)
        ++from;
    return from;
}

/// The banner names the run of guessed frames and the module without unwind data that forced the
/// walker to guess.
StackEntry bannerEntry(const FrameRows& frames, qsizetype from)
{
    const auto last = frames.at(endOfGuessedRun(frames, from) - 1)->frameKey.physicalIndex;
    const auto first = frames.at(from)->frameKey.physicalIndex;
    const QString range = first == last ? Words::tr("Frame %1 was found").arg(first)
                                        : Words::tr("Frames %1–%2 were found").arg(first).arg(last);
    const QString callee = frames.at(from - 1)->module;
    const QString cause =
        callee.isEmpty() ? Words::tr("%1 by scanning the stack. Some may be wrong.").arg(range)
        : frames.at(from - 1)->isLookedFor
            ? Words::tr("%1 by scanning the stack, while the files of %2 are looked for. Some may "
                        "be wrong.")
                  .arg(range, callee)
            : Words::tr("%1 by scanning the stack: %2 has no usable unwind information "
                        "here. Some may be wrong.")
                  .arg(range, callee);
    return {.kind = StackEntry::Kind::Banner, .frame = frames.at(from), .text = cause};
}

bool startsGuessing(const FrameRows& frames, qsizetype at)
{
    return at > 0 && frames.at(at)->isGuessed && !frames.at(at - 1)->isGuessed;
}

/// Adds a frame, and below it its possible meanings if the user opened it.
void appendFrame(QList<StackEntry>& entries,
                 const std::shared_ptr<const FrameRow>& frame,
                 const QSet<quint32>& unfolded)
{
    entries.append({.kind = StackEntry::Kind::Frame, .frame = frame, .text = {}});
    if (!unfolded.contains(frame->frameKey.physicalIndex))
        return;
    for (int i = 0; i < frame->meanings.size(); ++i) {
        //: one of several possible meanings of a frame
        const QString text = Words::tr("possibly %1").arg(frame->meanings.at(i));
        entries.append(
            {.kind = StackEntry::Kind::Meaning, .frame = frame, .text = text, .number = i});
    }
}

/// What a stack is arranged by.
struct Folding
{
    bool foreign = false;
    bool recursion = false;
    const QSet<quint32>& unfolded;

    bool isOpen(const FrameRow& frame) const
    {
        return unfolded.contains(frame.frameKey.physicalIndex);
    }
};

/// Adds the recursion that starts at `from` as its first turn and a fold, unless the user opened
/// it. Returns the number of rows that it takes from `frames`, 0 when there is none.
qsizetype appendRecursion(QList<StackEntry>& entries,
                          const FrameRows& frames,
                          qsizetype from,
                          const Folding& folding)
{
    const bool startsFrame = from == 0 || !frames.at(from - 1)->isInline();
    const Recursion recursion =
        folding.recursion && startsFrame ? recursionAt(frames, from) : Recursion{};
    if (recursion.rows == 0)
        return 0;
    const bool isOpen = folding.isOpen(*frames.at(from + recursion.cycle));
    for (qsizetype i = from; i < from + (isOpen ? recursion.rows : recursion.cycle); ++i)
        appendFrame(entries, frames.at(i), folding.unfolded);
    if (!isOpen)
        entries.append(recursionEntry(frames, from, recursion));
    return recursion.rows;
}

QList<StackEntry> arrange(const FrameRows& frames, const Folding& folding)
{
    QList<StackEntry> entries;
    entries.reserve(frames.size());
    // Foreign frames above the first own one lead to the crash and are never folded.
    qsizetype foldFrom = folding.foreign ? endOfForeignRun(frames, 0) : frames.size();
    for (qsizetype i = 0; i < frames.size(); ++i) {
        if (const qsizetype rows = appendRecursion(entries, frames, i, folding); rows > 0) {
            i += rows - 1;
            continue;
        }
        const Run run = i >= foldFrom ? foreignRunAt(frames, i) : Run{};
        if (folds(run) && !folding.isOpen(*frames.at(i))) {
            entries.append(foldEntry(frames, i, run));
            i += run.rows - 1;
            continue;
        }
        if (run.rows > 0)
            foldFrom = i + run.rows;
        if (startsGuessing(frames, i))
            entries.append(bannerEntry(frames, i));
        appendFrame(entries, frames.at(i), folding.unfolded);
    }
    return entries;
}

QString addressText(const FrameRow& frame)
{
    return QStringLiteral("0x%1").arg(frame.address, 16, 16, QLatin1Char('0'));
}

/// Readable names, by the whole ones: the frames of a recursion share few.
using Names = QHash<QString, QString>;

QString functionText(const FrameRow& frame, const StackOptions& options, Names& names)
{
    if (options.unsymbolicated && !frame.mangled.isEmpty())
        return frame.mangled;
    if (options.verboseNames || !frame.hasFunction)
        return frame.function;
    const auto known = names.constFind(frame.function);
    return known != names.cend()
               ? *known
               : *names.insert(frame.function, readableName(frame.function, options.templateDepth));
}

QString locationText(const FrameRow& frame, const StackOptions& options)
{
    const bool isAddress = frame.path.isEmpty() || frame.location == frame.moduleOffset;
    if (isAddress)
        return options.absoluteAddresses && frame.hasAddress ? addressText(frame) : frame.location;
    if (!options.absolutePaths)
        return frame.location;
    return frame.line == 0 ? frame.path : frame.path + u':' + QString::number(frame.line);
}

/// Copies only frames whose texts differ.
FrameRows withTexts(FrameRows frames, const StackOptions& options)
{
    Names names;
    for (auto& frame : frames) {
        const QString function = functionText(*frame, options, names);
        const QString location = locationText(*frame, options);
        if (function == frame->function && location == frame->location)
            continue;
        auto changed = std::make_shared<FrameRow>(*frame);
        changed->shownFunction = function == frame->function ? QString() : function;
        changed->shownLocation = location == frame->location ? QString() : location;
        frame = std::move(changed);
    }
    return frames;
}

FrameRows withoutInlineRows(const FrameRows& frames)
{
    FrameRows physical;
    for (qsizetype i = 0; i < frames.size(); ++i) {
        if (frames.at(i)->isInline())
            continue;
        // The crash is marked on the innermost row, which may be an inlined call of this frame.
        const bool hidesCrash = physical.isEmpty() && i > 0 && frames.first()->isCrash;
        if (!hidesCrash) {
            physical.append(frames.at(i));
            continue;
        }
        auto marked = std::make_shared<FrameRow>(*frames.at(i));
        marked->isCrash = true;
        physical.append(std::move(marked));
    }
    return physical;
}

/// Numbers the rows as if every inlined call were a frame.
void count(QList<StackEntry>& entries, const FrameRows& frames)
{
    qsizetype at = 0;
    for (StackEntry& entry : entries) {
        if (entry.kind != StackEntry::Kind::Frame)
            continue;
        while (at < frames.size() && frames.at(at) != entry.frame)
            ++at;
        entry.count = int(at);
    }
}

/// Returns what the walk alone found, without inlined calls and names.
FrameRows rawRows(const FrameRows& frames)
{
    FrameRows raw;
    for (const auto& frame : frames) {
        if (frame->isInline())
            continue;
        auto plain = std::make_shared<FrameRow>(*frame);
        plain->meanings.clear();
        if (plain->hasAddress) {
            plain->function = addressText(*plain);
            plain->location = plain->moduleOffset;
            plain->hasFunction = false;
        } else if (!plain->mangled.isEmpty()) {
            plain->function = plain->mangled;
            plain->location.clear();
        }
        raw.append(std::move(plain));
    }
    return raw;
}

} // namespace

QString relevanceNote(const FrameRows& frames)
{
    if (frames.isEmpty() || hasInApp(frames))
        return {};
    return Words::tr("No frame belongs to the application, so the full stack is shown.");
}

QList<StackEntry> layOutStack(const FrameRows& frames,
                              const StackEndRow& end,
                              const StackOptions& options,
                              const QSet<quint32>& unfolded)
{
    const bool raw = options.mode == StackOptions::Mode::Raw;
    const Folding folding{.foreign =
                              options.mode == StackOptions::Mode::Relevant && hasInApp(frames),
                          .recursion = options.foldRecursion,
                          .unfolded = unfolded};
    FrameRows shown = raw ? rawRows(frames) : withTexts(frames, options);
    if (!raw && !options.inlineRows)
        shown = withoutInlineRows(shown);
    auto entries = arrange(shown, folding);
    if (options.countInlines)
        count(entries, shown);
    if (!frames.isEmpty() && !end.text.isEmpty())
        entries.append({.kind = end.isEarly ? StackEntry::Kind::EarlyEnd : StackEntry::Kind::End,
                        .frame = frames.last(),
                        .text = end.text});
    if (options.order == StackOptions::Order::OldestFirst)
        std::ranges::reverse(entries);
    return entries;
}

} // namespace faultline::ui
