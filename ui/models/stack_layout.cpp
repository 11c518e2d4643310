// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stack_layout.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

/// Shorter runs of system frames are not folded, because the fold row would save no space.
constexpr qsizetype kShortestFold = 4;

/// A shorter recursion is read faster than its fold row.
constexpr qsizetype kShortestRecursion = 8;
/// The longest cycle of functions that call each other and are recognised as a recursion.
constexpr qsizetype kLongestCycle = 4;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(StackLayout)
};

bool hasInApp(const FrameRows& frames)
{
    return std::ranges::any_of(frames, [](const auto& frame) { return frame->isInApp; });
}

qsizetype endOfSystemRun(const FrameRows& frames, qsizetype from)
{
    while (from < frames.size() && !frames.at(from)->isInApp && !frames.at(from)->isGuessed)
        ++from;
    return from;
}

StackEntry foldEntry(const FrameRows& frames, qsizetype from, qsizetype count)
{
    return {.kind = StackEntry::Kind::Fold,
            .frame = frames.at(from),
            .text = Words::tr("%n more frame(s)", nullptr, int(count))};
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
        if (rows >= kShortestRecursion * cycle && !frames.at(from + cycle - 1)->isInline())
            return {.rows = rows, .times = int(rows / cycle)};
    }
    return {};
}

StackEntry recursionEntry(const FrameRows& frames, qsizetype from, Recursion found)
{
    //: a function that calls itself, and how often
    const QString text =
        Words::tr("%1 ×%2, show").arg(frames.at(from)->function, QString::number(found.times));
    return {.kind = StackEntry::Kind::Fold, .frame = frames.at(from), .text = text};
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

QList<StackEntry> arrange(const FrameRows& frames, bool folding, const QSet<quint32>& unfolded)
{
    QList<StackEntry> entries;
    entries.reserve(frames.size());
    // System frames above the first in-app frame lead to the crash and are never folded.
    qsizetype foldFrom = folding ? endOfSystemRun(frames, 0) : frames.size();
    for (qsizetype i = 0; i < frames.size(); ++i) {
        const bool startsFrame = i == 0 || !frames.at(i - 1)->isInline();
        const Recursion recursion = startsFrame && i > 0 ? recursionAt(frames, i) : Recursion{};
        if (recursion.rows > 0) {
            if (!unfolded.contains(frames.at(i)->frameKey.physicalIndex)) {
                entries.append(recursionEntry(frames, i, recursion));
                i += recursion.rows - 1;
                continue;
            }
            for (const qsizetype end = i + recursion.rows; i < end; ++i)
                appendFrame(entries, frames.at(i), unfolded);
            --i;
            continue;
        }
        const auto run = i >= foldFrom ? endOfSystemRun(frames, i) - i : 0;
        if (run >= kShortestFold && !unfolded.contains(frames.at(i)->frameKey.physicalIndex)) {
            entries.append(foldEntry(frames, i, run));
            i += run - 1;
            continue;
        }
        if (run > 0)
            foldFrom = i + run;
        if (startsGuessing(frames, i))
            entries.append(bannerEntry(frames, i));
        appendFrame(entries, frames.at(i), unfolded);
    }
    return entries;
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
            plain->function = QStringLiteral("0x%1").arg(plain->address, 16, 16, QLatin1Char('0'));
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
    const bool folding = options.mode == StackOptions::Mode::Relevant && hasInApp(frames);
    auto entries = arrange(raw ? rawRows(frames) : frames, folding, unfolded);
    if (!frames.isEmpty() && !end.text.isEmpty())
        entries.append({.kind = end.isEarly ? StackEntry::Kind::EarlyEnd : StackEntry::Kind::End,
                        .frame = frames.last(),
                        .text = end.text});
    if (options.order == StackOptions::Order::OldestFirst)
        std::ranges::reverse(entries);
    return entries;
}

} // namespace faultline::ui
