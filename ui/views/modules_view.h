// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

namespace faultline::ui {

class FooterBar;
class RowView;

/// Shows the report's modules with the state of their debug files. A narrow view shows names and
/// states, a wide one every default column.
class ModulesView final : public ReportView
{
    Q_OBJECT

public:
    explicit ModulesView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;
    int contentHeight() const override;

Q_SIGNALS:
    /// The user asks for an explanation of this module.
    void explainRequested(int module);
    /// The user wants to see a debug file from inside.
    void inspectRequested(const QString& file);

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void applyWidth();
    void updateFooter();
    QString emptyText() const;
    void fillMenu(QMenu& menu, int row);
    int moduleFor(const QPoint& at, const QString& file) const;

    bool m_showedAll = false; ///< Before the filter was opened.
    RowView* m_rows;
    StatefulView* m_view;
    FooterBar* m_footer;
    bool m_isWide = false;
};

} // namespace faultline::ui
