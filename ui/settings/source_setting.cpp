// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/source_setting.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <utility>

namespace faultline::ui {

namespace {

using Kind = SourceSetting::Kind;
using Access = SourceSetting::Access;

constexpr qsizetype kOldFields = 4;
constexpr qsizetype kFields = 5;

constexpr std::array kKinds{std::pair{Kind::Folder, "folder"}, std::pair{Kind::Http, "http"},
                            std::pair{Kind::Preset, "preset"}, std::pair{Kind::S3, "s3"},
                            std::pair{Kind::Gcs, "gcs"},       std::pair{Kind::Sentry, "sentry"}};

constexpr std::array kAccesses{
    std::pair{Access::None, "none"},          std::pair{Access::Token, "token"},
    std::pair{Access::Password, "password"},  std::pair{Access::Keys, "keys"},
    std::pair{Access::KeyFile, "key_file"},   std::pair{Access::Instance, "instance"},
    std::pair{Access::Container, "container"}};

template <class Table, class Value>
QString nameIn(const Table& table, Value wanted)
{
    for (const auto& [value, name] : table) {
        if (value == wanted)
            return QLatin1String(name);
    }
    return {};
}

/// The first of the table for an unknown name.
template <class Table>
auto valueIn(const Table& table, const QString& wanted)
{
    for (const auto& [value, name] : table) {
        if (QLatin1String(name) == wanted)
            return value;
    }
    return table.front().first;
}

constexpr std::array kTexts{
    std::pair{"folder", &SourceSetting::folder}, std::pair{"region", &SourceSetting::region},
    std::pair{"endpoint", &SourceSetting::endpoint}, std::pair{"casing", &SourceSetting::casing},
    std::pair{"id", &SourceSetting::id}};
constexpr std::array kLists{std::pair{"file_types", &SourceSetting::fileTypes},
                            std::pair{"only_paths", &SourceSetting::onlyPaths}};

QJsonObject optionsOf(const SourceSetting& source)
{
    QJsonObject options;
    for (const auto& [name, member] : kTexts) {
        if (!(source.*member).isEmpty())
            options.insert(QLatin1String(name), source.*member);
    }
    for (const auto& [name, member] : kLists) {
        if (!(source.*member).isEmpty())
            options.insert(QLatin1String(name), QJsonArray::fromStringList(source.*member));
    }
    if (source.access != Access::None)
        options.insert(QLatin1String("access"), nameIn(kAccesses, source.access));
    if (!source.isOn)
        options.insert(QLatin1String("on"), false);
    return options;
}

void takeOptions(const QJsonObject& options, SourceSetting& source)
{
    for (const auto& [name, member] : kTexts)
        source.*member = options.value(QLatin1String(name)).toString();
    for (const auto& [name, member] : kLists) {
        const QJsonArray list = options.value(QLatin1String(name)).toArray();
        for (const QJsonValue& each : list)
            (source.*member).append(each.toString());
    }
    source.access = valueIn(kAccesses, options.value(QLatin1String("access")).toString());
    source.isOn = options.value(QLatin1String("on")).toBool(true);
}

} // namespace

QList<Access> accessesOf(Kind kind)
{
    switch (kind) {
    case Kind::Folder:
    case Kind::Preset: return {Access::None};
    case Kind::Http: return {Access::None, Access::Token, Access::Password};
    case Kind::S3: return {Access::Keys, Access::None, Access::Instance, Access::Container};
    case Kind::Gcs: return {Access::KeyFile, Access::Token, Access::None};
    case Kind::Sentry: return {Access::Token};
    }
    return {};
}

QStringList secretFieldsOf(Access access)
{
    switch (access) {
    case Access::Token: return {QStringLiteral("token")};
    case Access::Password: return {QStringLiteral("user"), QStringLiteral("password")};
    case Access::Keys:
        return {QStringLiteral("access_key"), QStringLiteral("secret_key"),
                QStringLiteral("session_token")};
    case Access::KeyFile: return {QStringLiteral("key_file")};
    case Access::None:
    case Access::Instance:
    case Access::Container: break;
    }
    return {};
}

QStringList toFields(const SourceSetting& source)
{
    QStringList fields{nameIn(kKinds, source.kind), source.name, source.location, source.layout};
    const QJsonObject options = optionsOf(source);
    if (!options.isEmpty())
        fields.append(QString::fromUtf8(QJsonDocument(options).toJson(QJsonDocument::Compact)));
    return fields;
}

std::optional<SourceSetting> sourceOfFields(const QStringList& fields)
{
    if (fields.size() != kOldFields && fields.size() != kFields)
        return std::nullopt;
    SourceSetting source{.kind = valueIn(kKinds, fields[0]),
                         .name = fields[1],
                         .location = fields[2],
                         .layout = fields[3]};
    if (fields.size() == kFields)
        takeOptions(QJsonDocument::fromJson(fields[kOldFields].toUtf8()).object(), source);
    return source;
}

} // namespace faultline::ui
