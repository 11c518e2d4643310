// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/swift_demangle.h"

#include "core/formats/names/swift/old_parser.h"
#include "core/formats/names/swift/parser.h"
#include "core/formats/names/swift/printer.h"

#include <algorithm>

namespace faultline::demangling {

namespace swift {

namespace {

/// The same for all our demanglers.
constexpr std::size_t kMaxMangledBytes = 32 * 1024;

/// "_T0" of Swift 4, "$S" of 4.2, "$s" since 5, "$e" of Embedded Swift; macro expansions name
/// files.
constexpr auto kPrefixes = std::to_array<std::string_view>(
    {"$s", "_$s", "$S", "_$S", "_T0", "$e", "_$e", "@__swiftmacro_"});

std::string_view prefixOf(std::string_view name)
{
    const auto found = std::ranges::find_if(
        kPrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
    return found == kPrefixes.end() ? std::string_view() : *found;
}

demangling::swift::Node* parse(demangling::swift::Arena& arena, std::string_view name)
{
    const std::string_view prefix = prefixOf(name);
    if (prefix.empty())
        return demangling::swift::OldParser(arena, name).parseSymbol();
    const demangling::swift::Dialect dialect =
        prefix == "_T0" ? demangling::swift::Dialect::Swift4 : demangling::swift::Dialect::Swift5;
    return demangling::swift::Parser(arena, name.substr(prefix.size()), dialect).parseSymbol();
}

} // namespace

std::optional<std::string>
demangleNested(std::string_view name, const SwiftStyle& style, unsigned nesting)
{
    if (name.size() > kMaxMangledBytes || !isSwiftName(name))
        return std::nullopt;
    demangling::swift::Arena arena;
    const demangling::swift::Node* const global = parse(arena, name);
    return global == nullptr ? std::nullopt
                             : demangling::swift::Printer(style, nesting).run(*global);
}

} // namespace swift

bool isSwiftName(std::string_view name)
{
    return name.starts_with("_T") || name.starts_with("__T") || !swift::prefixOf(name).empty();
}

std::optional<std::string> demangleSwift(std::string_view name, const SwiftStyle& style)
{
    if (name.starts_with("__T")) // With the underscore that Mach-O adds before every symbol.
        name.remove_prefix(1);
    return swift::demangleNested(name, style, 0);
}

} // namespace faultline::demangling
