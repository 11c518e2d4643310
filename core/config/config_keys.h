// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_cursor.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::config {

enum class KeyUse : std::uint8_t {
    Read,
    Ignored, ///< A key of Symbolicator's that means nothing here.
    Refused, ///< It promises something that does not work yet.
};

/// A key of the configuration file. `name` is its path: `caches.derived.max_unused_for`,
/// `sources[].url`. What lies below a key that has no keys of its own in the list is its value.
struct ConfigKey
{
    std::string_view name;
    KeyUse use = KeyUse::Read;
};

/// Every key that the readers of core/config and of sources know, sorted by name.
/// docs/configuration.md describes each.
std::span<const ConfigKey> configKeys();

/// What the author of a configuration should know of its keys: one line for each that is unknown or
/// has no effect, with its place. A key that is refused is recorded as an error of the cursor.
std::vector<std::string> judgeKeys(const json::JsonCursor& root);

} // namespace faultline::config
