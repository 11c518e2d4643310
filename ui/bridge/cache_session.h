// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/cache_desk.h"
#include "ui/models/cache_model.h"
#include "ui/settings/preferences.h"

#include <QObject>

#include <functional>
#include <mutex>
#include <vector>

namespace faultline::ui {

/// Carries notices of a cache service from its thread to the GUI thread, in order. Create it before
/// the service and destroy it after the service. post() may be called on any thread, everything
/// else only on the GUI thread.
class CacheInbox final : public QObject
{
    Q_OBJECT

public:
    using Receiver = std::function<void(const engine::CacheNotice&)>;

    using QObject::QObject;

    /// Notices wait in the inbox while there is no receiver.
    void setReceiver(Receiver receiver);
    void post(engine::CacheNotice notice);

private:
    void deliver();

    Receiver m_receiver;

    std::mutex m_mutex; // Guards m_waiting.
    std::vector<engine::CacheNotice> m_waiting;
};

/// The cache folder as the window shows it. The preferences of caches count at once.
class CacheSession final : public QObject
{
    Q_OBJECT

public:
    /// All arguments must outlive the session. `rules` are those without the user's preferences.
    CacheSession(engine::CacheDesk& desk,
                 CacheInbox& inbox,
                 const Preferences& preferences,
                 engine::CacheRules rules,
                 QObject* parent = nullptr);
    ~CacheSession() override;

    enum class Work { None, CleanUp, Verify, Clear };

    CacheModel& kinds() { return m_kinds; }

    /// False until the folder was measured.
    bool isMeasured() const { return m_isMeasured; }

    bool isMeasuring() const { return m_isMeasuring; }

    /// What is being done with the folder.
    Work work() const { return m_work; }

    QString folder() const { return m_folder; }

    quint64 bytes() const { return m_keptBytes + m_pastBytes; }

    /// What the next cleaning removes: what expired, and what is over the limit.
    quint64 removableBytes() const;

    quint64 entries() const { return m_entries; }

    quint64 entriesUsedLately() const { return m_usedLately; }

    /// 0 means no limit.
    quint64 limitBytes() const { return m_limitBytes; }

    /// Of the disk; 0 when it is unknown.
    quint64 freeBytes() const { return m_freeBytes; }

    /// Why the folder could not be read as a whole; empty when it could.
    QString problem() const { return m_problem; }

    /// Measures the folder, unless it is being measured.
    void measure();
    void cleanUp();
    void verify();
    /// All kinds if none is named.
    void clear(const QStringList& kinds);
    void cancel();

Q_SIGNALS:
    void changed();
    /// Tells what was done, or why it was not.
    void worked(const QString& message, bool isFailure);

private:
    void take(const engine::CacheState& state);
    void take(const engine::CacheWork& work);
    void applyRules();
    void begin(Work work);

    engine::CacheDesk& m_desk;
    CacheInbox& m_inbox;
    const Preferences& m_preferences;
    const engine::CacheRules m_rules;
    CacheModel m_kinds;
    bool m_isMeasured = false;
    bool m_isMeasuring = false;
    Work m_work = Work::None;
    QString m_folder;
    quint64 m_keptBytes = 0;
    quint64 m_pastBytes = 0;
    quint64 m_entries = 0;
    quint64 m_usedLately = 0;
    quint64 m_limitBytes = 0;
    quint64 m_freeBytes = 0;
    QString m_problem;
};

/// "1.2 GiB"
QString byteText(quint64 bytes);

} // namespace faultline::ui
