#pragma once

#include "core/base/language.h"
#include "core/model/unwind_method.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// What a crash report itself says about a frame. It is shown, marked as such, where no symbols
/// were found, and is never part of a compatible answer (docs/spec/native.md §19.2).
struct ReportedSymbol
{
    std::string function; ///< May be empty.
    std::optional<std::uint64_t>
        functionOffset;     ///< From the function's entry to the frame's address.
    std::string file;       ///< Base name; empty when unknown.
    std::uint32_t line = 0; ///< 0: unknown.
};

/// What only frames of machine code have. Addresses are the process's own unless a member says
/// otherwise.
struct NativeFrame
{
    /// In an event: as the input gives it, absolute or relative to the module `relativeTo`.
    /// In a report: the looked-up address once symbolicated, the raw one before.
    std::uint64_t instructionAddress = 0;
    std::uint64_t pc = 0; ///< Exact pc or return address; 0 in events.
    std::uint64_t lookupAddress =
        0; ///< Where code was looked up; 0 for frames that the input brought.
    /// Begin of the instructions that share the row's position.
    std::optional<std::uint64_t> rowAddress;
    std::uint64_t sp = 0;                    ///< 0 for frames that the input brought.
    std::optional<std::uint32_t> relativeTo; ///< "rel:N" of addr_mode; N may be out of range.
    UnwindMethod method = UnwindMethod::Context;
    Language language = Language::Unknown;
    bool namesUnknownLanguage = false; ///< .NET: the answer names an unknown language as such.
    bool fromSymbolTable = false;      ///< No debug info here: nearest symbol-table entry.
    bool fromWrongBuild = false; ///< Name and line come from a file of another build: a guess.
    std::optional<std::string> package;         ///< The module's code file.
    std::optional<std::string> symbol;          ///< Mangled.
    std::optional<std::uint64_t> symbolAddress; ///< Entry of the function; outermost row only.
    /// The crash report's own words. In an event: inlined code first, the physical function last.
    /// In a report: at most one, and only for frames without symbols.
    std::vector<ReportedSymbol> reported;
};

} // namespace faultline
