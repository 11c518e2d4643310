// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/stack_options.h"
#include "ui/settings/path_mapping.h"
#include "ui/settings/preferences.h"
#include "ui/settings/settings_file.h"
#include "ui/settings/source_setting.h"

#include <QByteArray>
#include <QDateTime>
#include <QElapsedTimer>
#include <QList>
#include <QMap>
#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>

namespace faultline::ui {

enum class ThemeChoice { System, Light, Dark };
enum class Perspective { Crash, Threads, LowLevel };
/// Whose keys the actions have.
enum class KeyPreset { Faultline, VisualStudio, QtCreator };

struct RecentFile
{
    QString path;
    QString signature{};
    QDateTime time{};      ///< Of the crash; invalid when the file does not tell it.
    QString cause{};       ///< In one sentence; empty in entries of earlier versions.
    QString system{};      ///< "Linux"
    int framePercent = -1; ///< Of the frames, how many have their names; -1 when unknown.
    bool isCrash = true;   ///< False for a snapshot of a process that went on.
    bool isPinned = false; ///< By the user; it stays in the list until the user unpins it.

    /// Tells whether the file still exists, or the container through which the path leads.
    bool exists() const;

    bool operator==(const RecentFile&) const = default;
};

/// A library of crash reports, with what was known of it when it was last open.
struct KnownLibrary
{
    QString file;
    quint64 reports = 0;
    quint64 regressions = 0;
    quint64 newGroups = 0;

    bool operator==(const KnownLibrary&) const = default;
};

/// The thread and the frame that the user last looked at in a report.
struct ReportPlace
{
    int thread = 0;
    quint32 frame = 0; ///< FrameRow::Key::physicalIndex
    quint32 inlineDepth = 0;

    bool operator==(const ReportPlace&) const = default;
};

/// Everything that the workbench remembers, as typed values. Each key, default and range is
/// declared in one place. A change is written in the next turn of the event loop, because the
/// program may be killed at any time; further ones wait until kSaveIntervalMs have passed. GUI
/// thread only.
class AppSettings final : public QObject
{
    Q_OBJECT

public:
    /// Pinned files are not counted.
    static constexpr int kMostRecentFiles = 30;
    static constexpr int kMostLibraries = 12;
    static constexpr int kSmallestZoom = 60;
    static constexpr int kLargestZoom = 300;
    static constexpr int kSaveIntervalMs = 1000;

    /// Uses the INI file `file`, which the first write creates (settings_file.h).
    explicit AppSettings(const QString& file, QObject* parent = nullptr);

    /// Settings that are one number or one text each.
    Preferences& preferences() { return m_preferences; }

    /// The file that has all of them.
    QString file() const { return m_store.path(); }

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    int zoomPercent() const;
    void setZoomPercent(int percent);

    /// Are the rows of tables lower?
    bool isCompact() const;
    void setCompact(bool isCompact);

    /// Returns the user's choice in the window. Before there is one, returns what
    /// setOfflineDefault() set, or false.
    bool isOffline() const;

    bool offlineDefault() const { return m_offlineDefault; }

    void setOfflineDefault(bool offline) { m_offlineDefault = offline; }

    void setOffline(bool offline);

    /// Hosts from which linked source files may be downloaded, in lower case.
    QStringList sourceHosts() const;
    void allowSourceHost(const QString& host);
    void forgetSourceHost(const QString& host);

    StackOptions stackOptions() const;
    void setStackOptions(const StackOptions& options);

    QList<SourceSetting> sources() const;
    void setSources(const QList<SourceSetting>& sources);

    QList<PathMapping> pathMappings() const;
    void setPathMappings(const QList<PathMapping>& mappings);
    /// Replaces a mapping of the same recorded path.
    void addPathMapping(const PathMapping& mapping);

    /// The command that opens a source file in an editor (editor_command.h); empty until the user
    /// chose one.
    QString editorCommand() const;
    void setEditorCommand(const QString& command);

    /// The columns of a table, as RowView::saveColumns() gives them; empty while the user left them
    /// as they are.
    QByteArray columns(const QString& view) const;
    void setColumns(const QString& view, const QByteArray& columns);

