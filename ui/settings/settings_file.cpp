// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settings_file.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QSettings>
#include <QTemporaryFile>

#include <filesystem>
#include <system_error>
#include <utility>

namespace faultline::ui {

namespace {

QVariantMap readValues(const QString& path)
{
    QVariantMap values;
    const QFileInfo info(path);
    if (!info.isFile() || info.size() > SettingsFile::kLongestBytes)
        return values;
    const QSettings file(path, QSettings::IniFormat); // Takes no lock, because it only reads.
    const QStringList keys = file.allKeys();
    for (const QString& key : keys)
        values.insert(key, file.value(key));
    return values;
}

void apply(const QVariantMap& changes, QVariantMap& values)
{
    for (auto change = changes.begin(); change != changes.end(); ++change) {
        if (change.value().isValid())
            values.insert(change.key(), change.value());
        else
            values.remove(change.key());
    }
}

bool fill(const QString& path, const QVariantMap& values)
{
    QSettings file(path, QSettings::IniFormat);
    for (auto value = values.begin(); value != values.end(); ++value)
        file.setValue(value.key(), value.value());
    file.sync();
    return file.status() == QSettings::NoError;
}

std::filesystem::path native(const QString& path)
{
    return path.toStdU16String();
}

/// A link stays a link, and the file to which it leads is replaced.
bool replace(const QString& path, const QVariantMap& values)
{
    const QFileInfo info(path);
    const QString target = info.exists() ? info.canonicalFilePath() : path;
    QDir().mkpath(info.path());
    QTemporaryFile next(target + QStringLiteral(".XXXXXX")); // Only its owner may read it.
    if (!next.open() || !fill(next.fileName(), values))
        return false;
    std::error_code failed;
    std::filesystem::rename(native(next.fileName()), native(target), failed);
    next.setAutoRemove(bool(failed));
    return !failed;
}

} // namespace

SettingsFile::SettingsFile(QString path) : m_path(std::move(path)), m_values(readValues(m_path)) {}

SettingsFile::~SettingsFile()
{
    save();
}

QVariant SettingsFile::value(const QString& key, const QVariant& otherwise) const
{
    return m_values.value(key, otherwise);
}

void SettingsFile::setValue(const QString& key, const QVariant& value)
{
    const auto known = m_values.constFind(key);
    if (known != m_values.constEnd() && *known == value)
        return;
    m_values.insert(key, value);
    m_changes.insert(key, value);
}

void SettingsFile::remove(const QString& key)
{
    if (m_values.remove(key) > 0)
        m_changes.insert(key, {});
}

bool SettingsFile::save()
{
    if (m_changes.isEmpty())
        return true;
    const QFileInfo info(m_path);
    if (info.exists() && !info.isFile())
        return false;
    // The lock keeps two programs from losing each other's keys. Whoever holds it for longer than a
    // write takes has stopped, or is a host that is gone.
    QLockFile lock(m_path + QStringLiteral(".lock"));
    lock.tryLock(kLockMs);
    QVariantMap values = readValues(m_path);
    apply(m_changes, values);
    if (!replace(m_path, values))
        return false;
    m_values = std::move(values);
    m_changes.clear();
    ++m_writes;
    return true;
}

} // namespace faultline::ui
