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
constexpr qsizetype kMostKeys = 8; ///< Of one action.
constexpr std::array kPresets{std::pair{KeyPreset::Faultline, "faultline"},
                              std::pair{KeyPreset::VisualStudio, "visual_studio"},
                              std::pair{KeyPreset::QtCreator, "qt_creator"}};

QStringList readKeys(const QJsonArray& list)
{
    QStringList keys;
    for (const QJsonValue& each : list) {
        const auto sequence = QKeySequence::fromString(each.toString(), QKeySequence::PortableText);
        if (!sequence.isEmpty() && sequence[0].key() != Qt::Key_unknown && keys.size() < kMostKeys)
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
        return std::unexpected(KeymapFileError::TooLarge);
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    if (document.isNull())
        return std::unexpected(KeymapFileError::NotJson);
    const QJsonObject all = document.object();
    if (all.value(QStringLiteral("faultline_keys")).toInt() != kVersion)
        return std::unexpected(KeymapFileError::NotAKeymap);
    KeymapFile keymap;
    for (const auto& [preset, name] : kPresets) {
        if (all.value(QStringLiteral("preset")).toString() == QLatin1String(name))
            keymap.preset = preset;
    }
    const QJsonObject keys = all.value(QStringLiteral("keys")).toObject();
    for (auto each = keys.begin(); each != keys.end(); ++each)
        keymap.changed.insert(each.key(), readKeys(each.value().toArray()));
    return keymap;
}

} // namespace faultline::ui
