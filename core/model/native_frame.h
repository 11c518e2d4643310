// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language.h"
#include "core/model/unwind_method.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// What the crash report itself says about a frame. It is displayed, marked as such, when no
/// symbols were found. It is never part of a compatible answer (docs/spec/native.md §19.2).
struct ReportedSymbol
{
    std::string function; ///< May be empty.
    std::optional<std::uint64_t>
        functionOffset;     ///< Distance of the frame's address from the function's entry.
    std::string file;       ///< Base name; empty when unknown.
    std::uint32_t line = 0; ///< 0: unknown.
};

/// Where a frame is when its text names a symbol in place of an address: "func+0x12/0x40".
struct SymbolPlace
{
    std::string symbol;       ///< As the text has it, mangled or not.
    std::uint64_t offset = 0; ///< From the symbol's first byte.
    std::optional<std::uint64_t>
        sizeBytes; ///< Size of the symbol; tells symbols of one name apart.

    friend bool operator==(const SymbolPlace&, const SymbolPlace&) = default;
};

/// Fields that only frames of machine code have. Addresses are the process's own unless a member
/// says otherwise.
struct NativeFrame
{
    /// In an event: as the input gives it, absolute or relative to the module `relativeTo`. In a
    /// report: the look-up address once symbolicated, before that the raw address.
    std::uint64_t instructionAddress = 0;
    std::uint64_t pc = 0; ///< Exact pc or return address; 0 in events.
    std::uint64_t lookupAddress =
        0; ///< The address that was looked up; 0 for frames from the input.
    /// First address of the instructions that share the row's position.
    std::optional<std::uint64_t> rowAddress;
    std::uint64_t sp = 0;                    ///< 0 for frames from the input.
    std::optional<std::uint32_t> relativeTo; ///< "rel:N" of addr_mode; N may be out of range.
    UnwindMethod method = UnwindMethod::Context;
    Language language = Language::Unknown;
    bool namesUnknownLanguage = false; ///< .NET: the answer states an unknown language explicitly.
    bool fromSymbolTable =
        false; ///< There is no debug info here; the name is the nearest symbol-table entry.
    bool fromWrongBuild =
        false; ///< Name and line come from a file of another build, so they are a guess.
    std::optional<std::string> package; ///< The module's code file.
    std::optional<std::string> symbol;  ///< The mangled name.
    std::optional<std::uint64_t>
        symbolAddress; ///< Entry address of the function; on the outermost row only.
    /// What the crash report itself says. In an event: inlined functions first, the physical
    /// function last. In a report: at most one entry, and only for frames without symbols.
    std::vector<ReportedSymbol> reported;
    std::optional<SymbolPlace> place; ///< Only where the input gives no address.
};

} // namespace faultline
