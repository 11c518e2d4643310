// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_notice.h"

#include <QObject>

#include <functional>
#include <mutex>
#include <vector>

namespace faultline::ui {

/// Carries notices of a library from its threads to the GUI thread, in order and in batches. Create
/// it before the service and destroy it after the service. post() may be called on any thread,
/// everything else only on the GUI thread.
class LibraryInbox final : public QObject
{
    Q_OBJECT

public:
    using Receiver = std::function<void(const engine::LibraryNotice&)>;

    using QObject::QObject;

    /// Notices wait in the inbox while there is no receiver.
    void setReceiver(Receiver receiver);

    void post(engine::LibraryNotice notice);

private:
    void deliver();

    Receiver m_receiver;

    std::mutex m_mutex; // Guards m_waiting.
    std::vector<engine::LibraryNotice> m_waiting;
};

} // namespace faultline::ui
