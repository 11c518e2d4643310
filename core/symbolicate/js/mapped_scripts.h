// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/candidate.h"
#include "core/model/script_result.h"

#include <map>
#include <string>
#include <vector>

namespace faultline::js {

/// The outcome of a look-up that found its file or failed.
template <class T>
Outcome outcomeOf(const Result<T>& found)
{
    return found ? Outcome::of(OutcomeKind::Found) : Outcome::failed(found.error());
}

/// The places where the files of each script were looked for, by the script's `abs_path`; empty for
/// files that belong to none.
using ScriptCandidates = std::map<std::string, std::vector<Candidate>>;

/// The outcome for a script that frames lie in.
struct ScriptState
{
    enum class Kind : std::uint8_t {
        Mapped,
        Plain, ///< The script names no map, and no debug id is known. It is shown as it runs.
        MissingScript,
        MissingMap,
        Unreachable, ///< The download of the script or the map failed.
        Late,        ///< It took too long.
        NotAllowed,  ///< The settings or a server forbid it.
        DamagedMap
    } kind = Kind::Plain;
    std::string details; ///< Names the map, or says why there is none, for users.
};

/// The bodies that a tool inlined into functions of one stack, innermost first, by the index of the
/// function's frame. Maps with scopes tell them.
using InlinedFrames = std::map<std::size_t, std::vector<ScriptStackFrame>>;

/// What the stacks of an event become, before a report is made of them.
struct MappedScripts
{
    std::vector<ScriptStack> stacks;    ///< In the order of the event.
    std::vector<InlinedFrames> inlined; ///< One entry for each of `stacks`.
    ScriptCandidates candidates;
    std::map<std::string, ScriptState> scripts; ///< By `abs_path`.
    ScriptResult result;                        ///< With the raw stacks.
};

} // namespace faultline::js
