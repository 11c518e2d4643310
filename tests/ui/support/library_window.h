// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/dump_scene.h"
#include "ui/views/library_page.h"

#include <QLabel>
#include <QLineEdit>

namespace faultline::ui::test {

inline constexpr int kWaitMs = 30'000;

/// The window with the library in front.
class LibraryWindow : public EngineWindow
{
public:
    LibraryWindow()
    {
        window.activateWindow();
        window.actions().trigger(QStringLiteral("go.to_library"));
    }

    template <class Widget>
    Widget& find(const char* name) const
    {
        auto* found = window.findChild<Widget*>(QLatin1String(name));
        if (!found)
            qFatal("nothing is called %s", name);
        return *found;
    }

    QString text(const char* name) const { return find<QLabel>(name).text(); }

    /// Writes a minidump and an event of JavaScript, and imports both.
    bool fill()
    {
        const QString dump = writeDump(*this);
        const QString script = write(QStringLiteral("script.json"), R"({
            "platform": "javascript", "release": "shop@2.1", "timestamp": "2024-05-31T10:00:00Z",
            "exception": {"values": [{"type": "TypeError", "value": "x is null",
                "stacktrace": {"frames": [{"function": "render",
                    "abs_path": "https:\/\/shop.example\/app.js", "lineno": 1, "colno": 9}]}}]}})");
        reportLibrary().import({dump, script});
        return QTest::qWaitFor(
                   [this] {
                       return reportLibrary().importProgress().phase == ImportProgress::Phase::Done;
                   },
                   kWaitMs) &&
               waitForRows(2);
    }

    bool waitForRows(int count)
    {
        return QTest::qWaitFor(
            [this, count] {
                return reportLibrary().rowsState() == LibrarySession::RowsState::Ready &&
                       reportLibrary().rows().rowCount() == count && reportLibrary().totals();
            },
            kWaitMs);
    }

    void type(const QString& line)
    {
        auto& field = find<QLineEdit>("library.line");
        field.clear();
        field.insert(line);
        QTest::keyClick(&field, Qt::Key_Return);
    }

    void chooseRow(int row)
    {
        auto& rows = this->rows("library.rows");
        rows.setFocus();
        rows.setCurrentIndex(rows.model()->index(row, 0));
    }
};

} // namespace faultline::ui::test
