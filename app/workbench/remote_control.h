// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/arguments.h"
#include "core/base/log.h"
#include "ui/desktop/application_service.h"
#include "ui/views/main_window.h"

#include <QObject>
#include <QTimer>

namespace faultline {

/// Gives the arguments to the workbench that already runs in this session. Returns false when this
/// process has to open a window itself: it is the first one, there is no session bus, or the other
/// one does not answer.
bool handOver(ui::ApplicationService& service, const WorkbenchArguments& arguments);

/// Does in the window what desktops and further processes ask for.
class RemoteControl final : public QObject
{
    Q_OBJECT

public:
    /// All parameters must outlive it.
    RemoteControl(ui::ApplicationService& service, ui::MainWindow& window, LogSink& log);

    /// Ends the program if nothing is asked for soon: a process that the bus started has no window
    /// before.
    void endIfUnused();

private:
    void bringForward(const QString& token);
    void open(const QList<QUrl>& files, const QString& token);
    void act(const QString& action, const QString& token);

    ui::MainWindow& m_window;
    LogSink& m_log;
    QTimer m_unused;
};

} // namespace faultline