    /// Where the user was in an open file.
    std::optional<ReportPlace> place(const QString& path) const;
    void setPlace(const QString& path, const std::optional<ReportPlace>& place);
    /// The open file whose tab is in front; empty for the start page.
    QString currentFile() const;
    void setCurrentFile(const QString& path);
    /// The newest dump of a crash of ours that the user was told of.
    QString offeredDump() const;
    void setOfferedDump(const QString& path);
    /// The file of the library that the user chose; empty for the user's own one.
    QString reportsFile() const;
    void setLibraryFile(const QString& path);
    /// The libraries that were open, the one that was first in the list first.
    QList<KnownLibrary> libraries() const;
    /// Adds the library, or keeps what is now known of it.
    void rememberLibrary(const KnownLibrary& library);
    void forgetLibrary(const QString& file);
    /// The folder of the settings file.
    QString folder() const;
    /// Writes the changes now. The destructor does so as well.
    void save();

    /// How often the file was written.
    int writes() const { return m_store.writes(); }

    KeyPreset keyPreset() const;
    void setKeyPreset(KeyPreset preset);
    /// The keys that the user gave to actions, by their ids, as portable texts. No keys at all is a
    /// choice, too.
    QMap<QString, QStringList> changedKeys() const;
    void setChangedKeys(const QMap<QString, QStringList>& keys);

    /// The ids of what was chosen in the palette, the latest first.
    QStringList usedInPalette() const;
    void rememberInPalette(const QString& id);

    /// By their last use, the latest first.
    QList<RecentFile> recentFiles() const;
    /// The same, with the pinned ones first.
    QList<RecentFile> recentFilesPinnedFirst() const;
    /// Moves the file to the top of the list. An empty signature keeps the known one, and it stays
    /// pinned or not.
    void rememberFile(const RecentFile& file);
    /// Does so with each in turn, and tells of it once.
    void rememberFiles(const QList<RecentFile>& remembered);
    /// Takes over what is known of the files now. They keep their places in the list; those that
    /// are not in it come last.
    void updateFiles(const QList<RecentFile>& files);
    /// Keeps pinned files.
    void forgetRecentFiles();
    void forgetRecentFile(const QString& path);
    void pinRecentFile(const QString& path, bool isPinned);
    /// The file has another place now.
    void moveRecentFile(const QString& from, const QString& to);

    /// The files of the open tabs, in their order.
    QStringList openFiles() const;
    void setOpenFiles(const QStringList& files);
    /// The open pages that are no reports, each as words: its name and what it shows.
    QList<QStringList> openPages() const;
    void setOpenPages(const QList<QStringList>& pages);
    /// The name of the open page whose tab is in front; empty for reports and the start page.
    QString currentPage() const;
    void setCurrentPage(const QString& name);

    /// Edited rules of grouping that were not signed yet, one text for each list; empty without
    /// any. Each library has its own rules, and edits of another one are forgotten.
    QStringList rulesDraft(const QString& library) const;
    void setRulesDraft(const QString& library, const QStringList& texts);

    /// The arrangement of docks that the window shows.
    Perspective perspective() const;
    void setPerspective(Perspective perspective);

    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    /// The dock layout in the form of QMainWindow::saveState(), which includes a version.
    /// Each perspective has its own.
    QByteArray dockLayout() const;
    void setDockLayout(const QByteArray& layout);
    /// True while a layout is being restored. If that crashed the program, it is still true at the
    /// next start.
    bool isRestoringLayout() const;
    void setRestoringLayout(bool restoring);

Q_SIGNALS:
    void themeChanged();
    void zoomChanged();
    void compactChanged();
    void offlineChanged();
    void sourceHostsChanged();
    void sourcesChanged();
    void pathMappingsChanged();
    void editorCommandChanged();
    void stackOptionsChanged();
    void recentFilesChanged();
    void librariesChanged();
    void perspectiveChanged();
    void keysChanged();

private:
    void store(const QString& key, const QVariant& value);
    void storeRecentFiles(const QList<RecentFile>& files);
    void storeLibraries(const QList<KnownLibrary>& libraries);
    void forget(const QString& key);
    void saveSoon();

    SettingsFile m_store;
    Preferences m_preferences{m_store, [this] { saveSoon(); }};
    QTimer m_save;
    QElapsedTimer m_sinceSave;
    bool m_offlineDefault = false;
};

} // namespace faultline::ui
