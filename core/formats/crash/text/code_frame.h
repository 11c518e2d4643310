// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"
#include "core/model/stack_role.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace faultline::nativetext {

/// Parts that many forms share.

/// "/src/a.cc:7:10", "/src/a.cc:7" and "/src/a.cc": sets file, line and column. The colon of
/// "C:\\a.cc" belongs to the name.
void setSourcePlace(FrameText& frame, std::string_view text);

/// "libc.so.6+0x21ec4", "libc.so.6 + 0x21ec4" or a name alone: sets the module and the offset.
void setModulePlace(FrameText& frame, std::string_view text);

/// "func+0x12/0x40" or "func+18": sets name, offset and size. A name may contain "+" itself.
void setFunctionPlace(FrameText& frame, std::string_view text);

/// "a.b.Type: message" or the name alone, which has the package before its last dot.
StackError parseStackError(std::string_view text);

/// The same of a name and a message that stand apart.
StackError makeStackError(std::string_view name, std::string_view message);

/// "a.b.Type: message": what crash.reason says of an error.
std::string reasonOf(const StackError& error);

/// What the words of a heading tell about the stack below it.
struct RoleWords
{
    std::string_view words;
    StackRole role;
};

/// The role of the first words that are in the heading.
std::optional<StackRole> roleIn(std::string_view heading, std::span<const RoleWords> roles);

/// "Received signal 11 SEGV_MAPERR 000000000008": Chromium's and V8's handler of signals.
struct ReceivedSignal
{
    std::uint64_t number = 0;
    std::string_view code; ///< Empty when unknown.
    std::optional<std::uint64_t> address;
};

std::optional<ReceivedSignal> parseReceivedSignal(std::string_view line);

void setReceivedSignal(TraceBuilder& trace, const ReceivedSignal& signal);

/// "#12 rest": the number of a frame and what follows.
struct NumberedLine
{
    std::uint64_t number = 0;
    std::string_view rest; ///< Without blanks at its beginning.
    bool isPart = false;   ///< "#1.2": a call that was inlined into frame 1, as Fuchsia counts.
};

std::optional<NumberedLine> parseNumbered(std::string_view line);

} // namespace faultline::nativetext
