// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/stack_copy.h"

#include "ui/bridge/header_rows.h"

#include <QCoreApplication>

#include <map>

namespace faultline::ui {

namespace {

/// A longer stack is a recursion that folds do not catch. Nobody reads all of it, and it could be
/// more than another program takes.
constexpr std::size_t kMostRows = 2000;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(StackCopy)

public:
    static QString leftOut(qsizetype rows)
    {
        return tr("%n more row(s) are left out", nullptr, int(rows));
    }
};

std::optional<std::string> unlessEmpty(const QString& text)
{
    return text.isEmpty() ? std::nullopt : std::optional(text.toStdString());
}

/// All frames, also those that the window folds because their code is not the program's own: they
/// would be missing where the copy is read. Turns of a recursion stay folded; its row counts them.
QList<StackEntry> wholeRows(const StackModel& stack)
{
    StackOptions options = stack.options();
    if (options.mode != StackOptions::Mode::Relevant)
        return stack.allRows();
    options.mode = StackOptions::Mode::Full;
    return layOutStack(stack.frames(), stack.end(), options, stack.plan().unfolded);
}

} // namespace

report::StackSelection shownStack(const StackModel& stack, std::uint32_t thread)
{
    // Raw rows are copies of the stack's rows, so only the key tells which frame a row shows.
    std::map<FrameRow::Key, std::size_t> positions;
    for (const auto& frame : stack.frames())
        positions.emplace(frame->frameKey, positions.size());
    report::StackSelection shown{.thread = thread, .rows = {}};
    if (stack.options().mode == StackOptions::Mode::Raw)
        shown.names = report::FrameNames::Raw;
    const QList<StackEntry> entries = wholeRows(stack);
    for (const StackEntry& entry : entries) {
        if (entry.kind == StackEntry::Kind::Meaning) // The frame's row lists them.
            continue;
        if (shown.rows.size() == kMostRows) {
            const auto left = entries.size() - qsizetype(kMostRows);
            shown.rows.push_back(
                {.frame = std::nullopt, .note = Words::leftOut(left).toStdString()});
            break;
        }
        if (entry.kind != StackEntry::Kind::Frame)
            shown.rows.push_back({.frame = std::nullopt, .note = entry.text.toStdString()});
        else if (const auto at = positions.find(entry.frame->frameKey); at != positions.end())
            shown.rows.push_back({.frame = at->second, .note = {}});
    }
    return shown;
}

QString copyAsText(const ReportState& state, const report::StackSelection& shown)
{
    return toQString(report::stackText(state, shown, report::StackForm::Clipboard));
}

QString copyAsMarkdown(const ReportState& state,
                       const report::StackSelection& shown,
                       const ReportHeader& header)
{
    return toQString(report::renderMarkdown(
        state, {.shown = shown,
                .program = unlessEmpty(header.product),
                .signature = unlessEmpty(header.signature),
                .cause = unlessEmpty(header.cause),
                .thread = unlessEmpty(threadTitle(state, std::uint32_t(shown.thread)))}));
}

QString copyAsJson(const ReportState& state,
                   const report::StackSelection& shown,
                   const ReportHeader& header)
{
    const report::StackOrigin origin{.file = header.fileName.toStdString(),
                                     .time = header.timeIso.toStdString(),
                                     .generator =
                                         QCoreApplication::applicationVersion().toStdString()};
    // Its strings come from the file and may contain anything.
    return QString::fromStdString(report::stackJson(state, shown, origin));
}

} // namespace faultline::ui
