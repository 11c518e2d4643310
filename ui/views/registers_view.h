// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/register_model.h"
#include "ui/views/report_view.h"

class QMenu;

namespace faultline::ui {

class RegisterRowsView;

/// Shows the registers of the current frame in groups, what changed since its caller, and what they
/// point to. Enter leads to the memory there.
class RegistersView final : public ReportView
{
    Q_OBJECT

public:
    explicit RegistersView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;
    int contentHeight() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void showEvent(QShowEvent* event) override;

private:
    void showRegisters();
    void showNothing();
    void toggle(const QModelIndex& index);
    void follow(const QModelIndex& index);
    void addToMenu(QMenu& menu, const QModelIndex& index);

    RegisterModel m_model;
    RegisterRowsView* m_rows;
    StatefulView* m_view;
    QList<RegisterRow::Part> m_folded;
};

} // namespace faultline::ui
