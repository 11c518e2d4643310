// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/object/object.h"
#include "core/model/memory.h"
#include "core/model/registers.h"
#include "core/model/unwind_method.h"
#include "core/unwind/rules/unwind_budget.h"

#include <memory>
#include <string>

namespace faultline::unwind {

/// The input of a table lookup: the frame to unwind.
struct UnwindQuery
{
    std::uint64_t moduleAddress = 0; ///< Where the image is loaded in the process.
    std::uint64_t lookupAddress =
        0; ///< Absolute. Exact for an interrupted frame; before the return address otherwise.
    bool isExact = true; ///< The registers belong exactly to lookupAddress (context frame or
                         ///< interrupted frame).
    RegisterSet callee;  ///< Registers of the frame being left.
    std::uint32_t grandCalleeParameterBytes = 0; ///< x86 STACK WIN/FPO only.
    UnwindBudget* budget = nullptr;              ///< Shared by an event's walks; null: no limit.
};

/// The caller's registers, or the statement of the unwind data that there is no caller.
struct UnwindStep
{
    RegisterSet
        caller; ///< pc = return address (not adjusted), sp = stack pointer after the return.
    UnwindMethod method = UnwindMethod::DwarfCfi;
    bool endOfStack = false; ///< The unwind data says this is the outermost frame.
    bool isSignalFrame =
        false; ///< The *callee* frame is a signal trampoline: the caller's pc is exact.
    std::uint32_t calleeParameterBytes =
        0; ///< x86: argument bytes of the unwound frame, needed by the next step.
};

/// One module's unwind data, evaluated in place. Immutable and thread-safe. Keeps its object's
/// bytes alive.
class UnwindTable
{
public:
    virtual ~UnwindTable() = default;

    /// Steps to the caller. Errors: NotFound (no entry covers the address), Malformed (the entry
    /// cannot be evaluated, or exceeds the budget), Unsupported. After any error the walker may try
    /// other means; it names a Malformed entry in the frame's notes.
    virtual Result<UnwindStep> unwind(const UnwindQuery& query,
                                      const MemoryReader& memory) const = 0;

    /// Does an entry cover the function at `relativeAddress`? Stack scanning uses this to judge
    /// candidates.
    virtual bool covers(std::uint64_t relativeAddress) const = 0;

    /// True if only leaf functions lack an entry, so that code without an entry makes no calls.
    virtual bool listsAllCallers() const { return false; }

    virtual std::string_view description() const = 0; ///< ".eh_frame", ".pdata", "STACK CFI", …
};

using UnwindTablePtr = std::shared_ptr<const UnwindTable>;

/// The table of one object: DWARF CFI (.eh_frame, .debug_frame), ARM's exception index, Mach-O
/// compact unwind, PE x64 and ARM64 .pdata, PDB frame data, Breakpad STACK records, Go's frame
/// sizes. Errors: NotFound (the object has no unwind data), Malformed, Unsupported.
Result<UnwindTablePtr> makeUnwindTable(const object::ObjectPtr& object, const ParseLimits& limits);

} // namespace faultline::unwind
