// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/keymap_model.h"

#include "ui/models/fuzzy_match.h"
#include "ui/models/roles.h"

#include <algorithm>

namespace faultline::ui {

namespace {

bool isOf(const KeymapRow& action, KeymapFilter filter)
{
    switch (filter) {
    case KeymapFilter::All: return true;
    case KeymapFilter::Changed: return action.isChanged;
    case KeymapFilter::Conflicts: return action.hasConflict;
    case KeymapFilter::NoKey: return action.keys.isEmpty();
    }
    return true;
}

QString joined(const QStringList& keys)
{
    return keys.join(QStringLiteral(" ") + KeymapModel::tr("or") + u' ');
}

} // namespace

void KeymapModel::setActions(QList<KeymapRow> actions)
{
    m_actions = std::move(actions);
    layOut();
}

void KeymapModel::setFilter(const QString& text, KeymapFilter filter)
{
    m_text = text.trimmed();
    m_filter = filter;
    layOut();
}

void KeymapModel::toggleMenu(int index)
{
    const KeymapRow* head = rowAt(index);
    if (!head || !head->isHead())
        return;
    const QString menu = head->menu;
    if (!m_closed.remove(menu))
        m_closed.insert(menu);
    layOut();
}

int KeymapModel::count(KeymapFilter filter) const
{
    return int(std::ranges::count_if(
        m_actions, [filter](const KeymapRow& action) { return isOf(action, filter); }));
}

bool KeymapModel::fits(const KeymapRow& action) const
{
    if (!isOf(action, m_filter))
        return false;
    const bool hasKeys = std::ranges::any_of(action.keys, [this](const QString& keys) {
        return keys.contains(m_text, Qt::CaseInsensitive);
    });
    return m_text.isEmpty() || hasKeys || fuzzyMatch(m_text, action.text) ||
           fuzzyMatch(m_text, action.english);
}

void KeymapModel::layOut()
{
    QList<KeymapRow> rows;
    QStringList menus;
    m_shown = 0;
    for (const KeymapRow& action : std::as_const(m_actions)) {
        if (!menus.contains(action.menu))
            menus.append(action.menu);
    }
    for (const QString& menu : menus) {
        QList<KeymapRow> shown;
        int all = 0;
        for (const KeymapRow& action : std::as_const(m_actions)) {
            if (action.menu != menu)
                continue;
            ++all;
            if (fits(action))
                shown.append(action);
        }
        if (shown.isEmpty())
            continue;
        m_shown += int(shown.size());
        const bool isOpen = !m_closed.contains(menu);
        rows.append(KeymapRow{.id = {},
                              .menu = menu,
                              .text = menu,
                              .number = shown.size() == all
                                            ? QString::number(all)
                                            : tr("%1 of %2").arg(shown.size()).arg(all),
                              .isOpen = isOpen});
        if (isOpen)
            rows += shown;
    }
    setRows(std::move(rows));
}

QString KeymapModel::keysText(const KeymapRow& row)
{
    if (row.isHead())
        return row.number;
    return row.keys.isEmpty() ? QStringLiteral("–") : joined(row.keys);
}

QString KeymapModel::presetText(const KeymapRow& row)
{
    if (!row.isChanged)
        return {};
    return row.presetKeys.isEmpty() ? tr("no key") : joined(row.presetKeys);
}

QVariant KeymapModel::badge(const KeymapRow& shown, int column) const
{
    if (column == ConflictColumn && shown.hasConflict)
        return int(BadgeStyle::Warn);
    if (column == ChangedColumn && shown.isChanged)
        return int(BadgeStyle::Accent);
    return int(BadgeStyle::None);
}

KeymapModel::Table KeymapModel::table() const
{
    static constexpr TableColumn<KeymapRow> kColumns[] = {
        {.id = ActionColumn,
         .title = [] { return tr("Action"); },
         .text = field<&KeymapRow::text>,
         .room = {.width = 34}},
        {.id = KeysColumn,
         .title = [] { return tr("Keys"); },
         .text = [](const KeymapRow& row) -> QVariant { return keysText(row); },
         .room = {.width = 36},
         .tone = Tone::Dim},
        {.id = WhereColumn,
         .title = [] { return tr("Where"); },
         .text = field<&KeymapRow::where>,
         .room = {.width = 14},
         .tone = Tone::Dim},
        {.id = PresetColumn,
         .title = [] { return tr("Preset has"); },
         .text = [](const KeymapRow& row) -> QVariant { return presetText(row); },
         .room = {.width = 0},
         .tone = Tone::Dim},
        {.id = ConflictColumn,
         .text = [](const KeymapRow& row) -> QVariant {
             return row.hasConflict ? tr("conflict") : QString();
         },
         .room = {.width = 11, .firmness = 1},
         .tone = Tone::Dim},
        {.id = ChangedColumn,
         .text = [](const KeymapRow& row) -> QVariant {
             return row.isChanged ? tr("changed") : QString();
         },
         .room = {.width = 11, .firmness = 1},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant KeymapModel::cell(int index, int column, int role) const
{
    const KeymapRow& shown = row(index);
    switch (role) {
    case Qt::AccessibleTextRole: {
        if (column != ActionColumn)
            return {};
        QStringList parts;
        for (int each = 0; each < ColumnCount; ++each) {
            if (const QString part = text(shown, each).toString(); !part.isEmpty())
                parts.append(part);
        }
        return parts.join(QStringLiteral(", "));
    }
    case KeysRole: return column == KeysColumn ? QVariant(shown.keys) : QVariant();
    case BadgeRole: return badge(shown, column);
    case GroupRole:
        if (!shown.isHead() || column != ActionColumn)
            return int(Group::None);
        return int(shown.isOpen ? Group::Open : Group::Folded);
    case IdRole: return shown.id;
    default: return cellOfColumn(shown, column, role);
    }
}

} // namespace faultline::ui
