// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/demangle.h"
#include "core/symbolicate/items/unwind_table_cache.h"
#include "core/symbolicate/native/ready_modules.h"
#include "core/symbolicate/native/summary_files.h"

namespace faultline::symbolicate {

/// What the symbolication of one native event leaves in memory for the next. Thread-safe.
struct NativeCaches
{
    UnwindTableCache unwindTables;
    bool repeatsLookups = false; ///< Whether `ready` is used. Set before the first event.
    ReadyModules ready;
    demangling::DemangleCache names;
    SummaryFiles summaries;
};

} // namespace faultline::symbolicate
