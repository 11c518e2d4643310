// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/variable.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace faultline::engine {

/// A frame of a stack: its number in the thread, and how many calls were inlined into it on the way
/// to the one that is meant.
struct FramePlace
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
    std::uint32_t physical = 0;
    std::uint32_t inlineDepth = 0; ///< 0: the function itself.

    friend bool operator==(const FramePlace&, const FramePlace&) = default;
};

/// Asks for the variables of a frame, or for the parts of one value there.
struct VariablesQuestion
{
    FramePlace frame;
    std::string expression = {}; ///< The value of this expression, instead of a variable.
    /// Whose parts are wanted: the variable's number among those of the frame, unless there is an
    /// expression, and then the number of each part among those of the value around it. Absent: the
    /// values themselves.
    std::optional<std::vector<std::uint64_t>> partsOf = {};
    std::uint64_t first = 0; ///< Parts from this number on.
    std::uint64_t most = 64;
};

struct VariablesAnswer
{
    enum class State : std::uint8_t {
        Known,
        NotYet,      ///< The event has not been resolved on this machine.
        NoMemory,    ///< The crash file has no memory that values could be read from.
        NotWalked,   ///< The stack came with the file, so its frames' registers are not known.
        NoDebugInfo, ///< The debug files do not describe the frame's function.
        NoPart       ///< There is no such value or part.
    };
    State state = State::NotYet;
    /// Without their parts; those of an expression that cannot be followed say why.
    std::vector<Variable> variables = {};
};

using Question = std::variant<VariablesQuestion>;

/// A question about an open event that its report does not answer.
struct InspectionQuestion
{
    Question value;
};

/// Its answer: the alternative with the same index.
struct Inspection
{
    std::variant<VariablesAnswer> value;
};

} // namespace faultline::engine
