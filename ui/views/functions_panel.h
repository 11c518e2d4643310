// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/cells_model.h"
#include "ui/models/stack_functions.h"
#include "ui/style/theme.h"

#include <QWidget>

#include <memory>

namespace faultline::ui {

class RowView;

/// The functions of all stacks, and beside them the callers and callees of the chosen one.
class FunctionsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit FunctionsPanel(const Theme& theme, QWidget* parent = nullptr);

    /// `rows` is what makeRows() made of the functions.
    void setFunctions(std::shared_ptr<const QList<StackFunction>> functions,
                      StackWeight unit,
                      QList<PlainRow> rows);

    /// The rows of the table. May take long for very many functions, so make them on a thread of
    /// the pool.
    static QList<PlainRow> makeRows(const QList<StackFunction>& functions, quint64 all);

    QString selectedText() const;

Q_SIGNALS:
    /// The user wants to see a function in the picture.
    void functionChosen(const QString& function, const QString& module);

private:
    void buildViews();
    void connectViews();
    void showLinks(const QModelIndex& index);
    void setLinks(RowView& view, CellsModel& model, const QList<StackLink>& links);
    void goTo(const CellsModel& model, const QModelIndex& index);
    QString weightTitle() const;

    StackWeight m_unit = StackWeight::Threads;
    std::shared_ptr<const QList<StackFunction>> m_functions;
    CellsModel m_model;
    CellsModel m_callerModel;
    CellsModel m_calleeModel;
    RowView* m_rows;
    RowView* m_callers;
    RowView* m_callees;
};

} // namespace faultline::ui
