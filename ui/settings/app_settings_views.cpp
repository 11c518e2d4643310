// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/app_settings.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr auto kPathMappings = "symbols/pathMappings";
constexpr auto kEditor = "source/editor";
constexpr auto kCurrentFile = "window/currentFile";

QString key(const char* name)
{
    return QLatin1String(name);
}

QString columnsKey(const QString& view)
{
    return QStringLiteral("columns/") + view;
}

/// Paths may hold characters that separate groups in the file.
QString placeKey(const QString& path)
{
    const auto digest = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1);
    return QStringLiteral("places/") + QString::fromLatin1(digest.toHex());
}

} // namespace

QList<PathMapping> AppSettings::pathMappings() const
{
    QList<PathMapping> mappings;
    for (const QVariant& item : m_store.value(key(kPathMappings)).toList()) {
        const auto fields = item.toStringList();
        if (fields.size() == 2)
            mappings.append({fields[0], fields[1]});
    }
    return mappings;
}

void AppSettings::setPathMappings(const QList<PathMapping>& mappings)
{
    if (mappings == pathMappings())
        return;
    QVariantList items;
    for (const PathMapping& mapping : mappings)
        items.append(QStringList{mapping.recorded, mapping.local});
    store(key(kPathMappings), items);
    Q_EMIT pathMappingsChanged();
}

void AppSettings::addPathMapping(const PathMapping& mapping)
{
    auto mappings = pathMappings();
    mappings.removeIf(
        [&mapping](const PathMapping& each) { return each.recorded == mapping.recorded; });
    mappings.append(mapping);
    setPathMappings(mappings);
}

QString AppSettings::editorCommand() const
{
    return m_store.value(key(kEditor)).toString();
}

void AppSettings::setEditorCommand(const QString& command)
{
    if (command == editorCommand())
        return;
    store(key(kEditor), command);
    Q_EMIT editorCommandChanged();
}

QByteArray AppSettings::columns(const QString& view) const
{
    return m_store.value(columnsKey(view)).toByteArray();
}

void AppSettings::setColumns(const QString& view, const QByteArray& columns)
{
    if (columns.isEmpty())
        forget(columnsKey(view));
    else
        store(columnsKey(view), columns);
}

std::optional<ReportPlace> AppSettings::place(const QString& path) const
{
    const auto fields = m_store.value(placeKey(path)).toStringList();
    if (fields.size() != 3)
        return std::nullopt;
    return ReportPlace{fields[0].toInt(), fields[1].toUInt(), fields[2].toUInt()};
}

void AppSettings::setPlace(const QString& path, const std::optional<ReportPlace>& place)
{
    if (!place) {
        forget(placeKey(path));
        return;
    }
    const QStringList fields{QString::number(place->thread), QString::number(place->frame),
                             QString::number(place->inlineDepth)};
    if (m_store.value(placeKey(path)).toStringList() != fields)
        store(placeKey(path), fields);
}

QString AppSettings::offeredDump() const
{
    return m_store.value(QStringLiteral("session/offeredDump")).toString();
}

void AppSettings::setOfferedDump(const QString& path)
{
    store(QStringLiteral("session/offeredDump"), path);
}

QString AppSettings::reportsFile() const
{
    return m_store.value(QStringLiteral("library/file")).toString();
}

void AppSettings::setLibraryFile(const QString& path)
{
    store(QStringLiteral("library/file"), path);
}

QString AppSettings::folder() const
{
    return QFileInfo(m_store.path()).absolutePath();
}

QList<KnownLibrary> AppSettings::libraries() const
{
    constexpr qsizetype kFields = 4;
    QList<KnownLibrary> libraries;
    for (const QVariant& item : m_store.value(QStringLiteral("library/known")).toList()) {
        const auto fields = item.toStringList();
        if (fields.size() == kFields)
            libraries.append({.file = fields[0],
                              .reports = fields[1].toULongLong(),
                              .regressions = fields[2].toULongLong(),
                              .newGroups = fields[3].toULongLong()});
    }
    return libraries;
}

void AppSettings::rememberLibrary(const KnownLibrary& library)
{
    auto all = libraries();
    const auto known = std::ranges::find(all, library.file, &KnownLibrary::file);
    if (known == all.end()) {
        all.append(library);
        if (all.size() > kMostLibraries)
            all.removeFirst();
    } else if (*known == library) {
        return;
    } else {
        *known = library;
    }
    storeLibraries(all);
}

void AppSettings::forgetLibrary(const QString& file)
{
    auto all = libraries();
    if (all.removeIf([&file](const KnownLibrary& each) { return each.file == file; }) > 0)
        storeLibraries(all);
}

void AppSettings::storeLibraries(const QList<KnownLibrary>& libraries)
{
    QVariantList items;
    for (const KnownLibrary& each : libraries)
        items.append(QStringList{each.file, QString::number(each.reports),
                                 QString::number(each.regressions),
                                 QString::number(each.newGroups)});
    store(QStringLiteral("library/known"), items);
    Q_EMIT librariesChanged();
}

QString AppSettings::currentFile() const
{
    return m_store.value(key(kCurrentFile)).toString();
}

void AppSettings::setCurrentFile(const QString& path)
{
    store(key(kCurrentFile), path);
}

} // namespace faultline::ui
