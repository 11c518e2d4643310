// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/stack_html.h"
#include "ui/views/find_line.h"
#include "ui/views/find_view.h"
#include "ui/views/main_window.h"
#include "ui/views/report_page.h"
#include "ui/views/row_copy.h"
#include "ui/views/row_view.h"
#include "ui/views/stack_view.h"
#include "ui/views/status_strip.h"
#include "ui/views/workspace.h"

#include <QClipboard>
#include <QGuiApplication>

namespace faultline::ui {

void MainWindow::connectCopyActions()
{
    const auto onTable = [this](const char* id, auto copy) {
        m_actions.on(id, this, [this, copy] {
            if (RowView* table = focusedTable()) {
                copy(*table);
                m_status->setMessage(tr("Copied"));
            }
        });
    };
    m_actions.on("edit.copy", this, [this] { copySelection(); });
    onTable("edit.copy_cell", [](const RowView& table) {
        QGuiApplication::clipboard()->setText(table.currentCell());
    });
    onTable("edit.copy_table", [](const RowView& table) { copyRows(table, CopiedRows::All); });
    onTable("edit.copy_csv", [](const RowView& table) { copyCsv(table, CopiedRows::All); });
    m_actions.on("edit.copy_stack", this, [this] { copyStack(); });
    m_actions.on("edit.copy_markdown", this, [this] {
        copyText(currentSession()->stackAsMarkdown(), tr("Stack copied as Markdown"));
    });
    m_actions.on("edit.copy_json", this,
                 [this] { copyText(currentSession()->stackAsJson(), tr("Stack copied as JSON")); });
    m_actions.on("edit.copy_offset", this, [this] { copyFrame(&FrameRow::moduleOffset); });
    m_actions.on("edit.copy_address", this, [this] {
        const auto current = currentSession()->place().currentFrame();
        const auto row = current ? currentSession()->stack().rowOf(*current) : std::nullopt;
        const auto index =
            currentSession()->stack().index(row.value_or(0), StackModel::AddressColumn);
        copyText(index.data().toString(), tr("Copied"));
    });
}

/// The rows of the table with the keyboard, or what another view has selected. One row of the stack
/// stands for all of it.
void MainWindow::copySelection()
{
    const StackView* stack = m_report->workspace().currentStack();
    const RowView* table = focusedTable();
    const bool isStack = table && stack && stack->isAncestorOf(table);
    if (table && table->hasSelection() && (!isStack || stack->hasPartialSelection())) {
        copyRows(*table, CopiedRows::Selected);
        return m_status->setMessage(tr("Copied"));
    }
    const QString text = isStack ? QString() : m_report->workspace().selectedText();
    if (!text.isEmpty())
        copyText(text, tr("Copied"));
    else if (currentSession())
        copyStack();
}

void MainWindow::copyStack()
{
    const QString rows = currentSession()->stackAsText();
    ui::copyText(rows, stackHtml(currentSession()->header(), rows));
    m_status->setMessage(tr("Stack copied"));
}

void MainWindow::copyText(const QString& text, const QString& message)
{
    QGuiApplication::clipboard()->setText(text);
    m_status->setMessage(message);
}

void MainWindow::copyFrame(QString FrameRow::* field)
{
    const auto current = currentSession()->place().currentFrame();
    const auto row = current ? currentSession()->stack().rowOf(*current) : std::nullopt;
    if (const FrameRow* frame = row ? currentSession()->stack().frameAt(*row) : nullptr)
        copyText(frame->*field, tr("Copied"));
}

void MainWindow::connectFindActions()
{
    const auto filter = [] {
        if (RowView* table = focusedTable())
            table->startFilter();
    };
    m_actions.on("edit.filter", this, filter);
    m_actions.on("edit.find", this, [filter] {
        if (FindLine* line = focusedFindLine())
            line->start();
        else
            filter();
    });
    m_actions.on("edit.find_next", this, [this] { findNext(1); });
    m_actions.on("edit.find_prev", this, [this] { findNext(-1); });
}

/// Goes on where the keyboard is, otherwise in what all stacks were searched for.
void MainWindow::findNext(int direction)
{
    FindView& all = m_report->workspace().findView();
    RowView* table = focusedTable();
    FindLine* line = focusedFindLine();
    if (table && table->isFiltering())
        table->stepRow(direction);
    else if (line)
        line->step(direction);
    else
        all.step(direction);
}

} // namespace faultline::ui
