// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"

#include <optional>
#include <string_view>

namespace faultline::nativetext {

/// The lines that the sanitizers of LLVM and GCC write. Source of the forms: compiler-rt,
/// sanitizer_stacktrace_printer.cpp, asan_errors.cpp, tsan_report.cpp, msan_report.cpp,
/// lsan_common.cpp, hwasan_report.cpp.

/// "#1 0x51b9a0 in main /src/main.cc:14:3" and what it looks like without symbols, with a build id
/// and in ThreadSanitizer's form, which alone has no address, but a module's offset or a line.
std::optional<FrameText> parseSanitizerFrame(std::string_view line);

/// "==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc 0x51".
struct SanitizerHead
{
    std::optional<std::uint64_t> process;
    std::string_view tool; ///< "AddressSanitizer"; "libFuzzer"; "UndefinedBehaviorSanitizer".
    std::string_view kind; ///< "heap-buffer-overflow", "data race", "SEGV".
    std::optional<std::uint64_t> address;
    std::optional<std::uint64_t> thread;
    std::string_view text; ///< Everything after the tool.
};

std::optional<SanitizerHead> parseSanitizerHead(std::string_view line);

/// "/src/a.c:3:5: runtime error: signed integer overflow: …", of UndefinedBehaviorSanitizer. Other
/// programs write the same words without a source's line before them.
struct RuntimeError
{
    std::string_view place;
    std::string_view text; ///< What follows.
    std::optional<std::uint64_t> address;
};

std::optional<RuntimeError> parseRuntimeError(std::string_view line);

/// "=>0x0c047fff8000: fa fa[fd]fd", one line of the shadow memory around the address.
bool isShadowLine(std::string_view line);

/// "READ of size 8 at 0x60 thread T0", also in the forms of the other sanitizers.
struct SanitizerAccess
{
    enum class Kind : std::uint8_t { Read, Write, Unknown } kind = Kind::Unknown;
    std::optional<std::uint64_t> sizeBytes;
    std::optional<std::uint64_t> address;
    std::optional<std::uint64_t> thread;
};

std::optional<SanitizerAccess> parseSanitizerAccess(std::string_view line);

} // namespace faultline::nativetext
