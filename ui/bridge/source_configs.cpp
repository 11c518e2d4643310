// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/source_configs.h"

#include "core/engine/source_presets.h"
#include "ui/bridge/report_state.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <functional>

namespace faultline::ui {

namespace {

struct LayoutName
{
    QLatin1String name;
    sources::LayoutType type = sources::LayoutType::Native;
};

constexpr std::array kLayouts{
    LayoutName{.name = QLatin1String("native"), .type = sources::LayoutType::Native},
    LayoutName{.name = QLatin1String("symstore"), .type = sources::LayoutType::Symstore},
    LayoutName{.name = QLatin1String("symstore_index2"),
               .type = sources::LayoutType::SymstoreIndex2},
    LayoutName{.name = QLatin1String("ssqp"), .type = sources::LayoutType::Ssqp},
    LayoutName{.name = QLatin1String("debuginfod"), .type = sources::LayoutType::Debuginfod},
    LayoutName{.name = QLatin1String("unified"), .type = sources::LayoutType::Unified},
    LayoutName{.name = QLatin1String("slashsymbols"), .type = sources::LayoutType::SlashSymbols}};

sources::LayoutType layoutOf(const QString& name)
{
    for (const LayoutName& layout : kLayouts) {
        if (layout.name == name)
            return layout.type;
    }
    return sources::LayoutType::Native;
}

/// The secrets of one source by their names.
using Secrets = std::function<std::string(const char* field)>;

std::string text(const QString& value)
{
    return value.toStdString();
}

sources::SourceConfig makePreset(const SourceSetting& setting)
{
    sources::SourceConfig config;
    if (const auto preset = sources::findSourcePreset(text(setting.location)))
        config = sources::sourceOf(*preset);
    config.id = text(setting.name);
    return config;
}

sources::HttpSource makeHttp(const SourceSetting& setting, const Secrets& secrets)
{
    sources::HttpSource http{.url = text(setting.location), .headers = {}};
    if (setting.access == SourceSetting::Access::Token)
        http.headers.emplace_back("Authorization", "Bearer " + secrets("token"));
    if (setting.access == SourceSetting::Access::Password) {
        const std::string both = secrets("user") + ":" + secrets("password");
        http.headers.emplace_back(
            "Authorization", "Basic " + QByteArray::fromStdString(both).toBase64().toStdString());
    }
    return http;
}

sources::S3Source makeS3(const SourceSetting& setting, const Secrets& secrets)
{
    using Provider = sources::AwsCredentialsProvider;
    sources::S3Source s3{.bucket = text(setting.location),
                         .prefix = text(setting.folder),
                         .region = text(setting.region),
                         .endpoint = text(setting.endpoint),
                         .accessKey = secrets("access_key"),
                         .secretKey = secrets("secret_key"),
                         .provider = Provider::Static,
                         .sessionToken = secrets("session_token")};
    switch (setting.access) {
    case SourceSetting::Access::Instance: s3.provider = Provider::Instance; break;
    case SourceSetting::Access::Container: s3.provider = Provider::Container; break;
    case SourceSetting::Access::Keys: break;
    default: s3.provider = Provider::Anonymous; break;
    }
    return s3;
}

/// The key file of a service account is a JSON object.
sources::GcsSource makeGcs(const SourceSetting& setting, const Secrets& secrets)
{
    const QJsonObject key =
        QJsonDocument::fromJson(QByteArray::fromStdString(secrets("key_file"))).object();
    return {.bucket = text(setting.location),
            .prefix = text(setting.folder),
            .privateKey = text(key.value(QLatin1String("private_key")).toString()),
            .clientEmail = text(key.value(QLatin1String("client_email")).toString()),
            .bearerToken = secrets("token"),
            .isAnonymous = setting.access == SourceSetting::Access::None,
            .endpoint = text(setting.endpoint),
            .tokenUrl = {}};
}

void setPlace(const SourceSetting& setting, const Secrets& secrets, sources::SourceConfig& config)
{
    using Kind = SourceSetting::Kind;
    switch (setting.kind) {
    case Kind::Folder:
        if (setting.layout.isEmpty())
            config.where = sources::FolderSource{.path = text(setting.location)};
        else
            config.where = sources::FilesystemSource{.path = text(setting.location)};
        break;
    case Kind::Http: config.where = makeHttp(setting, secrets); break;
    case Kind::S3: config.where = makeS3(setting, secrets); break;
    case Kind::Gcs: config.where = makeGcs(setting, secrets); break;
    case Kind::Sentry:
        config.where = sources::SentrySource{
            .url = text(setting.location), .token = secrets("token"), .cookies = {}};
        break;
    case Kind::Preset: break;
    }
}

sources::PathCasing casingOf(const QString& name)
{
    return name == QLatin1String("lowercase")   ? sources::PathCasing::Lowercase
           : name == QLatin1String("uppercase") ? sources::PathCasing::Uppercase
                                                : sources::PathCasing::Default;
}

void setFilters(const SourceSetting& setting, sources::SourceConfig& config)
{
    for (const QString& name : setting.fileTypes) {
        if (const auto type = sources::parseFileType(text(name)))
            config.filters.fileTypes.push_back(*type);
    }
    for (const QString& glob : setting.onlyPaths)
        config.filters.pathPatterns.push_back(text(glob));
}

SourceSetting::Kind kindOf(const sources::SourceConfig& config)
{
    const auto type = sources::traitsOf(config).type;
    return sources::isOnThisMachine(config) ? SourceSetting::Kind::Folder
           : type == "s3"                   ? SourceSetting::Kind::S3
           : type == "gcs"                  ? SourceSetting::Kind::Gcs
           : type == "sentry"               ? SourceSetting::Kind::Sentry
                                            : SourceSetting::Kind::Http;
}

QString layoutName(const sources::SourceConfig& config)
{
    const auto layout = std::ranges::find(kLayouts, config.layout.type, &LayoutName::type);
    const bool hasNone = sources::isScanned(config) || layout == kLayouts.end();
    return hasNone ? QString() : QString(layout->name);
}

} // namespace

QList<SourceSetting> makeSourceSettings(const std::vector<sources::SourceConfig>& configs)
{
    QList<SourceSetting> settings;
    for (const sources::SourceConfig& config : configs)
        settings.append({.kind = kindOf(config),
                         .name = toQString(config.id),
                         .location = toQString(sources::shownPlace(config)),
                         .layout = layoutName(config)});
    return settings;
}

QList<SourcePresetRow> makePresetRows()
{
    QList<SourcePresetRow> rows;
    for (const sources::SourcePreset& preset : sources::sourcePresets())
        rows.append({.id = toQString(preset.id),
                     .name = toQString(preset.name),
                     .url = toQString(preset.url),
                     .whatIsSent = toQString(sources::whatIsSent(preset))});
    return rows;
}

sources::SourceConfig makeSourceConfig(const SourceSetting& setting, const Credentials* credentials)
{
    if (setting.kind == SourceSetting::Kind::Preset)
        return makePreset(setting);
    const Secrets secrets = [&](const char* field) {
        return credentials && secretFieldsOf(setting.access).contains(QLatin1String(field))
                   ? text(credentials->secret(setting.id, QLatin1String(field)))
                   : std::string();
    };
    sources::SourceConfig config;
    config.id = text(setting.name);
    config.layout = {.type = layoutOf(setting.layout), .casing = casingOf(setting.casing)};
    setFilters(setting, config);
    setPlace(setting, secrets, config);
    return config;
}

std::vector<sources::SourceConfig> makeSourceConfigs(const QList<SourceSetting>& settings,
                                                     const Credentials* credentials)
{
    std::vector<sources::SourceConfig> configs;
    for (const SourceSetting& setting : settings) {
        if (setting.isOn)
            configs.push_back(makeSourceConfig(setting, credentials));
    }
    return configs;
}

} // namespace faultline::ui
