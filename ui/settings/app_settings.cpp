// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/app_settings.h"

#include <QFileInfo>

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::ui {

namespace {

constexpr auto kTheme = "appearance/theme";
constexpr auto kZoom = "appearance/zoom";
constexpr auto kCompact = "appearance/compact";
constexpr auto kOffline = "symbols/offline";
constexpr auto kSourceHosts = "symbols/sourceHosts";
constexpr auto kSources = "symbols/sources";
constexpr auto kStackMode = "stack/mode";
constexpr auto kStackOrder = "stack/order";
constexpr auto kTemplates = "stack/templates";
constexpr int kDeepestTemplate = 9;
constexpr std::array<std::pair<const char*, bool StackOptions::*>, 7> kStackSwitches{
    {{"stack/absoluteAddresses", &StackOptions::absoluteAddresses},
     {"stack/absolutePaths", &StackOptions::absolutePaths},
     {"stack/verboseNames", &StackOptions::verboseNames},
     {"stack/unsymbolicated", &StackOptions::unsymbolicated},
     {"stack/inlineRows", &StackOptions::inlineRows},
     {"stack/foldRecursion", &StackOptions::foldRecursion},
     {"stack/countInlines", &StackOptions::countInlines}}};
constexpr auto kRecent = "recent/files";
constexpr qsizetype kRecentFields = 8;
constexpr qsizetype kRecentFieldsUnpinned = 7; ///< Of versions that pinned no files.
constexpr qsizetype kOldRecentFields = 3;      ///< Of versions that kept neither cause nor system.
constexpr auto kKeyPreset = "keys/preset";
constexpr auto kChangedKeys = "keys/changed";
constexpr auto kUsedInPalette = "palette/used";
constexpr qsizetype kMostUsedInPalette = 30;
constexpr auto kOpenFiles = "window/openFiles";
constexpr auto kOpenPages = "window/openPages";
constexpr auto kCurrentPage = "window/currentPage";
constexpr auto kRulesDraft = "rules/draft"; ///< The library's file, then the texts.
constexpr auto kGeometry = "window/geometry";
constexpr auto kPerspective = "window/perspective";

struct PerspectiveKeys
{
    Perspective perspective;
    const char* name;   ///< The value of kPerspective.
    const char* layout; ///< The key of its docks.
};

constexpr std::array kPerspectives{
    PerspectiveKeys{Perspective::Crash, "crash", "window/docks"},
    PerspectiveKeys{Perspective::Threads, "threads", "window/docksOfThreads"},
    PerspectiveKeys{Perspective::LowLevel, "lowLevel", "window/docksOfLowLevel"}};

constexpr auto kRestoring = "window/restoring";

QString key(const char* name)
{
    return QLatin1String(name);
}

const PerspectiveKeys& keysOf(Perspective perspective)
{
    const auto found = std::ranges::find(kPerspectives, perspective, &PerspectiveKeys::perspective);
    return found == kPerspectives.end() ? kPerspectives.front() : *found;
}

QString layoutKey(Perspective perspective)
{
    return key(keysOf(perspective).layout);
}

/// Returns the stored enumerator, or the first one when the stored text names none.
template <class Enum>
Enum readEnum(const SettingsFile& store, const char* name, Enum last)
{
    const int value = store.value(key(name), 0).toInt();
    return value >= 0 && value <= int(last) ? Enum(value) : Enum{};
}

/// Pinned files stay.
void forgetOldest(QList<RecentFile>& files)
{
    qsizetype count = 0;
    files.removeIf([&count](const RecentFile& file) {
        return !file.isPinned && ++count > AppSettings::kMostRecentFiles;
    });
}

} // namespace

AppSettings::AppSettings(const QString& file, QObject* parent) : QObject(parent), m_store(file)
{
    m_save.setSingleShot(true);
    connect(&m_save, &QTimer::timeout, this, &AppSettings::save);
}

void AppSettings::store(const QString& key, const QVariant& value)
{
    m_store.setValue(key, value);
    saveSoon();
}

void AppSettings::forget(const QString& key)
{
    m_store.remove(key);
    saveSoon();
}

void AppSettings::saveSoon()
{
    if (!m_store.hasChanges() || m_save.isActive())
        return;
    const qint64 passed = m_sinceSave.isValid() ? m_sinceSave.elapsed() : kSaveIntervalMs;
    m_save.start(int(std::max<qint64>(0, kSaveIntervalMs - passed)));
}

void AppSettings::save()
{
    m_save.stop();
    m_store.save();
    m_sinceSave.start();
}

ThemeChoice AppSettings::theme() const
{
    return readEnum(m_store, kTheme, ThemeChoice::Dark);
}

void AppSettings::setTheme(ThemeChoice theme)
{
    if (theme == this->theme())
        return;
    store(key(kTheme), int(theme));
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
    store(key(kZoom), percent);
    Q_EMIT zoomChanged();
}

bool AppSettings::isCompact() const
{
    return m_store.value(key(kCompact), false).toBool();
}

void AppSettings::setCompact(bool isCompact)
{
    if (isCompact == this->isCompact())
        return;
    store(key(kCompact), isCompact);
    Q_EMIT compactChanged();
}

bool AppSettings::isOffline() const
{
    return m_store.value(key(kOffline), m_offlineDefault).toBool();
}

void AppSettings::setOffline(bool offline)
{
    if (offline == isOffline())
        return;
    store(key(kOffline), offline);
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
    store(key(kSourceHosts), hosts);
    Q_EMIT sourceHostsChanged();
}

void AppSettings::forgetSourceHost(const QString& host)
{
    auto hosts = sourceHosts();
    if (hosts.removeAll(host) == 0)
        return;
    store(key(kSourceHosts), hosts);
    Q_EMIT sourceHostsChanged();
}

StackOptions AppSettings::stackOptions() const
{
    StackOptions options{.mode = readEnum(m_store, kStackMode, StackOptions::Mode::Raw),
                         .order = readEnum(m_store, kStackOrder, StackOptions::Order::OldestFirst)};
    for (const auto& [name, option] : kStackSwitches)
        options.*option = m_store.value(key(name), options.*option).toBool();
    options.templateDepth =
        std::clamp(m_store.value(key(kTemplates), options.templateDepth).toInt(),
                   StackOptions::kAllTemplates, kDeepestTemplate);
    return options;
}

void AppSettings::setStackOptions(const StackOptions& options)
{
    store(key(kStackMode), int(options.mode));
    store(key(kStackOrder), int(options.order));
    for (const auto& [name, option] : kStackSwitches)
        store(key(name), options.*option);
    store(key(kTemplates), options.templateDepth);
    Q_EMIT stackOptionsChanged();
}

QList<SourceSetting> AppSettings::sources() const
{
    QList<SourceSetting> sources;
    for (const QVariant& item : m_store.value(key(kSources)).toList()) {
        if (const auto source = sourceOfFields(item.toStringList()))
            sources.append(*source);
    }
    return sources;
}

void AppSettings::setSources(const QList<SourceSetting>& sources)
{
    QVariantList items;
    for (const SourceSetting& source : sources)
        items.append(toFields(source));
    store(key(kSources), items);
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
        if (fields.size() != kOldRecentFields && fields.size() != kRecentFields &&
            fields.size() != kRecentFieldsUnpinned)
            continue;
        RecentFile file{.path = fields[0],
                        .signature = fields[1],
                        .time = QDateTime::fromString(fields[2], Qt::ISODate)};
        if (fields.size() >= kRecentFieldsUnpinned) {
            file.cause = fields[3];
            file.system = fields[4];
            file.framePercent = fields[5].toInt();
            file.isCrash = fields[6] != QLatin1String("0");
        }
        file.isPinned = fields.value(kRecentFields - 1) == QLatin1String("1");
        files.append(file);
    }
    return files;
}

