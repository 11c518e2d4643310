// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

#include <QAction>
#include <QMenu>

#include <optional>

namespace faultline::ui {

class FlatButton;
class NoticeBar;
class PanelHeader;
class StackRowsView;

/// `view.stack`: the stack of the current thread. Each report page has its own, so it keeps its
/// scroll position and columns.
class StackView final : public ReportView
{
    Q_OBJECT

public:
    explicit StackView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;
    /// The height of what stands above the rows beside the columns' titles, in pixels.
    int headHeight() const;
    /// Tells whether several frames but not all are selected. Copy then takes the selected rows,
    /// otherwise the whole stack.
    bool hasPartialSelection() const;

    void setMode(StackOptions::Mode mode);
    void setOrder(StackOptions::Order order);
    /// Remembers the options, for all reports.
    void setOptions(const StackOptions& options);

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildHeader();
    void buildRows();
    void buildModeMenu();
    void buildOrderMenu();
    void buildTextMenu(QMenu& menu);
    void showColumns();
    void hideEmptyColumns();
    void showOptions();
    void showNotices();
    void showCurrentFrame();
    void takeCurrentRow(const QModelIndex& index);
    void chooseRow(const QModelIndex& index);
    void fillMenu(QMenu& menu, int row);
    void addCopyMenu(QMenu& menu, const FrameRow& frame);

    PanelHeader* m_header;
    NoticeBar* m_notices;
    std::optional<bool> m_hasTraced; ///< The columns are those of scripts and the JVM.
    FlatButton* m_mode;
    FlatButton* m_order;
    /// Options that are on or off.
    QList<std::pair<QAction*, bool StackOptions::*>> m_switches;
    QMenu* m_templates = nullptr;
    StackRowsView* m_rows;
    StatefulView* m_view;
    QList<int> m_filled;     ///< Columns in which a frame of the report had a text.
    bool m_isNarrow = false; ///< Only numbers and functions are shown.
};

} // namespace faultline::ui
