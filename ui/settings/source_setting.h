// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace faultline::ui {

/// A source of debug files, as the user entered it. Its secrets are not here (credentials.h).
struct SourceSetting
{
    enum class Kind { Folder, Http, Preset, S3, Gcs, Sentry };
    /// How a request says who asks.
    enum class Access {
        None,      ///< Nobody; of a bucket: it is public.
        Token,     ///< A token that the server knows.
        Password,  ///< The name of a user and a password.
        Keys,      ///< An access key and its secret.
        KeyFile,   ///< The key of a service account.
        Instance,  ///< This machine, by its metadata service.
        Container, ///< The container that runs us.
    };

    Kind kind = Kind::Folder;
    QString name;
    QString location; ///< A path, a URL, a bucket, or the id of a preset.
    /// Name of the layout, such as "symstore"; empty for a folder in any arrangement.
    QString layout;
    Access access = Access::None;
    QString folder{};        ///< In the bucket.
    QString region{};        ///< S3
    QString endpoint{};      ///< Of a bucket; empty means the provider's own.
    QString casing{};        ///< Of paths: "lowercase", "uppercase" or empty.
    QStringList fileTypes{}; ///< Names of the engine's file types; empty means all.
    QStringList onlyPaths{}; ///< Globs of the files that may be asked for; empty means all.
    bool isOn = true;        ///< A source that is off is never contacted.
    QString id{};            ///< Its secrets are kept under this name; empty without any.

    bool operator==(const SourceSetting&) const = default;
};

/// The accesses that a kind of source has, the usual one first.
QList<SourceSetting::Access> accessesOf(SourceSetting::Kind kind);

/// Names of the secrets that an access needs.
QStringList secretFieldsOf(SourceSetting::Access access);

/// The form in which settings keep a source. Earlier versions had the first four fields only.
QStringList toFields(const SourceSetting& source);
/// Absent when the fields are no source.
std::optional<SourceSetting> sourceOfFields(const QStringList& fields);

} // namespace faultline::ui
