// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/rows_model.h"

#include <QCoreApplication>
#include <QStringList>

namespace faultline::ui {

/// In the order in which the groups stand.
enum class PaletteKind { Used, Place, Function, Action, Symbol, Thread, Module, Report, Setting };

/// Something that the palette can lead to.
struct PaletteEntry
{
    PaletteKind kind = PaletteKind::Action;
    QString id; ///< Identifies it, such as "action go.crash".
    QString text;
    QString english{};  ///< The text in English; empty where it is the same.
    QString remark{};   ///< Stands beside the text, such as the menu of an action.
    QString end{};      ///< Stands at the right end, such as a thread.
    QStringList keys{}; ///< Native texts of the keys that do the same.
    QString reason{};   ///< Why it cannot be done now; empty when it can.
    QString icon{};
    bool isFixed = false; ///< Functions use the fixed font.

    bool operator==(const PaletteEntry&) const = default;
};

/// A row of the palette: an entry, or the title of a group.
struct PaletteRow
{
    struct Key
    {
        PaletteKind kind = PaletteKind::Action;
        QString id; ///< Empty for titles.

        bool operator==(const Key&) const = default;
    };

    PaletteEntry entry;
    bool isTitle = false;
    QList<int> matched{}; ///< Letters of the text that were typed.

    Key key() const { return {entry.kind, isTitle ? QString() : entry.id}; }

    bool operator==(const PaletteRow&) const = default;
};

/// What was typed into the palette.
struct PaletteQuery
{
    QString text;               ///< Without the prefix.
    QList<PaletteKind> kinds{}; ///< That the prefix names; empty without one.

    bool wants(PaletteKind kind) const { return kinds.isEmpty() || kinds.contains(kind); }
};

/// The prefixes are ">", "@", "#", ":", "m ", "r " and "s ".
PaletteQuery paletteQuery(const QString& typed);

struct PaletteRows
{
    QList<PaletteRow> rows;
    int matches = 0;
};

enum class PaletteLength {
    Overview, ///< Three of each group. Without a text, what was used last comes first.
    Whole     ///< Many of each group, as after a prefix.
};

/// What fits best. `used` has the ids of what was used last, the latest first. Places and symbols
/// were found by the text, and stay.
PaletteRows paletteRows(const QList<PaletteEntry>& entries,
                        const PaletteQuery& query,
                        const QStringList& used,
                        PaletteLength length);

class PaletteModel final : public RowsModel<PaletteRow>
{
    Q_DECLARE_TR_FUNCTIONS(PaletteModel)

public:
    using RowsModel::RowsModel;

    static QString title(PaletteKind kind);

    /// Titles cannot be selected.
    Qt::ItemFlags flags(const QModelIndex& index) const override;

protected:
    int columns() const override { return 1; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;
};

} // namespace faultline::ui
