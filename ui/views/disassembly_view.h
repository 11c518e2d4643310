// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

class QLineEdit;
class QMenu;

namespace faultline::ui {

class CodeRowsView;
class ElidedLabel;
class FlatButton;

/// The instructions around the current frame with source lines and the lines of jumps, or around an
/// address that the user goes to.
class DisassemblyView final : public ReportView
{
    Q_OBJECT

public:
    explicit DisassemblyView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

    bool askForPlace() override;

    /// Goes to an address, register, module or function.
    void go(const QString& place);

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildBar();
    void applyTheme();
    void showCode();
    void showPlace();
    void showColumns();
    void follow(const QModelIndex& index);
    void addToMenu(QMenu& menu, const QModelIndex& index);
    ViewState emptyState();

    QLineEdit* m_place;
    ElidedLabel* m_origin;
    FlatButton* m_back;
    CodeRowsView* m_rows;
    StatefulView* m_view;
    QList<int> m_hidden;       ///< The columns that have no room.
    quint64 m_shownAnswer = 0; ///< Whose place was brought into sight.
};

} // namespace faultline::ui
