// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/library_inbox.h"

#include <utility>

namespace faultline::ui {

void LibraryInbox::setReceiver(Receiver receiver)
{
    m_receiver = std::move(receiver);
    deliver();
}

void LibraryInbox::post(engine::LibraryNotice notice)
{
    bool isFirst = false;
    {
        const std::lock_guard lock(m_mutex);
        isFirst = m_waiting.empty();
        m_waiting.push_back(std::move(notice));
    }
    if (isFirst)
        QMetaObject::invokeMethod(this, &LibraryInbox::deliver, Qt::QueuedConnection);
}

void LibraryInbox::deliver()
{
    if (!m_receiver)
        return;
    std::vector<engine::LibraryNotice> batch;
    {
        const std::lock_guard lock(m_mutex);
        batch.swap(m_waiting);
    }
    for (const auto& notice : batch)
        m_receiver(notice);
}

} // namespace faultline::ui
