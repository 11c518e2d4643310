// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/app_settings.h"

#include <QByteArray>

#include <expected>

namespace faultline::ui {

/// A keymap as a file: one JSON object with "faultline_keys" (the version, 1), "preset"
/// ("faultline", "visual_studio", "qt_creator") and "keys", an object of lists of portable texts by
/// the ids of actions.
struct KeymapFile
{
    KeyPreset preset = KeyPreset::Faultline;
    QMap<QString, QStringList> changed;
};

/// Why a file is no keymap.
struct KeymapFileError
{
    enum class Kind {
        TooLarge,
        NotJson,
        NotAKeymap,    ///< Another JSON file, or of a later version.
        UnknownPreset, ///< `found` is its name.
        NotKeys,       ///< Of the action `id`; `found` is what stands there.
        TooManyKeys,   ///< Of the action `id`.
    };

    Kind kind = Kind::NotJson;
    QString id{};
    QString found{};
    qint64 offset = 0; ///< Of NotJson, in bytes.
};

constexpr qsizetype kMostKeysOfAction = 8;
constexpr qint64 kLargestKeymapFile = qint64{1} << 20;

QByteArray writeKeymap(const KeymapFile& keymap);
/// A file of which one part is not understood is refused as a whole.
std::expected<KeymapFile, KeymapFileError> readKeymap(const QByteArray& bytes);

} // namespace faultline::ui
