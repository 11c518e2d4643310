#pragma once

#include <optional>
#include <string>

namespace faultline {

/// What only frames of scripts (JavaScript) have.
struct ScriptFrame
{
    std::optional<std::string> module; ///< Name of the script module.
};

} // namespace faultline
