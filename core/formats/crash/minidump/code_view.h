#pragma once

#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::minidump {

/// What a module's CodeView record says. Layouts: docs/spec/stackwalk.md §5.1 (Matt Pietrek's RSDS
/// and NB10, Crashpad's BpEL).
struct CodeView
{
    enum class Kind : std::uint8_t { Pdb70, Pdb20, ElfBuildId, Other } kind = Kind::Other;
    std::optional<DebugId> debugId; ///< Absent when all zero.
    std::string debugFile;          ///< The recorded name; empty for build ids.
    Bytes buildId;
};

/// Errors: Malformed (record shorter than its kind needs).
Result<CodeView> readCodeView(Bytes bytes, std::endian order);

} // namespace faultline::minidump
