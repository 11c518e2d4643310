// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source_words.h"

#include <QCoreApplication>
#include <QDir>
#include <QUrl>

#include <algorithm>

namespace faultline::ui {

namespace {

using Kind = SourceSetting::Kind;
using Access = SourceSetting::Access;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Sources)
};

QString problemOfUrl(const QString& text)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool isWeb =
        url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    if (!url.isValid() || url.host().isEmpty() || !isWeb)
        return Words::tr("The address starts with http:// or https:// and names a host.");
    return url.userInfo().isEmpty()
               ? QString()
               : Words::tr("Enter name and password as credentials, not in the address.");
}

QString problemOfLocation(const SourceSetting& source)
{
    switch (source.kind) {
    case Kind::Folder:
        if (source.location.isEmpty())
            return Words::tr("Choose a folder.");
        return QDir::isAbsolutePath(source.location)
                   ? QString()
                   : Words::tr("Enter the whole path of the folder.");
    case Kind::Http:
    case Kind::Sentry:
        return source.location.isEmpty() ? Words::tr("Enter the server's address.")
                                         : problemOfUrl(source.location);
    case Kind::S3:
    case Kind::Gcs:
        if (source.location.isEmpty())
            return Words::tr("Enter the name of the bucket.");
        return source.location.contains(u'/') || source.location.contains(u':')
                   ? Words::tr("The name of a bucket alone, without a folder.")
                   : QString();
    case Kind::Preset: break;
    }
    return {};
}

} // namespace

QString sourceKindName(Kind kind)
{
    switch (kind) {
    case Kind::Folder: return Words::tr("Folder on this computer");
    case Kind::Http: return Words::tr("Symbol server (HTTP)");
    case Kind::Preset: return Words::tr("Well-known public server");
    case Kind::S3: return Words::tr("S3 and compatible");
    case Kind::Gcs: return Words::tr("Google Cloud Storage");
    case Kind::Sentry: return Words::tr("Sentry");
    }
    return {};
}

QString sourceKindText(const SourceSetting& source)
{
    const auto withLayout = [&source](const QString& kind) {
        return source.layout.isEmpty() ? kind : kind + QStringLiteral(" · ") + source.layout;
    };
    switch (source.kind) {
    case Kind::Preset: return Words::tr("Public server");
    case Kind::Folder: return withLayout(Words::tr("Folder"));
    case Kind::Http: return withLayout(QStringLiteral("HTTP"));
    case Kind::S3: return withLayout(QStringLiteral("S3"));
    case Kind::Gcs: return withLayout(QStringLiteral("GCS"));
    case Kind::Sentry: return QStringLiteral("Sentry");
    }
    return {};
}

QString sourcePlaceText(const SourceSetting& source)
{
    const auto bucket = [&source](const QString& scheme) {
        QString place = scheme + source.location + u'/' + source.folder;
        return source.location.isEmpty() ? QString() : place;
    };
    switch (source.kind) {
    case Kind::S3: return bucket(QStringLiteral("s3://"));
    case Kind::Gcs: return bucket(QStringLiteral("gs://"));
    default: return source.location;
    }
}

QList<FileGroup> fileGroups()
{
    return {{QStringLiteral("ELF"), {QStringLiteral("elf_code"), QStringLiteral("elf_debug")}},
            {QStringLiteral("PE"), {QStringLiteral("pe")}},
            {QStringLiteral("PDB"), {QStringLiteral("pdb"), QStringLiteral("portablepdb")}},
            {QStringLiteral("Mach-O"),
             {QStringLiteral("mach_code"), QStringLiteral("mach_debug"), QStringLiteral("uuidmap"),
              QStringLiteral("bcsymbolmap")}},
            {QStringLiteral("Wasm"), {QStringLiteral("wasm_code"), QStringLiteral("wasm_debug")}},
            {QStringLiteral("Breakpad"), {QStringLiteral("breakpad")}},
            {Words::tr("sources"), {QStringLiteral("sourcebundle")}},
            {Words::tr("mappings"), {QStringLiteral("proguard"), QStringLiteral("il2cpp")}}};
}

QString sourceFilesText(const SourceSetting& source)
{
    if (source.fileTypes.isEmpty())
        return Words::tr("all files");
    QStringList names;
    for (const FileGroup& group : fileGroups()) {
        const bool isAsked = std::ranges::any_of(group.types, [&source](const QString& type) {
            return source.fileTypes.contains(type);
        });
        if (isAsked)
            names.append(group.name);
    }
    return names.join(QStringLiteral(", "));
}

QString accessText(Access access)
{
    switch (access) {
    case Access::None: return Words::tr("No credentials");
    case Access::Token: return Words::tr("Token");
    case Access::Password: return Words::tr("Name and password");
    case Access::Keys: return Words::tr("Access key and secret");
    case Access::KeyFile: return Words::tr("Key of a service account");
    case Access::Instance: return Words::tr("This machine's own role");
    case Access::Container: return Words::tr("This container's own role");
    }
    return {};
}

QString secretText(const QString& field)
{
    if (field == QLatin1String("user"))
        return Words::tr("Name");
    if (field == QLatin1String("password"))
        return Words::tr("Password");
    if (field == QLatin1String("access_key"))
        return Words::tr("Access key");
    if (field == QLatin1String("secret_key"))
        return Words::tr("Secret key");
    if (field == QLatin1String("session_token"))
        return Words::tr("Session token");
    if (field == QLatin1String("key_file"))
        return Words::tr("Key file (JSON)");
    return Words::tr("Token");
}

QString placeText(Credentials::Place place)
{
    switch (place) {
    case Credentials::Place::Nowhere: return Words::tr("not set");
    case Credentials::Place::Keychain: return Words::tr("in the keychain");
    case Credentials::Place::Session: return Words::tr("until Faultline ends");
    }
    return {};
}

SourceProblem sourceProblem(const SourceSetting& source)
{
    using Field = SourceProblem::Field;
    if (source.name.isEmpty())
        return {Field::Name, Words::tr("Give the source a name.")};
    if (QString text = problemOfLocation(source); !text.isEmpty())
        return {Field::Location, std::move(text)};
    if (!source.endpoint.isEmpty()) {
        if (QString text = problemOfUrl(source.endpoint); !text.isEmpty())
            return {Field::Endpoint, std::move(text)};
    }
    if (source.kind == Kind::S3 && source.region.isEmpty() && source.endpoint.isEmpty())
        return {Field::Region, Words::tr("Enter the region, such as eu-central-1.")};
    return {};
}

} // namespace faultline::ui
