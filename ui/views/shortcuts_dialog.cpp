// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/shortcuts_dialog.h"

#include "ui/views/action_registry.h"
#include "ui/views/row_view.h"

#include <QVBoxLayout>

namespace faultline::ui {

ShortcutsDialog::ShortcutsDialog(const Theme& theme, const ActionRegistry& actions, QWidget* parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("dialog.shortcuts"));
    setWindowTitle(tr("Shortcuts"));
    QList<DetailRow> rows;
    for (const QAction* action : actions.all()) {
        if (!action->shortcuts().isEmpty())
            rows.append({QString(action->text()).remove(u'&'),
                         QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText),
                         true});
    }
    m_model.setRows(rows);
    auto* view = new RowView(theme, RowHeight::Dense, this);
    view->setModel(&m_model);
    view->setHeaderHidden(true);
    view->setAccessibleName(windowTitle());
    view->setRooms({{.width = 44}, {.width = 0}});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(view);
    resize(110 * theme.metrics().step, 150 * theme.metrics().step);
}

} // namespace faultline::ui
