#pragma once

#include "core/sources/source_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::jvm {

/// How alternatives come back.
enum class Fidelity : std::uint8_t {
    Reference, ///< One list, as Symbolicator's.
    Precise    ///< Kept apart, and only what is true as far as the mapping tells.
};

/// Options of one symbolication of a JVM event.
struct JvmOptions
{
    std::optional<std::vector<sources::SourceConfig>>
        sources;       ///< Absent: the engine's configured ones.
    std::string scope; ///< Empty: global.
    bool applySourceContext = true;
    bool retryFailed = false; ///< Bypass remembered failures.
    Fidelity fidelity = Fidelity::Precise;
    std::vector<std::string> mappingFiles; ///< Chosen by the user; count before all others.
};

} // namespace faultline::jvm
