#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// How much of a Swift name is shown.
struct SwiftStyle
{
    /// Without modules, requirements of generics, types of variables, files of private names and
    /// the details of thunks and specialisations.
    bool isSimplified = false;
    /// Types of a function's arguments; without, only the labels, "f(_:by:)".
    bool showArgumentTypes = true;
    bool showReturnType = true; ///< And "async", "throws". Only with argument types.
    std::size_t maxOutputBytes = 4096;

    /// What swift-demangle prints.
    static SwiftStyle full() { return {}; }

    /// What swift-demangle prints with -simplified.
    static SwiftStyle simplified() { return {true, false, false}; }

    /// What Symbolicator shows: simplified with argument types, less than 4096 bytes
    /// (docs/spec/native.md §17).
    static SwiftStyle symbol() { return {true, true, false, 4095}; }
};

/// Whether the prefix is one of Swift's: "_T", "$S", "$s", "$e", the latter three and "_T0" also
/// behind one more underscore, "@__swiftmacro_".
bool isSwiftName(std::string_view name);

/// The readable form of a Swift symbol, old ("_T") or new mangling; absent when any part of the
/// name is not understood, when it refers to other places of its image (symbolic references), or
/// when a limit is reached: 32 KiB of name, 4096 nodes deep text, `maxOutputBytes`. Grammar:
/// docs/ABI/Mangling.rst and docs/ABI/OldMangling.rst of the Swift project. Thread-safe.
std::optional<std::string> demangleSwift(std::string_view name, const SwiftStyle& style);

} // namespace faultline::demangling
