// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>
#include <QSet>
#include <QStringList>

namespace faultline::ui {

/// An action and its keys, or the head of a menu's actions.
struct KeymapRow
{
    QString id; ///< Of the action; empty for heads.
    QString menu;
    QString text;
    QString english{};
    QStringList keys{};       ///< Native texts.
    QStringList presetKeys{}; ///< The same of the preset.
    QString where{};
    bool isChanged = false;
    bool hasConflict = false;
    QString number{}; ///< Of heads: "8 of 17".
    bool isOpen = true;

    bool isHead() const { return id.isEmpty(); }

    QString key() const { return isHead() ? menu : id; }

    bool operator==(const KeymapRow&) const = default;
};

enum class KeymapFilter { All, Changed, Conflicts, NoKey };

/// The actions with their keys, under their menus.
class KeymapModel final : public ColumnsModel<KeymapRow>
{
    Q_DECLARE_TR_FUNCTIONS(KeymapModel)

public:
    enum Column {
        ActionColumn,
        KeysColumn,
        WhereColumn,
        PresetColumn,
        ConflictColumn,
        ChangedColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

    void setActions(QList<KeymapRow> actions);
    /// Words of the action in either language, or keys.
    void setFilter(const QString& text, KeymapFilter filter);
    void toggleMenu(int row);

    int shown() const { return m_shown; }

    int count(KeymapFilter filter) const;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    bool fits(const KeymapRow& action) const;
    void layOut();
    static QString keysText(const KeymapRow& row);
    static QString presetText(const KeymapRow& row);
    QVariant badge(const KeymapRow& row, int column) const;

    QList<KeymapRow> m_actions;
    QSet<QString> m_closed;
    QString m_text;
    KeymapFilter m_filter = KeymapFilter::All;
    int m_shown = 0;
};

} // namespace faultline::ui
