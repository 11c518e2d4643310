// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/preferences.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QUrl>

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::ui {

namespace {

enum class Form { Number, Folder, File, Address, Text };

struct Spec
{
    Preference preference;
    const char* key;
    Form form;
    int byDefault = 0; ///< Of numbers, like the next two; texts are empty.
    int lowest = 0;
    int highest = 0;
};

constexpr int kMostGiB = 100'000;

constexpr std::array kSpecs{
    Spec{Preference::CacheFolder, "cache/folder", Form::Folder},
    Spec{Preference::CacheLimit, "cache/limitGiB", Form::Number, 50, 0, kMostGiB},
    Spec{Preference::CacheKeep, "cache/keepDays", Form::Number, 7, 1, 3650},
    Spec{Preference::CacheMisses, "cache/missHours", Form::Number, 1, 1, 8760},
    Spec{Preference::CacheDamaged, "cache/damagedHours", Form::Number, 24, 1, 8760},
    Spec{Preference::Proxy, "network/proxy", Form::Number, 0, 0, int(ProxyChoice::Manual)},
    Spec{Preference::ProxyAddress, "network/proxyAddress", Form::Address},
    Spec{Preference::ProxyExceptions, "network/proxyExceptions", Form::Text},
    Spec{Preference::AuthorityFile, "network/authorities", Form::File},
    Spec{Preference::ConnectTime, "network/connectSeconds", Form::Number, 5, 1, 300},
    Spec{Preference::DownloadTime, "network/downloadMinutes", Form::Number, 5, 1, 1440},
    Spec{Preference::DownloadsPerHost, "network/perHost", Form::Number, 8, 1, 64},
    Spec{Preference::LargestDownload, "network/largestGiB", Form::Number, 15, 1, kMostGiB}};

const Spec& specOf(Preference preference)
{
    const auto found = std::ranges::find(kSpecs, preference, &Spec::preference);
    return found == kSpecs.end() ? kSpecs.front() : *found;
}

QString keyOf(Preference preference)
{
    return QLatin1String(specOf(preference).key);
}

QString problemOfNumber(const Spec& spec, const QVariant& value)
{
    bool isNumber = false;
    const int number = value.toInt(&isNumber);
    if (isNumber && number >= spec.lowest && number <= spec.highest)
        return {};
    return Preferences::tr("A whole number from %1 to %2")
        .arg(QLocale().toString(spec.lowest), QLocale().toString(spec.highest));
}

QString problemOfAddress(const QString& text)
{
    const QUrl url(text.contains(QStringLiteral("://")) ? text : QStringLiteral("http://") + text,
                   QUrl::StrictMode);
    constexpr std::array kSchemes{"http", "https", "socks4", "socks4a", "socks5", "socks5h"};
    const bool isKnown = std::ranges::any_of(
        kSchemes, [&url](const char* scheme) { return url.scheme() == QLatin1String(scheme); });
    if (!url.isValid() || url.host().isEmpty() || !isKnown)
        return Preferences::tr("An address such as http://proxy.example.org:3128");
    return url.userInfo().isEmpty()
               ? QString()
               : Preferences::tr("No name and no password: this file is not safe for them");
}

QString problemOfText(Form form, const QString& text)
{
    if (text.isEmpty())
        return {};
    switch (form) {
    case Form::Folder:
        return QDir::isAbsolutePath(text) ? QString()
                                          : Preferences::tr("The whole path of a folder");
    case Form::File:
        return QDir::isAbsolutePath(text) ? QString() : Preferences::tr("The whole path of a file");
    case Form::Address: return problemOfAddress(text);
    case Form::Number:
    case Form::Text: break;
    }
    return {};
}

/// What the user enters is looked at once; the disk says nothing about what was stored earlier.
QString problemOnDisk(Form form, const QString& text)
{
    if (text.isEmpty())
        return {};
    const QFileInfo file(text);
    if (form == Form::Folder && file.exists() && !file.isDir())
        return Preferences::tr("The whole path of a folder");
    return form == Form::File && !file.isFile() ? Preferences::tr("There is no such file")
                                                : QString();
}

QString problemOf(const Spec& spec, const QVariant& value)
{
    return spec.form == Form::Number ? problemOfNumber(spec, value)
                                     : problemOfText(spec.form, value.toString());
}

} // namespace

Preferences::Preferences(SettingsFile& store, std::function<void()> stored)
    : m_store(store), m_stored(std::move(stored))
{
}

QVariant Preferences::defaultOf(Preference preference) const
{
    const Spec& spec = specOf(preference);
    const QVariant declared =
        spec.form == Form::Number ? QVariant(spec.byDefault) : QVariant(QString());
    return m_defaults.value(preference, declared);
}

void Preferences::setDefault(Preference preference, const QVariant& value)
{
    if (value == defaultOf(preference))
        return;
    m_defaults.insert(preference, value);
    Q_EMIT changed(preference);
}

QVariant Preferences::value(Preference preference) const
{
    const QVariant stored = m_store.value(keyOf(preference));
    const Spec& spec = specOf(preference);
    if (!stored.isValid() || !problemOf(spec, stored).isEmpty())
        return defaultOf(preference);
    return spec.form == Form::Number ? QVariant(stored.toInt()) : QVariant(stored.toString());
}

bool Preferences::isChanged(Preference preference) const
{
    return value(preference) != defaultOf(preference);
}

QString Preferences::problem(Preference preference, const QVariant& value) const
{
    if (value == defaultOf(preference))
        return {};
    const Spec& spec = specOf(preference);
    QString found = problemOf(spec, value);
    return found.isEmpty() ? problemOnDisk(spec.form, value.toString()) : found;
}

bool Preferences::set(Preference preference, const QVariant& value)
{
    if (!problem(preference, value).isEmpty())
        return false;
    if (value == this->value(preference))
        return true;
    if (value == defaultOf(preference))
        m_store.remove(keyOf(preference));
    else
        m_store.setValue(keyOf(preference), value);
    m_stored();
    Q_EMIT changed(preference);
    return true;
}

void Preferences::reset(Preference preference)
{
    set(preference, defaultOf(preference));
}

} // namespace faultline::ui
