// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/notice_inbox.h"

#include <algorithm>

namespace faultline::ui {

NoticeInbox::NoticeInbox(QObject* parent) : QObject(parent), m_timer(this)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer); // Other timer types may fire early.
    connect(&m_timer, &QTimer::timeout, this, &NoticeInbox::deliver);
}

void NoticeInbox::setReceiver(Receiver receiver)
{
    m_receiver = std::move(receiver);
    if (m_receiver)
        schedule();
}

void NoticeInbox::post(engine::Notice notice)
{
    bool isFirst = false;
    {
        const std::lock_guard lock(m_mutex);
        isFirst = m_waiting.empty();
        m_waiting.push_back(std::move(notice));
    }
    if (isFirst)
        QMetaObject::invokeMethod(this, &NoticeInbox::schedule, Qt::QueuedConnection);
}

void NoticeInbox::schedule()
{
    if (m_timer.isActive())
        return;
    // The first notice after a pause is shown at once. Notices that follow closely wait for the
    // interval.
    const qint64 passed = m_sinceDelivery.isValid() ? m_sinceDelivery.elapsed() : kIntervalMs;
    m_timer.start(int(std::max<qint64>(0, kIntervalMs - passed)));
}

void NoticeInbox::deliver()
{
    if (!m_receiver)
        return;
    std::vector<engine::Notice> batch;
    {
        const std::lock_guard lock(m_mutex);
        batch.swap(m_waiting);
    }
    m_sinceDelivery.start();
    if (!batch.empty())
        m_receiver(std::move(batch));
}

} // namespace faultline::ui
