// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_event.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/jvm/jvm_options.h"

#include <stop_token>

namespace faultline::jvm {

/// Finds the mappings and sources of a JVM event and restores its names. Blocks: job threads only.
/// Errors: Cancelled. Missing and damaged files are states in the report, never errors. Order of
/// steps: docs/spec/jvm.md §5.
Result<JvmReport> symbolicateJvm(const symbolicate::Services& services,
                                 const std::vector<sources::SourceConfig>& defaultSources,
                                 const JvmEvent& event,
                                 const JvmOptions& options,
                                 const std::stop_token& stop);

} // namespace faultline::jvm
