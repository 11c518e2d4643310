// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/rows_model.h"

#include <QCoreApplication>
#include <QStringList>

namespace faultline::ui {

enum class ChainMood {
    Quiet,    ///< A chain without an end that is known to be one.
    Deadlock, ///< A cycle that memory proves.
    Possible  ///< A cycle in which a holder is a guess.
};

/// A thread of a chain as a box, and the arrow that leaves it.
struct ChainBoxRow
{
    int number = 0;  ///< Position among all boxes.
    int strip = 0;   ///< Which chain it belongs to.
    int thread = -1; ///< Index into the event's threads; -1 for a box that is no thread.
    QString name;
    QString holds;    ///< What it is recorded to hold; may be empty.
    QString standsIn; ///< The function; may be empty.
    ChainMood mood = ChainMood::Quiet;
    int next = -1; ///< `number` of the box that the arrow leads to; -1 without an arrow.
    QString waitsFor;
    QString evidence; ///< What memory says of the holder, or that it is a guess.
    bool isGuess = false;
    QString sentence; ///< All of it, for screen readers.

    int key() const { return number; }

    bool operator==(const ChainBoxRow&) const = default;
};

/// Chains of threads that wait for each other.
struct ChainRows
{
    QList<ChainBoxRow> boxes;
    QStringList guesses; ///< Sentences on threads whose holder is a guess.
    int cycles = 0;      ///< Of those that memory proves.
    int possibleCycles = 0;
    QString title; ///< Who holds what at the end of a chain; empty with cycles.

    bool operator==(const ChainRows&) const = default;
};

class ChainModel final : public RowsModel<ChainBoxRow>
{
    Q_DECLARE_TR_FUNCTIONS(ChainModel)

public:
    using RowsModel::RowsModel;

protected:
    int columns() const override { return 1; }

    QVariant cell(int row, int column, int role) const override;

    QString headerCell(int) const override { return tr("Thread"); }

    Qt::Alignment alignment(int) const override { return Qt::AlignVCenter | Qt::AlignLeft; }
};

} // namespace faultline::ui
