// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/ui_context.h"

#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QStatusBar>
#include <QTimer>

namespace faultline::ui {

class FlatButton;
class ServerSession;

/// The status bar: message, symbol quality, transfers, offline switch, cache size, the own server
/// and zoom.
class StatusStrip final : public QStatusBar
{
    Q_OBJECT

public:
    explicit StatusStrip(const UiContext& context, QWidget* parent = nullptr);

    /// Null means that no report is shown.
    void setSession(ReportSession* session);
    /// Shows the state of the window's own server, which must outlive the strip. Call it once.
    void setServer(const ServerSession& server);
    /// Shows what was just done, for some seconds. Then the strip tells again what runs.
    void setMessage(const QString& message);

Q_SIGNALS:
    void commandRequested(const QString& actionId);

private:
    void build();
    void show(const QString& message);
    void showRest();
    void applyTheme();
    void showQuality();
    void showActivity();
    void showCache();
    void showSettings();
    void showServer();

    UiContext m_context;
    QPointer<ReportSession> m_session;
    QLabel* m_message;
    QTimer m_messageEnds;
    FlatButton* m_quality;
    QProgressBar* m_progress;
    FlatButton* m_transfers;
    FlatButton* m_offline;
    QLabel* m_cache;
    FlatButton* m_server;
    const ServerSession* m_serverSession = nullptr;
    FlatButton* m_zoom;
};

} // namespace faultline::ui
