// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/candidate.h"
#include "core/model/jvm_event.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// Why a file of a JVM event could not be used.
struct JvmFileError
{
    enum class Kind : std::uint8_t {
        Missing, ///< The file was not obtained, for any reason.
        Invalid  ///< The file is not a mapping.
    };

    Kind kind = Kind::Missing;
    std::string detail; ///< The reason, for users.
};

/// A file that the event names by its id, and what became of the search for it.
struct JvmFile
{
    JvmModule module;
    std::vector<Candidate> candidates; ///< In the order of trial.
    std::optional<JvmFileError> error; ///< Absent for a file in use.
};

/// A frame of the input without a row, and the reason.
struct JvmHiddenFrame
{
    enum class Reason : std::uint8_t {
        Outline,    ///< Shared code that the optimiser moved out of its callers.
        Rewritten,  ///< The mapping says that such frames were not in the program.
        Synthesized ///< The compiler generated the method.
    };

    std::uint64_t stack = 0; ///< Index into Event::threads.
    std::uint64_t index = 0; ///< JvmStackFrame::index.
    Reason reason = Reason::Outline;
};

/// What only the report of a JVM event has.
struct JvmResult
{
    std::vector<JvmException> exceptions;       ///< In the order of JvmEvent::exceptions.
    std::map<std::string, std::string> classes; ///< Only names that were restored.
    std::vector<std::string> messages;          ///< In the order of JvmEvent::messages.
    std::vector<JvmFile> files;                 ///< In the order of JvmEvent::modules.
    std::vector<JvmHiddenFrame> hidden;
};

} // namespace faultline
