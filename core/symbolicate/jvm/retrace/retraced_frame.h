#pragma once

#include "core/formats/debug/proguard/source_file_name.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::jvm {

/// A frame to look up in a mapping.
struct RetraceQuery
{
    std::string_view module;   ///< Class with its package.
    std::string_view function; ///< Method.
    /// Absent and 0 both mean that no line is known, and are told apart by callers only.
    std::optional<std::uint32_t> line;
    std::optional<std::string_view> arguments; ///< "a.B,int": decides instead of a line.
};

/// What a mapping makes of it. Views live as long as the mapping and the query.
struct RetracedFrame
{
    std::string_view module;
    std::string_view function;
    proguard::SourceFileName file;
    std::optional<std::uint32_t> line;
    bool isSynthesized = false;
};

/// What became of a frame.
enum class RetraceOutcome : std::uint8_t {
    Unknown, ///< The mapping does not know the class.
    Frames,
    Outline, ///< The frame is an outline, its line is carried to its caller.
    Removed  ///< The mapping says that none of it was in the program.
};

} // namespace faultline::jvm
