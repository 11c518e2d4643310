#pragma once

#include <optional>
#include <string>

namespace faultline {

/// Fields that only script frames (JavaScript) have.
struct ScriptFrame
{
    std::optional<std::string> module; ///< Name of the script module.
};

} // namespace faultline
