// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/engine_window.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QTest>

#include <algorithm>

namespace faultline::ui::test {

inline const QString kSample = QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/sample.dmp");

/// A sample in the window, with one dock in front.
struct OpenDock
{
    OpenDock(const QString& file, const char* dockName) : dock(dockName)
    {
        session = workbench.open(file);
        isReady = session && EngineWindow::waitUntilIdle(*session);
        workbench.window.actions().trigger(QStringLiteral("view.") + QLatin1String(dockName));
    }

    WorkbenchDock& widget()
    {
        return *workbench.window.reportPage().workspace().dock(QLatin1String(dock));
    }

    /// Waits for the view to come in sight.
    RowView& rows(const char* view) const
    {
        const auto views = workbench.window.findChildren<RowView*>(QLatin1String(view));
        if (!QTest::qWaitFor([&] { return std::ranges::any_of(views, &RowView::isVisible); }))
            qFatal("%s does not come in sight", view);
        return workbench.rows(view);
    }

    /// Empty while the view is not in sight.
    QStringList column(const char* view, int column) const
    {
        QStringList texts;
        for (const RowView* each : workbench.window.findChildren<RowView*>(QLatin1String(view))) {
            const auto* model = each->isVisible() ? each->model() : nullptr;
            for (int row = 0; model && row < model->rowCount(); ++row)
                texts.append(model->index(row, column).data().toString());
        }
        return texts;
    }

    int rowOf(const char* view, const QString& text) const
    {
        return int(column(view, 0).indexOf(text));
    }

    bool shows(const QString& sentence)
    {
        const auto pages = widget().findChildren<StatePage*>();
        return std::ranges::any_of(pages, [&](const StatePage* page) {
            return page->isVisible() && page->sentence().contains(sentence);
        });
    }

    EngineWindow workbench;
    const char* dock;
    ReportSession* session = nullptr;
    bool isReady = false;
};

} // namespace faultline::ui::test