QList<RecentFile> AppSettings::recentFilesPinnedFirst() const
{
    auto files = recentFiles();
    std::ranges::stable_partition(files, &RecentFile::isPinned);
    return files;
}

void AppSettings::rememberFile(const RecentFile& file)
{
    rememberFiles({file});
}

void AppSettings::rememberFiles(const QList<RecentFile>& remembered)
{
    auto files = recentFiles();
    const auto before = files;
    for (const RecentFile& file : remembered) {
        RecentFile entry = file;
        const auto known = std::ranges::find(files, file.path, &RecentFile::path);
        if (known != files.end()) {
            if (entry.signature.isEmpty())
                entry = *known;
            entry.isPinned = known->isPinned;
            files.erase(known);
        }
        files.prepend(entry);
    }
    forgetOldest(files);
    if (files != before)
        storeRecentFiles(files);
}

void AppSettings::updateFiles(const QList<RecentFile>& updated)
{
    auto files = recentFiles();
    const auto before = files;
    for (const RecentFile& file : updated) {
        const auto known = std::ranges::find(files, file.path, &RecentFile::path);
        if (known == files.end()) {
            files.append(file);
            continue;
        }
        const bool isPinned = known->isPinned;
        *known = file;
        known->isPinned = isPinned;
    }
    forgetOldest(files);
    if (files != before)
        storeRecentFiles(files);
}

void AppSettings::storeRecentFiles(const QList<RecentFile>& files)
{
    QVariantList items;
    for (const RecentFile& each : files)
        items.append(QStringList{each.path, each.signature, each.time.toString(Qt::ISODate),
                                 each.cause, each.system, QString::number(each.framePercent),
                                 QString::number(int(each.isCrash)),
                                 QString::number(int(each.isPinned))});
    store(key(kRecent), items);
    Q_EMIT recentFilesChanged();
}

void AppSettings::forgetRecentFiles()
{
    auto files = recentFiles();
    files.removeIf([](const RecentFile& file) { return !file.isPinned; });
    storeRecentFiles(files);
}

void AppSettings::forgetRecentFile(const QString& path)
{
    auto files = recentFiles();
    if (files.removeIf([&path](const RecentFile& file) { return file.path == path; }) > 0)
        storeRecentFiles(files);
}

