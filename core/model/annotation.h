// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace faultline {

struct Annotation
{
    enum class Origin : std::uint8_t {
        CrashpadSimple,
        CrashpadList,
        CrashpadObject,
        Breakpad,
        AppleCrashInfo,
        MozillaSoftError,
        Other
    };
    Origin origin = Origin::Other;
    std::string key;
    std::string value;
    std::optional<std::uint32_t> module; ///< Index into Event::modules.
};

} // namespace faultline
