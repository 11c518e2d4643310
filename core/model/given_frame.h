#pragma once

#include "core/base/language.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// How a frame was found; the wire names are Symbolicator's (spec/stackwalk.md §9.1).
enum class FrameTrust : std::uint8_t { None, Scan, CfiScan, FramePointer, Cfi, Prewalked, Context };

/// "none", "scan", "cfiscan", "fp", "cfi", "prewalked", "context".
std::string_view frameTrustName(FrameTrust trust);
std::optional<FrameTrust> parseFrameTrust(std::string_view text);

/// What a crash report itself says about a frame. Shown, marked as such, where no symbols were
/// found; never part of a compatible answer (spec/native.md §19.2).
struct ReportedSymbol
{
    std::string function;                        ///< May be empty.
    std::optional<std::uint64_t> functionOffset; ///< Of the frame's address, from the entry.
    std::string file;                            ///< Base name; empty when unknown.
    std::uint32_t line = 0;                      ///< 0: unknown.
};

/// A frame that the input brings instead of leaving it to a walk (native JSON, Apple reports).
/// Fields the pipeline does not resolve are passed through to the answer (spec/native.md §3).
struct GivenFrame
{
    std::uint64_t instructionAddress =
        0; ///< Absolute, or relative to the module when relativeTo is set.
    std::optional<std::uint32_t>
        relativeTo;             ///< Index into Event::modules ("rel:N"); may be out of range.
    std::optional<bool> adjust; ///< adjust_instruction_addr.
    std::optional<std::uint64_t> functionId;
    std::optional<std::string> platform;
    std::optional<std::string> package;
    std::optional<Language> language;
    std::optional<std::string> symbol;
    std::optional<std::uint64_t> symbolAddress;
    std::optional<std::string> function;
    std::optional<std::string> filename;
    std::optional<std::string> absPath;
    std::optional<std::uint32_t> line;
    std::vector<std::string> preContext;
    std::optional<std::string> contextLine;
    std::vector<std::string> postContext;
    std::optional<std::string> sourceLink;
    std::optional<bool> inApp;
    std::string variablesJson; ///< The "vars" object as JSON text; empty when absent.
    FrameTrust trust = FrameTrust::None;
    std::vector<ReportedSymbol> reported; ///< Inlined code first, the physical function last.
};

} // namespace faultline
