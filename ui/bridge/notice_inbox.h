#pragma once

#include "core/engine/engine.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <mutex>
#include <vector>

namespace faultline::ui {

/// Carries notices from engine threads to the GUI thread in batches at least kIntervalMs apart, in order.
/// post() may be called from any thread until the inbox is destroyed; everything else belongs to the GUI thread.
class NoticeInbox final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kIntervalMs = 50;

    using Receiver = std::function<void(std::vector<Notice>)>;

    explicit NoticeInbox(Receiver receiver, QObject* parent = nullptr);

    void post(Notice notice);

private:
    void schedule();
    void deliver();

    Receiver m_receiver;
    QTimer m_timer;
    QElapsedTimer m_sinceDelivery;

    std::mutex m_mutex; // Guards m_waiting.
    std::vector<Notice> m_waiting;
};

} // namespace faultline::ui
