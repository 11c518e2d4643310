// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as an expression of C++, as a type, and as the name of a type with patterns.
#include "core/natvis/cpp_expression.h"
#include "core/natvis/expression_parser.h"
#include "core/natvis/type_pattern.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const std::string text(reinterpret_cast<const char*>(data), size);
    static_cast<void>(natvis::parseExpression(text));
    static_cast<void>(natvis::parseType(text));
    static_cast<void>(natvis::TypePattern(text).match(text));
    return 0;
}
