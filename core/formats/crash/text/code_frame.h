// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"

#include <optional>
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

/// "#12 rest": the number of a frame and what follows.
struct NumberedLine
{
    std::uint64_t number = 0;
    std::string_view rest; ///< Without blanks at its beginning.
};

std::optional<NumberedLine> parseNumbered(std::string_view line);

} // namespace faultline::nativetext
