// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stack_model.h"

#include "ui/models/function_names.h"

#include <algorithm>
#include <functional>

namespace faultline::ui {

namespace {

Tone toneOf(const FrameRow& frame, int column)
{
    if (frame.isGuessed)
        return Tone::Guessed;
    if (column == StackModel::NumberColumn)
        return Tone::Faint;
    if (column == StackModel::FunctionColumn)
        return frame.isInApp && !frame.isLibrary ? Tone::Normal : Tone::Dim;
    return Tone::Dim;
}

QString nameOf(const FrameRow& frame)
{
    return frame.shownFunction.isEmpty() ? frame.function : frame.shownFunction;
}

bool isFixedFace(int column)
{
    return column != StackModel::ModuleColumn && column != StackModel::NumberColumn &&
           column != StackModel::LanguageColumn;
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

QVariant frameRole(const StackEntry& entry, int column, int role)
{
    const FrameRow& frame = *entry.frame;
    const bool isCounted = entry.count >= 0;
    switch (role) {
    case Qt::ToolTipRole: return toolTipOf(frame, column);
    case Qt::AccessibleTextRole:
        return column == StackModel::NumberColumn ? QVariant(frame.sentence) : QVariant();
    case ToneRole: return int(toneOf(frame, column));
    case FaceRole: return int(isFixedFace(column) ? Face::Fixed : Face::Interface);
    case MarkRole: return int(markOf(frame, column, isCounted));
    case BadgeRole:
        return int(column == StackModel::TrustColumn ? frame.trustStyle : BadgeStyle::None);
    case ElideRole: // Of a place, the file's name and the line come last.
        return int(column == StackModel::LocationColumn || column == StackModel::PathColumn
                       ? Qt::ElideLeft
                       : Qt::ElideRight);
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

QVariant StackModel::cell(int index, int column, int role) const
{
    const StackEntry& entry = row(index);
    if (role == KindRole)
        return int(entry.kind);
    if (entry.kind == StackEntry::Kind::Frame)
        return role == Qt::DisplayRole ? text(entry, column) : frameRole(entry, column, role);
    if (role == Qt::ToolTipRole) // The tool tip repeats the text, which may not fit into the row.
        return entry.text;
    const bool isText = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    return isText && column == NumberColumn ? QVariant(entry.text) : QVariant();
}

QVariant StackModel::text(const StackEntry& entry, int column) const
{
    const FrameRow& frame = *entry.frame;
    switch (column) {
    case NumberColumn:
        if (entry.count >= 0)
            return QString::number(entry.count);
        return frame.isInline() ? QString() : QString::number(frame.frameKey.physicalIndex);
    case FunctionColumn: return nameOf(frame);
    case ModuleColumn: return frame.module;
    case LocationColumn:
        return frame.shownLocation.isEmpty() ? frame.location : frame.shownLocation;
    case TrustColumn: return frame.trust;
    case AddressColumn:
        return frame.hasAddress
                   ? QStringLiteral("0x%1").arg(frame.address, 16, 16, QLatin1Char('0'))
                   : QString();
    case ModuleOffsetColumn: return frame.moduleOffset;
    case LanguageColumn: return frame.language;
    case MangledColumn: return frame.mangled;
    case PathColumn: return frame.path;
    case TracedColumn: return frame.traced;
    default: return {};
    }
}

QString StackModel::headerCell(int column) const
{
    switch (column) {
    case NumberColumn: return tr("#");
    case FunctionColumn: return tr("Function");
    case ModuleColumn: return tr("Module");
    case LocationColumn: return tr("Location");
    case TrustColumn: return tr("Trust");
    case AddressColumn: return tr("Address");
    case ModuleOffsetColumn: return tr("Module offset");
    case LanguageColumn: return tr("Language");
    case MangledColumn: return tr("Mangled name");
    case PathColumn: return tr("Full path");
    case TracedColumn: return tr("In the trace");
    default: return {};
    }
}

} // namespace faultline::ui
