// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// The parts of a Swift name that are shown.
struct SwiftStyle
{
    /// Leaves out modules, generic requirements, types of variables, files of private names, and
    /// the details of thunks and specialisations.
    bool isSimplified = false;
    /// Shows the types of a function's arguments. Otherwise only the labels: "f(_:by:)".
    bool showArgumentTypes = true;
    bool showReturnType = true; ///< Also shows "async" and "throws". Only with argument types.
    std::size_t maxOutputBytes = 4096;

    /// The output of swift-demangle.
    static SwiftStyle full() { return {}; }

    /// The output of swift-demangle -simplified.
    static SwiftStyle simplified() { return {true, false, false}; }

    /// The form of Symbolicator: simplified with argument types, less than 4096 bytes
    /// (docs/spec/native.md §17).
    static SwiftStyle symbol() { return {true, true, false, 4095}; }
};

/// Does the name have a prefix of Swift: "_T", "$S", "$s", "$e", "@__swiftmacro_"? The second to
/// fourth and "_T0" may follow one more underscore.
bool isSwiftName(std::string_view name);

/// The readable form of a Swift symbol, old ("_T") or new mangling. Absent when a part of the name
/// is not understood, when it refers to other places of its image (symbolic references), or when a
/// limit is reached: 32 KiB of name, 4096 nodes deep text, `maxOutputBytes`. Grammar:
/// docs/ABI/Mangling.rst and docs/ABI/OldMangling.rst of the Swift project. Thread-safe.
std::optional<std::string> demangleSwift(std::string_view name, const SwiftStyle& style);

} // namespace faultline::demangling
