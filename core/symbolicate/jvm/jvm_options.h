// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::jvm {

/// How alternatives for a frame are returned.
enum class Fidelity : std::uint8_t {
    Reference, ///< All in one list, as Symbolicator returns them.
    Precise    ///< Kept apart, and without rows that the mapping does not prove.
};

/// Options for one symbolication of a JVM event.
struct JvmOptions
{
    std::optional<std::vector<sources::SourceConfig>>
        sources;       ///< Absent means the sources that the engine is configured with.
    std::string scope; ///< Empty means global.
    bool applySourceContext = true;
    bool retryFailed = false; ///< Try again what failed before.
    Fidelity fidelity = Fidelity::Precise;
    /// Chosen by the user; they take precedence over all others.
    std::vector<std::string> mappingFiles;
};

} // namespace faultline::jvm
