// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/settings_file.h"

#include <QObject>
#include <QVariant>

#include <functional>

namespace faultline::ui {

/// Settings that are one number or one text each. Preferences declares key, default and range.
enum class Preference {
    CacheFolder,      ///< Absolute path; empty: the usual one.
    CacheLimit,       ///< In GiB; 0: no limit.
    CacheKeep,        ///< Days since the last use.
    CacheMisses,      ///< Hours until a file that was not found is asked for again.
    CacheDamaged,     ///< Hours until a damaged file is read again.
    Proxy,            ///< A ProxyChoice.
    ProxyAddress,     ///< "http://host:port" or "socks5h://host:port".
    ProxyExceptions,  ///< Hosts and networks, separated by commas.
    AuthorityFile,    ///< PEM file of certificate authorities; empty: the system's.
    ConnectTime,      ///< Seconds.
    DownloadTime,     ///< Minutes.
    DownloadsPerHost, ///< At the same time.
    LargestDownload,  ///< In GiB.
};

enum class ProxyChoice { Environment, None, Manual };

/// The values of all preferences. A value that does not fit is refused, and a stored one whose text
/// does not fit counts as absent. GUI thread only.
class Preferences final : public QObject
{
    Q_OBJECT

public:
    /// `stored` is called after each change of `store`, which must outlive the preferences.
    Preferences(SettingsFile& store, std::function<void()> stored);

    int number(Preference preference) const { return value(preference).toInt(); }

    QString text(Preference preference) const { return value(preference).toString(); }

    /// What the user chose, otherwise the default.
    QVariant value(Preference preference) const;
    QVariant defaultOf(Preference preference) const;
    /// What counts without a choice of the user, such as the value of config.yml.
    void setDefault(Preference preference, const QVariant& value);
    /// Did the user choose something else than the default?
    bool isChanged(Preference preference) const;
    /// Says why the user cannot choose this value; empty when it fits. A file has
    /// to be there. The default always fits.
    QString problem(Preference preference, const QVariant& value) const;
    /// Returns false, and changes nothing, when the value does not fit.
    bool set(Preference preference, const QVariant& value);
    /// Goes back to the default.
    void reset(Preference preference);

Q_SIGNALS:
    void changed(Preference preference);

private:
    SettingsFile& m_store;
    const std::function<void()> m_stored;
    QHash<Preference, QVariant> m_defaults; ///< Those that differ from the declared ones.
};

} // namespace faultline::ui
