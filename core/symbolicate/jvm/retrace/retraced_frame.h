// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/source_file_name.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::jvm {

/// A frame to look up in a mapping.
struct RetraceQuery
{
    std::string_view module;   ///< The class with its package.
    std::string_view function; ///< Method.
    /// Absent and 0 both mean that the line is unknown. Only callers distinguish them.
    std::optional<std::uint32_t> line;
    std::optional<std::string_view> arguments; ///< "a.B,int"; used instead of a line.
};

/// A row that a mapping makes of a frame. Views live as long as the mapping and the query.
struct RetracedFrame
{
    std::string_view module;
    std::string_view function;
    proguard::SourceFileName file;
    std::optional<std::uint32_t> line;
    bool isSynthesized = false;
};

/// The outcome for a frame.
enum class RetraceOutcome : std::uint8_t {
    Unknown, ///< The mapping does not know the class.
    Frames,
    Outline, ///< The frame is an outline. Its line is passed to its caller.
    Removed  ///< The mapping says that none of the frame's code was in the program.
};

} // namespace faultline::jvm
