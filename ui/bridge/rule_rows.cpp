// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/rule_rows.h"

#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <map>

namespace faultline::ui {

namespace {

using signature::FrameRole;
using signature::FrameTrace;
using signature::Step;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(RuleRows)
};

QString roleText(FrameRole role)
{
    switch (role) {
    case FrameRole::AboveSentinel: return Words::tr("above the start");
    case FrameRole::Unnamed: return Words::tr("unnamed");
    case FrameRole::NotGrouped: return Words::tr("not grouped");
    case FrameRole::Guess: return Words::tr("guess");
    case FrameRole::Irrelevant: return Words::tr("irrelevant");
    case FrameRole::Repeat: return Words::tr("repeated");
    case FrameRole::Prefix: return Words::tr("kept, goes on");
    case FrameRole::Last: return Words::tr("kept, last");
    case FrameRole::Fallback: return Words::tr("kept, nothing else");
    }
    return {};
}

BadgeStyle roleBadge(FrameRole role)
{
    switch (role) {
    case FrameRole::Prefix: return BadgeStyle::Accent;
    case FrameRole::Last: return BadgeStyle::Ok;
    case FrameRole::Fallback: return BadgeStyle::Warn;
    case FrameRole::AboveSentinel:
    case FrameRole::Unnamed:
    case FrameRole::NotGrouped:
    case FrameRole::Guess:
    case FrameRole::Irrelevant:
    case FrameRole::Repeat: break;
    }
    return BadgeStyle::Plain;
}

QString listTitle(signature::ListKind list)
{
    switch (list) {
    case signature::ListKind::Sentinels: return Words::tr("start");
    case signature::ListKind::Irrelevant: return Words::tr("irrelevant");
    case signature::ListKind::Prefix: return Words::tr("prefix");
    case signature::ListKind::LineNumbers: return Words::tr("line numbers");
    case signature::ListKind::FrameRules: return Words::tr("frame rules");
    }
    return {};
}

QString stepTitle(Step step)
{
    switch (step) {
    case Step::Frames: return Words::tr("Frames");
    case Step::JavaText: return Words::tr("Java stack");
    case Step::Throwable: return Words::tr("What was thrown");
    case Step::Status: return Words::tr("Stack status of an empty one");
    case Step::BadHardware: return Words::tr("Bad hardware");
    case Step::OutOfMemory: return Words::tr("Out of memory");
    case Step::AbortMessage: return Words::tr("Abort message");
    case Step::ShutdownTimeout: return Words::tr("Shutdown time-out");
    case Step::Watchdog: return Words::tr("Watchdog");
    case Step::IpcError: return Words::tr("Channel error");
    case Step::IpcMessage: return Words::tr("Channel message");
    case Step::StackOverflow: return Words::tr("Stack overflow");
    case Step::Hang: return Words::tr("Hang");
    case Step::Failure: return Words::tr("Kind of failure");
    case Step::Printable: return Words::tr("Printable characters");
    case Step::Spaces: return Words::tr("Spaces");
    case Step::Length: return Words::tr("Length");
    }
    return {};
}

/// Layer 0 is the shipped one; the other one is the user's.
QString becauseText(const FrameTrace& frame, const std::string& entry)
{
    if (!frame.because)
        return {};
    const auto& place = *frame.because;
    const QString where =
        place.layer == 0
            //: name of a list and a line
            ? Words::tr("%1, shipped line %2").arg(listTitle(place.list)).arg(place.line)
            : Words::tr("%1, own line %2").arg(listTitle(place.list)).arg(place.line);
    return entry.empty() ? where : where + QStringLiteral(": ") + toQString(entry);
}

struct Fate
{
    QString role{};
    QString because{};
    BadgeStyle badge = BadgeStyle::None;
};

using FatesByRow = std::map<std::size_t, Fate>;

FatesByRow fatesOf(const engine::SignatureTrace& trace)
{
    FatesByRow fates;
    for (std::size_t i = 0; i < trace.signature.frames.size(); ++i) {
        const auto& frame = trace.signature.frames[i];
        fates[frame.row] = {.role = roleText(frame.role),
                            .because = becauseText(frame, trace.entries[i]),
                            .badge = roleBadge(frame.role)};
    }
    return fates;
}

Fate fateIn(const FatesByRow& fates, std::size_t row)
{
    const auto found = fates.find(row);
    return found == fates.end() ? Fate{.role = Words::tr("not reached")} : found->second;
}

std::map<std::size_t, QString> textsOf(const engine::SignatureTrace& now,
                                       const engine::SignatureTrace& then)
{
    std::map<std::size_t, QString> texts;
    for (const auto* trace : {&now, &then}) {
        for (const auto& frame : trace->signature.frames)
            texts.try_emplace(frame.row, toQString(frame.text));
    }
    return texts;
}

/// The last one of each step that did something, or could not.
std::map<Step, QString> stepsOf(const engine::SignatureTrace& trace)
{
    std::map<Step, QString> steps;
    for (const auto& step : trace.signature.steps) {
        if (step.step == Step::Frames)
            continue; // The frames themselves say so.
        steps[step.step] = step.problem.empty() ? toQString(step.after) : toQString(step.problem);
    }
    return steps;
}

RuleMoveRow::Fate fateOf(const engine::GroupMove& move, const engine::SignPreview& preview)
{
    if (move.after == move.before)
        return RuleMoveRow::Fate::Stays;
    const auto isOther = [&](const engine::GroupMove& each) {
        return each.group != move.group && each.after == move.after;
    };
    if (std::ranges::any_of(preview.moves, isOther))
        return RuleMoveRow::Fate::Joins;
    const auto parts = std::ranges::count(preview.moves, move.group, &engine::GroupMove::group);
    return parts > 1 ? RuleMoveRow::Fate::New : RuleMoveRow::Fate::Moves;
}

} // namespace

