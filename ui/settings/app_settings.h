#pragma once

#include "ui/models/stack_options.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QObject>
#include <QSettings>
#include <QString>

namespace faultline::ui {

enum class ThemeChoice { System, Light, Dark };

/// A place of debug files as the user entered it.
struct SourceSetting
{
    enum class Kind { Folder, Http };

    Kind kind = Kind::Folder;
    QString name;
    QString location; ///< Path or URL.
    QString layout;   ///< Name of the layout ("symstore"); empty for folders in any arrangement.

    bool operator==(const SourceSetting&) const = default;
};

struct RecentFile
{
    QString path;
    QString signature;
    QDateTime time;

    /// The file, or the container that the path leads into, is still there.
    bool exists() const;

    bool operator==(const RecentFile&) const = default;
};

/// Everything the workbench remembers, typed; each value with its key, default and range in one
/// place. GUI thread only.
class AppSettings final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kMostRecentFiles = 30;
    static constexpr int kSmallestZoom = 60;
    static constexpr int kLargestZoom = 300;

    /// `file` is an INI file; created when something is written.
    explicit AppSettings(const QString& file, QObject* parent = nullptr);

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    int zoomPercent() const;
    void setZoomPercent(int percent);

    /// Until it was chosen in the window it is what setOfflineDefault() said, else false.
    bool isOffline() const;

    void setOfflineDefault(bool offline) { m_offlineDefault = offline; }

    void setOffline(bool offline);

    /// Hosts from which linked source files may be downloaded, in lower case.
    QStringList sourceHosts() const;
    void allowSourceHost(const QString& host);

    StackOptions stackOptions() const;
    void setStackOptions(const StackOptions& options);

    QList<SourceSetting> sources() const;
    void setSources(const QList<SourceSetting>& sources);

    QList<RecentFile> recentFiles() const;
    /// Puts the file on top; an empty signature keeps the one known.
    void rememberFile(const RecentFile& file);
    void forgetRecentFiles();

    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    /// Dock layout as QMainWindow::saveState() gives it, with its version inside.
    QByteArray dockLayout() const;
    void setDockLayout(const QByteArray& layout);
    /// True while a layout is being restored: still true at the next start when that crashed.
    bool isRestoringLayout() const;
    void setRestoringLayout(bool restoring);

Q_SIGNALS:
    void themeChanged();
    void zoomChanged();
    void offlineChanged();
    void sourceHostsChanged();
    void sourcesChanged();
    void recentFilesChanged();

private:
    QSettings m_store;
    bool m_offlineDefault = false;
};

} // namespace faultline::ui
