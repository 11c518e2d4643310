// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/engine_preferences.h"

#include <QStringList>

#include <algorithm>
#include <chrono>

namespace faultline::ui {

namespace {

constexpr std::uint64_t kGiB = 1ull << 30;
constexpr std::chrono::milliseconds kCleaningInterval = std::chrono::minutes(15);

template <class Unit, class Duration>
int countOf(Duration duration)
{
    return int(std::chrono::ceil<Unit>(duration).count());
}

/// A limit is never shown as 0, which means none.
int limitInGiB(std::uint64_t bytes)
{
    constexpr std::uint64_t kMost = 100'000;
    return int(std::clamp<std::uint64_t>((bytes + kGiB / 2) / kGiB, 1, kMost));
}

using Hours = std::chrono::hours;
using Days = std::chrono::days;

QString textOf(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

/// The address, and the hosts that are reached without it.
net::ProxySettings proxiesOf(const Preferences& preferences)
{
    net::ProxySettings proxies;
    switch (ProxyChoice(preferences.number(Preference::Proxy))) {
    case ProxyChoice::Environment: break;
    case ProxyChoice::None: proxies.direct = {"*"}; break;
    case ProxyChoice::Manual:
        proxies.http = preferences.text(Preference::ProxyAddress).toStdString();
        proxies.https = proxies.http;
        for (const QString& host :
             preferences.text(Preference::ProxyExceptions).split(u',', Qt::SkipEmptyParts))
            proxies.direct.push_back(host.trimmed().toStdString());
        break;
    }
    return proxies;
}

void applyNetwork(const Preferences& preferences, engine::EngineConfig& config)
{
    const auto number = [&](Preference preference, auto take) {
        if (preferences.isChanged(preference))
            take(preferences.number(preference));
    };
    if (preferences.isChanged(Preference::Proxy))
        config.transport.proxies = proxiesOf(preferences);
    if (preferences.isChanged(Preference::AuthorityFile))
        config.transport.tls.caFile = preferences.text(Preference::AuthorityFile).toStdString();
    number(Preference::ConnectTime,
           [&](int count) { config.connectTimeout = std::chrono::seconds(count); });
    number(Preference::DownloadTime,
           [&](int count) { config.maxDownloadTimeout = std::chrono::minutes(count); });
    number(Preference::DownloadsPerHost,
           [&](int count) { config.maxDownloadsPerHost = std::uint32_t(count); });
    number(Preference::LargestDownload,
           [&](int count) { config.maxDownloadBytes = std::uint64_t(count) * kGiB; });
}

} // namespace

void takeDefaults(Preferences& preferences, const engine::EngineConfig& config)
{
    const cache::CacheLifetimes& derived = config.lifetimes.derived;
    if (config.cacheDir)
        preferences.setDefault(Preference::CacheFolder, textOf(*config.cacheDir));
    const auto& quota = config.cleanup.quotaBytes;
    preferences.setDefault(Preference::CacheLimit, quota ? limitInGiB(*quota) : 0);
    if (derived.maxUnusedFor)
        preferences.setDefault(Preference::CacheKeep, countOf<Days>(*derived.maxUnusedFor));
    if (derived.retryMissesAfter)
        preferences.setDefault(Preference::CacheMisses, countOf<Hours>(*derived.retryMissesAfter));
    if (derived.retryMalformedAfter)
        preferences.setDefault(Preference::CacheDamaged,
                               countOf<Hours>(*derived.retryMalformedAfter));
    if (config.transport.tls.caFile)
        preferences.setDefault(Preference::AuthorityFile, textOf(*config.transport.tls.caFile));
    preferences.setDefault(Preference::ConnectTime,
                           countOf<std::chrono::seconds>(config.connectTimeout));
    preferences.setDefault(Preference::DownloadTime,
                           countOf<std::chrono::minutes>(config.maxDownloadTimeout));
    preferences.setDefault(Preference::DownloadsPerHost, int(config.maxDownloadsPerHost));
    preferences.setDefault(Preference::LargestDownload, limitInGiB(config.maxDownloadBytes));
}

void applyPreferences(const Preferences& preferences, engine::EngineConfig& config)
{
    if (preferences.isChanged(Preference::CacheFolder) &&
        !preferences.text(Preference::CacheFolder).isEmpty())
        config.cacheDir = preferences.text(Preference::CacheFolder).toStdString();
    auto rules = cacheRulesOf(config);
    applyPreferences(preferences, rules);
    config.lifetimes = rules.lifetimes;
    config.cleanup.quotaBytes = rules.quotaBytes;
    applyNetwork(preferences, config);
}

engine::CacheRules cacheRulesOf(const engine::EngineConfig& config)
{
    const auto& cleanup = config.cleanup;
    engine::CacheRules rules{.lifetimes = config.lifetimes,
                             .quotaBytes = cleanup.quotaBytes,
                             .minFreeBytes = cleanup.minFreeBytes};
    if (cleanup.enabled || cleanup.quotaBytes || cleanup.minFreeBytes)
        rules.interval = cleanup.interval;
    return rules;
}

void applyPreferences(const Preferences& preferences, engine::CacheRules& rules)
{
    auto& lifetimes = rules.lifetimes;
    if (preferences.isChanged(Preference::CacheLimit)) {
        const int limit = preferences.number(Preference::CacheLimit);
        rules.quotaBytes = limit > 0 ? std::optional(std::uint64_t(limit) * kGiB) : std::nullopt;
        if (limit > 0 && !rules.interval)
            rules.interval = kCleaningInterval;
    }
    if (preferences.isChanged(Preference::CacheKeep)) {
        const Days kept(preferences.number(Preference::CacheKeep));
        for (auto* each : {&lifetimes.downloaded, &lifetimes.derived, &lifetimes.index})
            each->maxUnusedFor = kept;
    }
    // What an index lacks is asked for sooner, whatever the user chose.
    for (auto* each : {&lifetimes.downloaded, &lifetimes.derived}) {
        if (preferences.isChanged(Preference::CacheMisses)) {
            each->retryMissesAfter = Hours(preferences.number(Preference::CacheMisses));
            each->retryMissesAfterPublic = each->retryMissesAfter;
        }
        if (preferences.isChanged(Preference::CacheDamaged))
            each->retryMalformedAfter = Hours(preferences.number(Preference::CacheDamaged));
    }
}

} // namespace faultline::ui
