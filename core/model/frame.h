#pragma once

#include "core/base/language.h"
#include "core/model/event.h"
#include "core/model/unwind_method.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

enum class FrameStatus : std::uint8_t {
    Symbolicated,
    MissingSymbol,
    UnknownImage,
    Missing,
    Malformed
};

/// "symbolicated", "missing_symbol", … (spec/native.md §4).
std::string_view frameStatusName(FrameStatus status);

/// One shown frame. An inline expansion gives several that share originalIndex, innermost first;
/// only the last is not inlined.
struct Frame
{
    FrameStatus status = FrameStatus::Missing;
    std::uint32_t originalIndex = 0; ///< Physical frame number within the thread, callee first.
    bool isInlined = false;          ///< Code of this function was inlined into the next row.
    std::uint64_t instructionAddress =
        0; ///< What the API shows: the looked-up address once symbolicated, the raw one before.
    std::uint64_t pc = 0; ///< Exact pc or return address.
    std::uint64_t lookupAddress =
        0; ///< Where code was looked up; 0 for frames that the input brought.
    std::optional<std::uint64_t>
        rowAddress;       ///< Begin of the instructions that share the row's position.
    std::uint64_t sp = 0; ///< 0 for frames that the input brought.
    std::optional<std::uint32_t> module;     ///< Index into Report::modules.
    std::optional<std::uint32_t> relativeTo; ///< addr_mode "rel:N" of the output.
    FrameTrust trust = FrameTrust::None;
    UnwindMethod method = UnwindMethod::Context;
    Language language = Language::Unknown;
    bool namesUnknownLanguage = false; ///< .NET: an unknown language is told as such.
    bool fromSymbolTable = false;      ///< No debug info here: nearest symbol-table entry.
    bool fromWrongBuild = false; ///< Name and line come from a file of another build: a guess.
    std::optional<std::string> package;         ///< The module's code file.
    std::optional<std::string> symbol;          ///< Mangled.
    std::optional<std::string> function;        ///< Demangled.
    std::optional<std::uint64_t> symbolAddress; ///< Entry of the function; outermost row only.
    std::optional<std::string> filename;
    std::optional<std::string> absPath;
    std::optional<std::uint32_t> line; ///< 0 is a known "no line".
    std::uint32_t column = 0;
    std::vector<std::string> preContext;
    std::optional<std::string> contextLine;
    std::vector<std::string> postContext;
    std::optional<std::string> sourceLink;
    std::optional<std::string> platform;
    std::optional<bool> adjust;
    std::optional<std::uint64_t> functionId;
    std::optional<bool> inApp;
    std::string variablesJson;
    std::optional<ReportedSymbol>
        reported;     ///< The crash report's own words, only for frames without symbols.
    std::string note; ///< How it was found, what was rejected; for people.
};

} // namespace faultline
