// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/stack_layout.h"

#include <QCoreApplication>

#include <optional>

namespace faultline::ui {

/// The stack of one thread as rows. Keeps the frames and the display options, and lays the rows out
/// again when either changes.
class StackModel final : public ColumnsModel<StackEntry>
{
    Q_DECLARE_TR_FUNCTIONS(StackModel)

public:
    enum Column {
        NumberColumn,
        MarkColumn,
        FunctionColumn,
        ModuleColumn,
        LocationColumn,
        TrustColumn,
        AddressColumn,
        ModuleOffsetColumn,
        LanguageColumn,
        MangledColumn,
        PathColumn,
        TracedColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

    /// What rows are laid out from.
    struct Plan
    {
        StackOptions options;
        QSet<quint32> unfolded; ///< Physical indexes of the runs that the user opened.

        bool operator==(const Plan&) const = default;
    };

    /// Rows that were laid out before, perhaps on another thread.
    struct LaidOut
    {
        Plan plan;
        RowsChange<StackEntry> change;
    };

    /// Replaces the frames, which are ordered callee first.
    void setFrames(FrameRows frames, StackEndRow end = {});
    /// The same with rows that were laid out from these frames. They are laid out again if the user
    /// has changed the plan since.
    void setFrames(FrameRows frames, StackEndRow end, const LaidOut& rows);

    const Plan& plan() const { return m_plan; }

    void setOptions(const StackOptions& options);
    /// Opens the folded run that starts at this physical frame.
    void unfold(quint32 physicalIndex);
    /// Opens the run that hides the frame, if one does.
    void reveal(FrameRow::Key key);
    /// Shows the possible meanings of an ambiguous frame, or hides them again.
    void toggle(quint32 physicalIndex);
    /// Forgets frames and opened runs, before another thread is shown.
    void clear();

    const FrameRows& frames() const { return m_frames; }

    const StackOptions& options() const { return m_plan.options; }

    /// Returns the row of a frame. If an inline row is hidden, that is the row of its physical
    /// frame.
    std::optional<int> rowOf(FrameRow::Key key) const;

    const StackEndRow& end() const { return m_end; }

    /// Returns null for rows that are no frames.
    const FrameRow* frameAt(int row) const;

    Qt::ItemFlags flags(const QModelIndex& index) const override;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    void layOut();

    FrameRows m_frames;
    StackEndRow m_end;
    Plan m_plan;
};

} // namespace faultline::ui
