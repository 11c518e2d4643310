// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/run/symbolication.h"

namespace faultline::jvm {

/// Finds the mappings and sources of a JVM event and restores its names. Order of steps:
/// docs/spec/jvm.md §5. Conditions and errors: run() in core/symbolicate/pipeline.
Result<symbolicate::SymbolicationResult> runJvm(const symbolicate::RunContext& context,
                                                EventPtr event,
                                                const symbolicate::SymbolicateOptions& options,
                                                symbolicate::SymbolicationObserver& observer,
                                                std::stop_token stop);

} // namespace faultline::jvm
