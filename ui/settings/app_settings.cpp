// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/app_settings.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::ui {

namespace {

constexpr auto kTheme = "appearance/theme";
constexpr auto kZoom = "appearance/zoom";
constexpr auto kOffline = "symbols/offline";
constexpr auto kSourceHosts = "symbols/sourceHosts";
constexpr auto kSources = "symbols/sources";
constexpr auto kStackMode = "stack/mode";
constexpr auto kStackOrder = "stack/order";
constexpr auto kRecent = "recent/files";
constexpr auto kOpenFiles = "window/openFiles";
constexpr auto kGeometry = "window/geometry";
constexpr auto kLayout = "window/docks";
constexpr auto kRestoring = "window/restoring";

QString key(const char* name)
{
    return QLatin1String(name);
}

/// Returns the stored enumerator, or the first one when the stored text names none.
template <class Enum>
Enum readEnum(const QSettings& store, const char* name, Enum last)
{
    const int value = store.value(key(name), 0).toInt();
    return value >= 0 && value <= int(last) ? Enum(value) : Enum{};
}

constexpr std::array kSourceKinds{std::pair{SourceSetting::Kind::Folder, "folder"},
                                  std::pair{SourceSetting::Kind::Http, "http"},
                                  std::pair{SourceSetting::Kind::Preset, "preset"}};

QString nameOf(SourceSetting::Kind wanted)
{
    for (const auto& [kind, name] : kSourceKinds) {
        if (kind == wanted)
            return key(name);
    }
    return {};
}

SourceSetting::Kind kindOf(const QString& wanted)
{
    for (const auto& [kind, name] : kSourceKinds) {
        if (key(name) == wanted)
            return kind;
    }
    return SourceSetting::Kind::Folder;
}

/// The file lists what its user has opened, so nobody else may read it. QSettings keeps the
/// permissions of a file that is there.
QString keptPrivate(const QString& file)
{
    constexpr auto kOwner = QFile::ReadOwner | QFile::WriteOwner;
    constexpr auto kOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                             QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    const QFileInfo info(file);
    if (file.isEmpty())
        return file;
    if (!info.exists())
        QFile(file).open(QIODevice::WriteOnly | QIODevice::NewOnly, kOwner);
    else if (info.isFile() && (info.permissions() & kOthers) != 0)
        QFile::setPermissions(file, kOwner);
    return file;
}

} // namespace

AppSettings::AppSettings(const QString& file, QObject* parent)
    : QObject(parent), m_store(keptPrivate(file), QSettings::IniFormat)
{
}

ThemeChoice AppSettings::theme() const
{
    return readEnum(m_store, kTheme, ThemeChoice::Dark);
}

void AppSettings::setTheme(ThemeChoice theme)
{
    if (theme == this->theme())
        return;
    m_store.setValue(key(kTheme), int(theme));
    Q_EMIT themeChanged();
}

int AppSettings::zoomPercent() const
{
    return std::clamp(m_store.value(key(kZoom), 100).toInt(), kSmallestZoom, kLargestZoom);
}

void AppSettings::setZoomPercent(int percent)
{
    percent = std::clamp(percent, kSmallestZoom, kLargestZoom);
    if (percent == zoomPercent())
        return;
    m_store.setValue(key(kZoom), percent);
    Q_EMIT zoomChanged();
}

bool AppSettings::isOffline() const
{
    return m_store.value(key(kOffline), m_offlineDefault).toBool();
}

void AppSettings::setOffline(bool offline)
{
    if (offline == isOffline())
        return;
    m_store.setValue(key(kOffline), offline);
    Q_EMIT offlineChanged();
}

QStringList AppSettings::sourceHosts() const
{
    return m_store.value(key(kSourceHosts)).toStringList();
}

void AppSettings::allowSourceHost(const QString& host)
{
    auto hosts = sourceHosts();
    if (host.isEmpty() || hosts.contains(host.toLower()))
        return;
    hosts.append(host.toLower());
    m_store.setValue(key(kSourceHosts), hosts);
    Q_EMIT sourceHostsChanged();
}

