// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::minidump {

/// The content of a module's CodeView record. Layouts: docs/spec/stackwalk.md §5.1 (Matt Pietrek's
/// RSDS and NB10, Crashpad's BpEL).
struct CodeView
{
    enum class Kind : std::uint8_t { Pdb70, Pdb20, ElfBuildId, Other } kind = Kind::Other;
    std::optional<DebugId> debugId; ///< Absent when all zero.
    std::string debugFile;          ///< The recorded name; empty for build ids.
    Bytes buildId;
};

/// Errors: Malformed (the record is too short for its kind).
Result<CodeView> readCodeView(Bytes bytes, std::endian order);

} // namespace faultline::minidump
