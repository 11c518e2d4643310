// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/keymap_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeySequence>

#include <array>
#include <utility>

namespace faultline::ui {

namespace {

constexpr int kVersion = 1;
constexpr std::array kPresets{std::pair{KeyPreset::Faultline, "faultline"},
                              std::pair{KeyPreset::VisualStudio, "visual_studio"},
                              std::pair{KeyPreset::QtCreator, "qt_creator"}};

using Kind = KeymapFileError::Kind;

std::expected<KeyPreset, KeymapFileError> readPreset(const QJsonValue& value)
{
    if (value.isUndefined())
        return KeyPreset::Faultline;
    for (const auto& [preset, name] : kPresets) {
        if (value.toString() == QLatin1String(name))
            return preset;
    }
    return std::unexpected(
        KeymapFileError{.kind = Kind::UnknownPreset, .found = value.toVariant().toString()});
}

std::expected<QStringList, KeymapFileError> readKeys(const QString& id, const QJsonValue& value)
{
    const QJsonArray list = value.toArray();
    const auto notKeys = [&id](const QJsonValue& found) {
        return std::unexpected(KeymapFileError{
            .kind = Kind::NotKeys, .id = id, .found = found.toVariant().toString()});
    };
    if (!value.isArray())
        return notKeys(value);
    if (list.size() > kMostKeysOfAction)
        return std::unexpected(KeymapFileError{.kind = Kind::TooManyKeys, .id = id});
    QStringList keys;
    for (const QJsonValue& each : list) {
        const auto sequence = QKeySequence::fromString(each.toString(), QKeySequence::PortableText);
        if (sequence.isEmpty() || sequence[0].key() == Qt::Key_unknown)
            return notKeys(each);
        keys.append(sequence.toString(QKeySequence::PortableText));
    }
    return keys;
}

} // namespace

QByteArray writeKeymap(const KeymapFile& keymap)
{
    QJsonObject keys;
    for (auto each = keymap.changed.begin(); each != keymap.changed.end(); ++each)
        keys.insert(each.key(), QJsonArray::fromStringList(each.value()));
    QJsonObject all{{QStringLiteral("faultline_keys"), kVersion}, {QStringLiteral("keys"), keys}};
    for (const auto& [preset, name] : kPresets) {
        if (preset == keymap.preset)
            all.insert(QStringLiteral("preset"), QLatin1String(name));
    }
    return QJsonDocument(all).toJson();
}

std::expected<KeymapFile, KeymapFileError> readKeymap(const QByteArray& bytes)
{
    if (bytes.size() > kLargestKeymapFile)
        return std::unexpected(KeymapFileError{.kind = Kind::TooLarge});
    QJsonParseError parsed;
    const QJsonObject all = QJsonDocument::fromJson(bytes, &parsed).object();
    if (parsed.error != QJsonParseError::NoError)
        return std::unexpected(KeymapFileError{
            .kind = Kind::NotJson, .found = parsed.errorString(), .offset = parsed.offset});
    const QJsonValue keys = all.value(QStringLiteral("keys"));
    if (all.value(QStringLiteral("faultline_keys")).toInt() != kVersion || !keys.isObject())
        return std::unexpected(KeymapFileError{.kind = Kind::NotAKeymap});
    const auto preset = readPreset(all.value(QStringLiteral("preset")));
    if (!preset)
        return std::unexpected(preset.error());
    KeymapFile keymap{.preset = *preset, .changed = {}};
    const QJsonObject changed = keys.toObject();
    for (auto each = changed.begin(); each != changed.end(); ++each) {
        const auto read = readKeys(each.key(), each.value());
        if (!read)
            return std::unexpected(read.error());
        keymap.changed.insert(each.key(), *read);
    }
    return keymap;
}

} // namespace faultline::ui