void AppSettings::pinRecentFile(const QString& path, bool isPinned)
{
    auto files = recentFiles();
    const auto known = std::ranges::find(files, path, &RecentFile::path);
    if (known == files.end() || known->isPinned == isPinned)
        return;
    known->isPinned = isPinned;
    storeRecentFiles(files);
}

void AppSettings::moveRecentFile(const QString& from, const QString& to)
{
    auto files = recentFiles();
    if (from != to)
        files.removeIf([&to](const RecentFile& file) { return file.path == to; });
    const auto known = std::ranges::find(files, from, &RecentFile::path);
    if (known == files.end())
        return;
    known->path = to;
    storeRecentFiles(files);
}

KeyPreset AppSettings::keyPreset() const
{
    return readEnum(m_store, kKeyPreset, KeyPreset::QtCreator);
}

void AppSettings::setKeyPreset(KeyPreset preset)
{
    if (preset == keyPreset())
        return;
    store(key(kKeyPreset), int(preset));
    Q_EMIT keysChanged();
}

QMap<QString, QStringList> AppSettings::changedKeys() const
{
    QMap<QString, QStringList> changed;
    for (const QVariant& item : m_store.value(key(kChangedKeys)).toList()) {
        auto fields = item.toStringList();
        if (!fields.isEmpty())
            changed.insert(fields.takeFirst(), fields);
    }
    return changed;
}

void AppSettings::setChangedKeys(const QMap<QString, QStringList>& keys)
{
    if (keys == changedKeys())
        return;
    QVariantList items;
    for (auto each = keys.begin(); each != keys.end(); ++each)
        items.append(QStringList{each.key()} + each.value());
    store(key(kChangedKeys), items);
    Q_EMIT keysChanged();
}

QStringList AppSettings::usedInPalette() const
{
    return m_store.value(key(kUsedInPalette)).toStringList();
}

void AppSettings::rememberInPalette(const QString& id)
{
    auto used = usedInPalette();
    used.removeAll(id);
    used.prepend(id);
    used.resize(std::min(used.size(), kMostUsedInPalette));
    store(key(kUsedInPalette), used);
}

QStringList AppSettings::openFiles() const
{
    return m_store.value(key(kOpenFiles)).toStringList();
}

void AppSettings::setOpenFiles(const QStringList& files)
{
    if (files == openFiles())
        return;
    store(key(kOpenFiles), files);
}

QList<QStringList> AppSettings::openPages() const
{
    QList<QStringList> pages;
    for (const QVariant& item : m_store.value(key(kOpenPages)).toList()) {
        if (const auto words = item.toStringList(); !words.isEmpty())
            pages.append(words);
    }
    return pages;
}

void AppSettings::setOpenPages(const QList<QStringList>& pages)
{
    if (pages == openPages())
        return;
    QVariantList items;
    for (const QStringList& words : pages)
        items.append(words);
    store(key(kOpenPages), items);
}

QString AppSettings::currentPage() const
{
    return m_store.value(key(kCurrentPage)).toString();
}

void AppSettings::setCurrentPage(const QString& name)
{
    if (name != currentPage())
        store(key(kCurrentPage), name);
}

QStringList AppSettings::rulesDraft(const QString& library) const
{
    const auto draft = m_store.value(key(kRulesDraft)).toStringList();
    return draft.value(0) == library ? draft.sliced(std::min<qsizetype>(1, draft.size()))
                                     : QStringList();
}

void AppSettings::setRulesDraft(const QString& library, const QStringList& texts)
{
    if (texts == rulesDraft(library))
        return;
    if (texts.isEmpty())
        forget(key(kRulesDraft));
    else
        store(key(kRulesDraft), QStringList{library} + texts);
}

Perspective AppSettings::perspective() const
{
    const QString name = m_store.value(key(kPerspective)).toString();
    const auto found = std::ranges::find_if(kPerspectives, [&name](const PerspectiveKeys& each) {
        return name == QLatin1String(each.name);
    });
    return found == kPerspectives.end() ? Perspective::Crash : found->perspective;
}

void AppSettings::setPerspective(Perspective perspective)
{
    if (perspective == this->perspective())
        return;
    store(key(kPerspective), QLatin1String(keysOf(perspective).name));
    Q_EMIT perspectiveChanged();
}

QByteArray AppSettings::windowGeometry() const
{
    return m_store.value(key(kGeometry)).toByteArray();
}

void AppSettings::setWindowGeometry(const QByteArray& geometry)
{
    store(key(kGeometry), geometry);
}

QByteArray AppSettings::dockLayout() const
{
    return m_store.value(layoutKey(perspective())).toByteArray();
}

void AppSettings::setDockLayout(const QByteArray& layout)
{
    store(layoutKey(perspective()), layout);
}

bool AppSettings::isRestoringLayout() const
{
    return m_store.value(key(kRestoring), false).toBool();
}

void AppSettings::setRestoringLayout(bool restoring)
{
    store(key(kRestoring), restoring);
    save(); // Before a layout can crash the process.
}

} // namespace faultline::ui
