// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace faultline::engine {

/// Asks which modules a file of this machine is a debug file of. Only its bytes decide.
struct DebugFileQuestion
{
    std::string path; ///< Absolute.
};

struct DebugFileAnswer
{
    enum class State : std::uint8_t {
        Known,
        NotYet,     ///< The event has not been read.
        NotReadable ///< There is no such file, or it may not be read.
    };
    /// What the file is to a module.
    enum class Fit : std::uint8_t {
        ById,       ///< It has the module's debug id or code id.
        NotKnown,   ///< The module has no ids, or is none that a file tells of.
        WithoutId,  ///< The module has ids, and the file has none.
        OtherBuild, ///< Of the same format, with other ids.
        OtherKind,  ///< Of another format or another processor.
        NoDebugFile ///< The file is of no kind that holds names for such a module.
    };
    State state = State::NotYet;
    std::vector<Fit> fits = {}; ///< One for each module of the event.
};

} // namespace faultline::engine