QList<RuleMoveRow> makeRuleMoves(const engine::SignPreview& preview)
{
    QList<RuleMoveRow> rows;
    for (const auto& move : preview.moves)
        rows.append({.before = toQString(move.before),
                     .after = toQString(move.after),
                     .reports = QLocale().toString(qulonglong(move.reports)),
                     .fate = fateOf(move, preview),
                     .at = int(rows.size())});
    return rows;
}

QList<RuleTraceRow> makeRuleTrace(const engine::SignatureTrace& now,
                                  const engine::SignatureTrace& then)
{
    QList<RuleTraceRow> rows;
    const FatesByRow before = fatesOf(now);
    const FatesByRow after = fatesOf(then);
    for (const auto& [at, text] : textsOf(now, then)) {
        const Fate first = fateIn(before, at);
        const Fate second = fateIn(after, at);
        rows.append({.number = QString::number(at),
                     .text = text.isEmpty() ? Words::tr("unnamed frame") : text,
                     .now = first.role,
                     .nowBecause = first.because,
                     .then = second.role,
                     .thenBecause = second.because,
                     .nowBadge = first.badge,
                     .thenBadge = second.badge,
                     .at = int(rows.size())});
    }
    const auto stepsNow = stepsOf(now);
    auto steps = stepsOf(then);
    const auto stepsThen = steps;
    steps.insert(stepsNow.begin(), stepsNow.end());
    const auto outcome = [](const std::map<Step, QString>& all, Step step) {
        const auto found = all.find(step);
        return found == all.end() ? QString() : found->second;
    };
    for (const auto& [step, unused] : steps) {
        const QString first = outcome(stepsNow, step);
        const QString second = outcome(stepsThen, step);
        const auto word = [](const QString& text) {
            return text.isEmpty() ? Words::tr("unchanged") : Words::tr("changed");
        };
        rows.append({.number = {},
                     .text = stepTitle(step),
                     .now = word(first),
                     .nowBecause = first,
                     .then = word(second),
                     .thenBecause = second,
                     .nowBadge = BadgeStyle::Plain,
                     .thenBadge = BadgeStyle::Plain,
                     .isFrame = false,
                     .at = int(rows.size())});
    }
    return rows;
}

} // namespace faultline::ui
