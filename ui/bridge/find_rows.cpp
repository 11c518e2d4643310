// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/find_rows.h"

#include "core/engine/text.h"
#include "ui/bridge/frame_rows.h"
#include "ui/bridge/thread_rows.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <span>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(FindRows)
};

using Found = std::span<const insight::FoundFrame>;

/// Threads with one stack; the frames are those of the first.
struct StackGroup
{
    QList<std::uint32_t> threads;
    Found found;
    bool isLeading = false;
};

/// Marks a part of a text, which toQString() may have made longer.
void setMatch(FindRow& row,
              FindRow::Part part,
              std::string_view text,
              const insight::TextRange& range)
{
    row.part = part;
    row.matchFrom = toQString(text.substr(0, range.offset)).size();
    row.matchLength = toQString(text.substr(range.offset, range.length)).size();
}

QString locationOf(const Frame& frame)
{
    if (!frame.position.file)
        return {};
    const QString file = toQString(baseName(*frame.position.file));
    const auto line = frame.position.line.value_or(0);
    return line == 0 ? file : file + u':' + QString::number(line);
}

/// A match in the folders of a path has no place in the location, which is the name of the file.
void setFileMatch(FindRow& row, const std::string& path, const insight::TextRange& range)
{
    const auto name = baseName(path);
    const auto at = static_cast<std::size_t>(name.data() - path.data());
    row.part = FindRow::Part::Location;
    if (range.offset >= at)
        setMatch(row, FindRow::Part::Location, name,
                 {.offset = range.offset - at, .length = range.length});
}

void setMatch(FindRow& row,
              const ReportState& state,
              const Frame& frame,
              const insight::FrameMatch& match)
{
    switch (match.part) {
    case insight::FramePart::Function:
        return setMatch(row, FindRow::Part::Function, insight::knownFunction(state, frame),
                        match.range);
    case insight::FramePart::Module:
        return setMatch(row, FindRow::Part::Module,
                        insight::moduleName(state.event->modules[frame.module.value_or(0)]),
                        match.range);
    case insight::FramePart::File:
        return setFileMatch(row, frame.position.file.value_or(""), match.range);
    }
}

void setSentence(FindRow& row)
{
    row.sentence = row.isInline ? Words::tr("Frame %1, inline").arg(row.number)
                                : Words::tr("Frame %1").arg(row.number);
    for (const QString& part : {row.function, row.module, row.location}) {
        if (!part.isEmpty())
            row.sentence += QStringLiteral(", ") + part;
    }
}

FindRow frameRow(const ReportState& state, const Frame& frame, std::uint32_t inlineDepth)
{
    FindRow row;
    row.isInline = frame.isInlined;
    row.frame = {.physicalIndex = frame.originalIndex, .inlineDepth = inlineDepth};
    row.number = QString::number(frame.originalIndex);
    const auto known = insight::knownFunction(state, frame);
    const QString offset = frameModuleOffset(state, frame);
    if (!known.empty())
        row.function = toQString(known);
    else
        row.function = offset.isEmpty() ? frameFunction(state, frame) : offset;
    if (frame.module && *frame.module < state.event->modules.size())
        row.module = moduleName(state.event->modules[*frame.module]);
    row.location = locationOf(frame);
    row.path = toQString(frame.position.file.value_or(""));
    setSentence(row);
    return row;
}

/// For each row how many rows of inlined calls it is away from its physical frame.
std::vector<std::uint32_t> inlineDepths(const ThreadStack& stack)
{
    std::vector<std::uint32_t> depths(stack.frames.size());
    std::uint32_t depth = 0;
    for (std::size_t i = depths.size(); i-- > 0;) {
        depth = stack.frames[i].isInlined ? depth + 1 : 0;
        depths[i] = depth;
    }
    return depths;
}

/// Makes the rows of several reports one after the other.
class RowsOfReports
{
public:
    RowsOfReports(const insight::TextPattern& pattern, FindLevel level, const std::stop_token& stop)
        : m_pattern(pattern), m_level(level), m_stop(stop)
    {
    }

    Result<void> add(const SearchedReport& report, qint64 number)
    {
        FL_TRY(const auto found, insight::findFrames(report.state, m_pattern, m_stop));
        m_rows.counts.searched += int(report.state.event->threads.size());
        for (const StackGroup& group : groupsOf(report.state, found)) {
            if (m_stop.stop_requested())
                return fail(ErrorKind::Cancelled, "the search was cancelled");
            addGroup(report, number, group);
        }
        return {};
    }

    FoundRows take() { return std::move(m_rows); }

private:
    static QList<StackGroup> groupsOf(const ReportState& state, Found found)
    {
        QList<StackGroup> groups;
        QHash<QString, qsizetype> groupOf;
        while (!found.empty()) {
            const auto thread = found.front().thread;
            const auto end = std::ranges::find_if(
                found, [thread](const auto& each) { return each.thread != thread; });
            const Found ofThread(found.begin(), end);
            found = found.subspan(ofThread.size());
            const bool isLeading = state.event->requestingThread == thread;
            const QString key = isLeading ? QString() : threadStackKey(*state.stacks[thread]);
            const auto known = groupOf.constFind(key);
            if (!isLeading && known != groupOf.constEnd()) {
                groups[*known].threads.append(thread);
                continue;
            }
            if (!isLeading)
                groupOf.insert(key, groups.size());
            groups.append({.threads = {thread}, .found = ofThread, .isLeading = isLeading});
        }
        std::ranges::stable_sort(groups, std::ranges::greater{}, [](const StackGroup& group) {
            return std::pair(group.isLeading, group.found.size());
        });
        return groups;
    }

