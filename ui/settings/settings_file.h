// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>
#include <QVariant>

namespace faultline::ui {

/// The values of one INI file in the form of QSettings, held in memory. Unlike QSettings it waits
/// for nobody: it reads regular files only, so a pipe in the place of the file means no settings,
/// and a lock that another process or host holds delays a write but does not stop it. Two programs
/// may use the same file: save() changes only the keys that were set here. Not thread-safe.
class SettingsFile final
{
public:
    /// A file that is missing, damaged or longer than kLongestBytes has no values.
    explicit SettingsFile(QString path);
    ~SettingsFile();
    SettingsFile(const SettingsFile&) = delete;
    SettingsFile& operator=(const SettingsFile&) = delete;

    static constexpr qint64 kLongestBytes = 16'000'000;
    /// Writes follow each other so closely that they overlap only for this long.
    static constexpr int kLockMs = 50;

    QString path() const { return m_path; }

    QVariant value(const QString& key, const QVariant& otherwise = {}) const;
    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key);

    bool hasChanges() const { return !m_changes.isEmpty(); }

    /// Writes the changes into the file, which it replaces as a whole and which only its owner may
    /// read. Without changes it does nothing. When writing fails, or something that is no regular
    /// file has the name, it keeps the changes and returns false.
    bool save();

    /// How often save() wrote the file.
    int writes() const { return m_writes; }

private:
    QString m_path;
    QVariantMap m_values;
    QVariantMap m_changes; ///< An invalid value stands for a removed key.
    int m_writes = 0;
};

} // namespace faultline::ui
