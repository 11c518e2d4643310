// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/cache_session.h"
#include "ui/bridge/library_session.h"
#include "ui/bridge/report_session.h"
#include "ui/models/activity_model.h"
#include "ui/models/log_model.h"
#include "ui/models/source_model.h"
#include "ui/settings/app_settings.h"
#include "ui/settings/credentials.h"

#include <QObject>

namespace faultline::ui {

/// A well-known public server, as the user may choose it.
struct SourcePresetRow
{
    QString id;
    QString name;
    QString url;
    QString whatIsSent; ///< A sentence for users.
};

/// What views know of the engine: sessions, activity, log and caches. GUI thread only.
class Workbench : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Opens a file, or returns the session in which it is already open. Never null.
    virtual ReportSession* open(const QString& path) = 0;
    /// The session in which the file is already open, or null.
    virtual ReportSession* find(const QString& path) const = 0;
    /// Closes and deletes the session.
    virtual void close(ReportSession* session) = 0;
    virtual void cancelActivity(const ActivityRow& activity) = 0;
    /// Stops reading from the server for a while; only transfers can do that.
    virtual void pauseActivity(const ActivityRow& activity) = 0;
    virtual void resumeActivity(const ActivityRow& activity) = 0;
    virtual void cancelAll() = 0;
    /// Looks again for everything that failed in the open reports.
    virtual void retryAll() = 0;

    /// The sources of the configuration file, which are asked before those of the settings.
    virtual QList<SourceSetting> configuredSources() const = 0;
    virtual QList<SourcePresetRow> sourcePresets() const = 0;
    /// Asks the source how it answers. The answer is sourceTested().
    virtual void testSource(const SourceSetting& source) = 0;

    const QList<ReportSession*>& sessions() const { return m_sessions; }

    ActivityModel& activity() { return m_activity; }

    LogModel& log() { return m_log; }

    quint64 cacheBytes() const { return m_cacheBytes; }

    /// The library of crash reports; null where there can be none.
    LibrarySession* reportLibrary() const { return m_library; }

    /// It must outlive the window.
    void setLibrary(LibrarySession* library) { m_library = library; }

    /// The cache folder; null where nothing is cached.
    CacheSession* caches() const { return m_caches; }

    /// It must outlive the window.
    void setCaches(CacheSession* caches) { m_caches = caches; }

    /// The secrets of sources; null where sources have none.
    Credentials* credentials() const { return m_credentials; }

Q_SIGNALS:
    void activityChanged();
    void cacheChanged();
    void sourceTested(const SourceSetting& source, const SourceTest& result);

protected:
    QList<ReportSession*> m_sessions;
    ActivityModel m_activity;
    LogModel m_log;
    quint64 m_cacheBytes = 0;
    Credentials* m_credentials = nullptr;

private:
    LibrarySession* m_library = nullptr;
    CacheSession* m_caches = nullptr;
};

} // namespace faultline::ui
