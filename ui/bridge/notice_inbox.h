// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/engine/report.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <mutex>
#include <vector>

namespace faultline::ui {

/// Carries notices from engine threads to the GUI thread, in order and in batches that are at least
/// kIntervalMs apart. Create it before the engine and destroy it after the engine, so that engine
/// threads never call a destroyed inbox. post() may be called on any thread, everything else only
/// on the GUI thread.
class NoticeInbox final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kIntervalMs = 50;

    using Receiver = std::function<void(std::vector<engine::Notice>)>;

    explicit NoticeInbox(QObject* parent = nullptr);

    /// Notices wait in the inbox while there is no receiver.
    void setReceiver(Receiver receiver);

    void post(engine::Notice notice);

private:
    void schedule();
    void deliver();

    Receiver m_receiver;
    QTimer m_timer;
    QElapsedTimer m_sinceDelivery;

    std::mutex m_mutex; // Guards m_waiting.
    std::vector<engine::Notice> m_waiting;
};

} // namespace faultline::ui