    void addGroup(const SearchedReport& report, qint64 number, const StackGroup& group)
    {
        FindCounts& counts = m_rows.counts;
        counts.frames += int(group.found.size());
        counts.threads += int(group.threads.size());
        if (group.threads.size() > 1)
            counts.same += int(group.threads.size());
        const ThreadStack& stack = *report.state.stacks[group.threads.first()];
        const auto size = m_level == FindLevel::Stacks ? stack.frames.size() : group.found.size();
        if (m_rows.rows.size() + qsizetype(size) >= kMostFindRows) {
            counts.isCut = true;
            return;
        }
        append(headOf(report, group), number, group);
        const auto depths = inlineDepths(stack);
        auto next = group.found.begin();
        const auto addRow = [&](std::uint32_t at) {
            FindRow row = frameRow(report.state, stack.frames[at], depths[at]);
            if (next != group.found.end() && next->row == at)
                setMatch(row, report.state, stack.frames[at], next++->match);
            append(std::move(row), number, group);
        };
        if (m_level == FindLevel::Stacks) {
            for (std::uint32_t at = 0; at < stack.frames.size(); ++at)
                addRow(at);
        } else {
            for (const auto& frame : group.found)
                addRow(frame.row);
        }
    }

    static FindRow headOf(const SearchedReport& report, const StackGroup& group)
    {
        FindRow head;
        head.isHead = true;
        const QString thread =
            Words::tr("%1  %2").arg(QString::number(group.threads.first()),
                                    threadName(report.state, group.threads.first()));
        head.title = report.name.isEmpty() ? thread : report.name + QStringLiteral(" · ") + thread;
        const int same = int(group.threads.size());
        const int frames = int(group.found.size());
        if (same > 1)
            head.remark = Words::tr("× %1 identical").arg(same);
        head.count = same > 1 ? Words::tr("%1 in each").arg(frames) : QString::number(frames);
        head.sentence = Words::tr("Thread %1").arg(head.title) + QStringLiteral(", ") +
                        Words::tr("%n frame(s)", nullptr, frames);
        if (same > 1)
            head.sentence += QStringLiteral(", ") + Words::tr("%1 identical threads").arg(same);
        return head;
    }

    void append(FindRow row, qint64 number, const StackGroup& group)
    {
        row.report = number;
        row.thread = int(group.threads.first());
        m_rows.rows.append(std::move(row));
    }

    const insight::TextPattern& m_pattern;
    FindLevel m_level;
    const std::stop_token& m_stop;
    FoundRows m_rows;
};

FindRow storedRow(const engine::FoundStack& found, std::uint32_t at)
{
    const library::RecordedFrame& frame = found.frames[at];
    FindRow row;
    row.report = found.report.id;
    row.isInline = frame.isInlined;
    row.frame.physicalIndex = at;
    row.number = QString::number(at);
    row.function = toQString(frame.function);
    row.module = toQString(frame.module);
    setSentence(row);
    return row;
}

} // namespace

Result<FoundRows> makeFindRows(const std::vector<SearchedReport>& reports,
                               const insight::TextPattern& pattern,
                               FindLevel level,
                               const std::stop_token& stop)
{
    RowsOfReports rows(pattern, level, stop);
    for (std::size_t i = 0; i < reports.size(); ++i) {
        if (reports[i].state.event) {
            FL_CHECK(rows.add(reports[i], qint64(i)));
        }
    }
    return rows.take();
}

QList<FindRow> makeFindRows(const engine::FoundStack& found, FindLevel level)
{
    FindRow head;
    head.report = found.report.id;
    head.isHead = true;
    head.title = toQString(baseName(found.report.path));
    head.remark = toQString(found.report.signature);
    head.count = QString::number(found.rows.size());
    head.sentence = QStringList{head.title, head.remark,
                                Words::tr("%n frame(s)", nullptr, int(found.rows.size()))}
                        .join(QStringLiteral(", "));
    QList<FindRow> rows{head};
    auto next = found.rows.begin();
    for (std::uint32_t at = 0; at < found.frames.size(); ++at) {
        const bool isMatch = next != found.rows.end() && next->row == at;
        if (!isMatch && level != FindLevel::Stacks)
            continue;
        FindRow row = storedRow(found, at);
        if (isMatch) {
            const bool isFunction = next->part == insight::FramePart::Function;
            setMatch(row, isFunction ? FindRow::Part::Function : FindRow::Part::Module,
                     isFunction ? found.frames[at].function : found.frames[at].module, next->range);
            ++next;
        }
        rows.append(std::move(row));
    }
    return rows;
}

} // namespace faultline::ui