void AppSettings::forgetSourceHost(const QString& host)
{
    auto hosts = sourceHosts();
    if (hosts.removeAll(host) == 0)
        return;
    m_store.setValue(key(kSourceHosts), hosts);
    Q_EMIT sourceHostsChanged();
}

StackOptions AppSettings::stackOptions() const
{
    return {.mode = readEnum(m_store, kStackMode, StackOptions::Mode::Raw),
            .order = readEnum(m_store, kStackOrder, StackOptions::Order::OldestFirst)};
}

void AppSettings::setStackOptions(const StackOptions& options)
{
    m_store.setValue(key(kStackMode), int(options.mode));
    m_store.setValue(key(kStackOrder), int(options.order));
    Q_EMIT stackOptionsChanged();
}

QList<SourceSetting> AppSettings::sources() const
{
    QList<SourceSetting> sources;
    for (const QVariant& item : m_store.value(key(kSources)).toList()) {
        const auto fields = item.toStringList();
        if (fields.size() != 4)
            continue;
        sources.append({.kind = kindOf(fields[0]),
                        .name = fields[1],
                        .location = fields[2],
                        .layout = fields[3]});
    }
    return sources;
}

void AppSettings::setSources(const QList<SourceSetting>& sources)
{
    QVariantList items;
    for (const SourceSetting& source : sources) {
        items.append(QStringList{nameOf(source.kind), source.name, source.location, source.layout});
    }
    m_store.setValue(key(kSources), items);
    Q_EMIT sourcesChanged();
}

bool RecentFile::exists() const
{
    for (QFileInfo at(path); !at.isRoot(); at.setFile(at.path())) {
        if (at.exists())
            return at.filePath() == path || at.isFile();
    }
    return false;
}

QList<RecentFile> AppSettings::recentFiles() const
{
    QList<RecentFile> files;
    for (const QVariant& item : m_store.value(key(kRecent)).toList()) {
        const auto fields = item.toStringList();
        if (fields.size() == 3)
            files.append({.path = fields[0],
                          .signature = fields[1],
                          .time = QDateTime::fromString(fields[2], Qt::ISODate)});
    }
    return files;
}

void AppSettings::rememberFile(const RecentFile& file)
{
    auto files = recentFiles();
    RecentFile entry = file;
    const auto known = std::ranges::find(files, file.path, &RecentFile::path);
    if (known != files.end()) {
        if (entry.signature.isEmpty())
            entry = *known;
        files.erase(known);
    }
    files.prepend(entry);
    QVariantList items;
    for (const RecentFile& each : files.first(std::min<qsizetype>(files.size(), kMostRecentFiles)))
        items.append(QStringList{each.path, each.signature, each.time.toString(Qt::ISODate)});
    m_store.setValue(key(kRecent), items);
    Q_EMIT recentFilesChanged();
}

void AppSettings::forgetRecentFiles()
{
    m_store.remove(key(kRecent));
    Q_EMIT recentFilesChanged();
}

QStringList AppSettings::openFiles() const
{
    return m_store.value(key(kOpenFiles)).toStringList();
}

void AppSettings::setOpenFiles(const QStringList& files)
{
    if (files == openFiles())
        return;
    m_store.setValue(key(kOpenFiles), files);
    m_store.sync(); // The program may be killed at any time.
}

QByteArray AppSettings::windowGeometry() const
{
    return m_store.value(key(kGeometry)).toByteArray();
}

void AppSettings::setWindowGeometry(const QByteArray& geometry)
{
    m_store.setValue(key(kGeometry), geometry);
}

QByteArray AppSettings::dockLayout() const
{
    return m_store.value(key(kLayout)).toByteArray();
}

void AppSettings::setDockLayout(const QByteArray& layout)
{
    m_store.setValue(key(kLayout), layout);
}

bool AppSettings::isRestoringLayout() const
{
    return m_store.value(key(kRestoring), false).toBool();
}

void AppSettings::setRestoringLayout(bool restoring)
{
    m_store.setValue(key(kRestoring), restoring);
    m_store.sync();
}

} // namespace faultline::ui
