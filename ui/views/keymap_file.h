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

enum class KeymapFileError { NotJson, NotAKeymap, TooLarge };

constexpr qint64 kLargestKeymapFile = qint64{1} << 20;

QByteArray writeKeymap(const KeymapFile& keymap);
/// Keys that are none are left out.
std::expected<KeymapFile, KeymapFileError> readKeymap(const QByteArray& bytes);

} // namespace faultline::ui
