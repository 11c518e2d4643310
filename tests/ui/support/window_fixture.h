// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/fake_engine.h"
#include "ui/bridge/workbench_bridge.h"
#include "ui/settings/app_settings.h"
#include "ui/style/theme.h"
#include "ui/views/main_window.h"

#include <QTemporaryDir>

namespace faultline::ui::test {

/// A whole window over the engine double, with settings in a temporary folder. The application's
/// style is set once per process.
struct WindowFixture
{
    WindowFixture();

    QString settingsFile() const { return folder.filePath(QStringLiteral("settings.ini")); }

    /// Shows the window, opens the file, and waits until its report is complete or has failed.
    ReportSession* openReady(const QString& path, QSize size = {1440, 900});

    QTemporaryDir folder;
    AppSettings settings;
    Theme& theme; ///< The theme of the application's style, which every fixture resets.
    NoticeInbox inbox;
    FakeEngine engine;
    WorkbenchBridge workbench;
    MainWindow window;
};

} // namespace faultline::ui::test
