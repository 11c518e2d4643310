// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stack_model.h"

#include "ui/models/function_names.h"

#include <algorithm>
#include <functional>

namespace faultline::ui {

namespace {

QString nameOf(const FrameRow& frame)
{
    return frame.shownFunction.isEmpty() ? frame.function : frame.shownFunction;
}

QString numberOf(const StackEntry& entry)
{
    if (entry.count >= 0)
        return QString::number(entry.count);
    return entry.frame->isInline() ? QString()
                                   : QString::number(entry.frame->frameKey.physicalIndex);
}

QString locationOf(const FrameRow& frame)
{
    return frame.shownLocation.isEmpty() ? frame.location : frame.shownLocation;
}

QString addressOf(const FrameRow& frame)
{
    return frame.hasAddress ? QStringLiteral("0x%1").arg(frame.address, 16, 16, QLatin1Char('0'))
                            : QString();
}

Mark markOf(const FrameRow& frame, int column, bool isCounted)
{
    if (column == StackModel::NumberColumn && frame.isInline() && !isCounted)
        return Mark::Inline;
    if (column == StackModel::MarkColumn && frame.isCrash)
        return Mark::CrashFrame;
    return Mark::None;
}

QString toolTipOf(const FrameRow& frame, int column)
{
    if (column != StackModel::TrustColumn)
        return frame.note.isEmpty() ? frame.function : frame.function + u'\n' + frame.note;
    if (frame.trustNote.isEmpty() || frame.note.isEmpty())
        return frame.trustNote + frame.note;
    return frame.trustNote + u'\n' + frame.note;
}

/// What depends on the frame; invalid where the column says it.
QVariant frameRole(const StackEntry& entry, int column, int role)
{
    const FrameRow& frame = *entry.frame;
    const bool isCounted = entry.count >= 0;
    switch (role) {
    case Qt::ToolTipRole: return toolTipOf(frame, column);
    case Qt::AccessibleTextRole:
        return column == StackModel::NumberColumn ? QVariant(frame.sentence) : QVariant();
    case ToneRole:
        if (frame.isGuessed)
            return int(Tone::Guessed);
        if (column == StackModel::FunctionColumn && frame.isInApp && !frame.isLibrary)
            return int(Tone::Normal);
        return {};
    case MarkRole: return int(markOf(frame, column, isCounted));
    case BadgeRole:
        return int(column == StackModel::TrustColumn ? frame.trustStyle : BadgeStyle::None);
    case ShorterRole:
        return column == StackModel::FunctionColumn ? shorterNames(nameOf(frame)) : QStringList();
    case IndentRole: return column == StackModel::FunctionColumn && frame.isInline() ? 1 : 0;
    case SortRole: return frame.frameKey.physicalIndex;
    default: return {};
    }
}

} // namespace

void StackModel::setFrames(FrameRows frames, StackEndRow end)
{
    m_frames = std::move(frames);
    m_end = std::move(end);
    layOut();
}

void StackModel::setFrames(FrameRows frames, StackEndRow end, const LaidOut& rows)
{
    if (rows.plan != m_plan)
        return setFrames(std::move(frames), std::move(end));
    m_frames = std::move(frames);
    m_end = std::move(end);
    apply(rows.change);
}

void StackModel::setOptions(const StackOptions& options)
{
    if (m_plan.options == options)
        return;
    m_plan.options = options;
    m_plan.unfolded.clear();
    layOut();
}

void StackModel::unfold(quint32 physicalIndex)
{
    m_plan.unfolded.insert(physicalIndex);
    layOut();
}

void StackModel::toggle(quint32 physicalIndex)
{
    if (!m_plan.unfolded.remove(physicalIndex))
        m_plan.unfolded.insert(physicalIndex);
    layOut();
}

void StackModel::clear()
{
    m_plan.unfolded.clear();
    setFrames({});
}

void StackModel::layOut()
{
    setRows(layOutStack(m_frames, m_end, m_plan.options, m_plan.unfolded));
}

void StackModel::reveal(FrameRow::Key key)
{
    if (rowOf(key))
        return;
    const bool hasInlineRows =
        m_plan.options.inlineRows && m_plan.options.mode != StackOptions::Mode::Raw;
    if (!hasInlineRows) // Its physical frame stands for an inlined call.
        key.inlineDepth = 0;
    QList<FrameRow::Key> folds; // From the newest frame to the oldest one, as the frames.
    for (const StackEntry& entry : allRows()) {
        if (entry.kind == StackEntry::Kind::Fold)
            folds.append(entry.frame->frameKey);
    }
    if (m_plan.options.order == StackOptions::Order::OldestFirst)
        std::ranges::reverse(folds);
    qsizetype passed = 0; // Folds that start at the frame or before it.
    for (const auto& frame : m_frames) {
        if (passed < folds.size() && folds.at(passed) == frame->frameKey)
            ++passed;
        if (frame->frameKey != key)
            continue;
        if (passed > 0)
            unfold(folds.at(passed - 1).physicalIndex);
        return;
    }
}

std::optional<int> StackModel::rowOf(FrameRow::Key key) const
{
    // Physical indexes grow, or fall when the oldest frame comes first.
    const auto& rows = allRows();
    const auto indexOf = [](const StackEntry& entry) {
        return entry.frame->frameKey.physicalIndex;
    };
    const auto same =
        m_plan.options.order == StackOptions::Order::OldestFirst
            ? std::ranges::equal_range(rows, key.physicalIndex, std::greater(), indexOf)
            : std::ranges::equal_range(rows, key.physicalIndex, std::less(), indexOf);
    std::optional<int> physical;
    for (auto at = same.begin(); at != same.end(); ++at) {
        const StackEntry& entry = *at;
        const int i = int(at - rows.begin());
        if (entry.kind != StackEntry::Kind::Frame)
            continue;
        if (entry.frame->frameKey == key)
            return i;
        if (entry.frame->frameKey ==
            FrameRow::Key{.physicalIndex = key.physicalIndex, .inlineDepth = 0})
            physical = i;
    }
    return physical;
}

const FrameRow* StackModel::frameAt(int index) const
{
    const StackEntry* entry = rowAt(index);
    return entry && entry->kind == StackEntry::Kind::Frame ? entry->frame.get() : nullptr;
}

Qt::ItemFlags StackModel::flags(const QModelIndex& index) const
{
    const StackEntry* entry = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!entry)
        return Qt::NoItemFlags;
    const bool isChosen =
        entry->kind == StackEntry::Kind::Frame || entry->kind == StackEntry::Kind::Fold;
    if (!isChosen)
        return Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

StackModel::Table StackModel::table() const
{
    static constexpr TableColumn<StackEntry> kColumns[] = {
        {.id = NumberColumn,
         .title = [] { return tr("#"); },
         .text = [](const StackEntry& row) -> QVariant { return numberOf(row); },
         .room = {.width = 5.8},
         .tone = Tone::Faint,
         .isRight = true},
        {.id = MarkColumn, .room = {.width = 3.5}, .tone = Tone::Dim, .face = Face::Fixed},
        {.id = FunctionColumn,
         .title = [] { return tr("Function"); },
         .text = [](const StackEntry& row) -> QVariant { return nameOf(*row.frame); },
         .room = {.width = 0},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = ModuleColumn,
         .title = [] { return tr("Module"); },
         .text = [](const StackEntry& row) -> QVariant { return row.frame->module; },
         .room = {.width = 17},
         .tone = Tone::Dim},
        {.id = LocationColumn,
         .title = [] { return tr("Location"); },
         .text = [](const StackEntry& row) -> QVariant { return locationOf(*row.frame); },
         .room = {.width = 26},
         .tone = Tone::Dim,
         .face = Face::Fixed,
         .elide = Qt::ElideLeft}, // The file's name and the line come last.
        {.id = TrustColumn,
         .title = [] { return tr("Trust"); },
         .text = [](const StackEntry& row) -> QVariant { return row.frame->trust; },
         .room = {.width = 8, .firmness = 1.5},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = AddressColumn,
         .title = [] { return tr("Address"); },
         .text = [](const StackEntry& row) -> QVariant { return addressOf(*row.frame); },
         .room = {.width = 18, .isWhole = true},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = ModuleOffsetColumn,
         .title = [] { return tr("Module offset"); },
         .text = [](const StackEntry& row) -> QVariant { return row.frame->moduleOffset; },
         .room = {.width = 18, .isWhole = true},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = LanguageColumn,
         .title = [] { return tr("Language"); },
         .text = [](const StackEntry& row) -> QVariant { return row.frame->language; },
         .room = {.width = 10},
         .tone = Tone::Dim},
        {.id = MangledColumn,
         .title = [] { return tr("Mangled name"); },
         .text = [](const StackEntry& row) -> QVariant { return row.frame->mangled; },
         .room = {.width = 24},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = PathColumn,
         .title = [] { return tr("Full path"); },
         .text = [](const StackEntry& row) -> QVariant { return row.frame->path; },
         .room = {.width = 24},
         .tone = Tone::Dim,
         .face = Face::Fixed,
         .elide = Qt::ElideLeft},
        {.id = TracedColumn,
         .title = [] { return tr("In the trace"); },
         .text = [](const StackEntry& row) -> QVariant { return row.frame->traced; },
         .room = {.width = 28},
         .tone = Tone::Dim,
         .face = Face::Fixed},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant StackModel::cell(int index, int column, int role) const
{
    const StackEntry& entry = row(index);
    if (role == KindRole)
        return int(entry.kind);
    if (entry.kind == StackEntry::Kind::Frame) {
        const QVariant own = frameRole(entry, column, role);
        return own.isValid() ? own : cellOfColumn(entry, column, role);
    }
    if (role == Qt::ToolTipRole) // The tool tip repeats the text, which may not fit into the row.
        return entry.text;
    const bool isText = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    return isText && column == NumberColumn ? QVariant(entry.text) : QVariant();
}

} // namespace faultline::ui
