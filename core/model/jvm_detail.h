// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace faultline {

/// Fields that only frames of the JVM have.
struct JvmDetail
{
    /// Where the name of the source file comes from.
    enum class FileOrigin : std::uint8_t {
        Given,      ///< The input has it, unchanged.
        Recorded,   ///< The mapping names it.
        Synthesized ///< A guess from the name of the class.
    };

    std::string module;                   ///< Class with its package.
    std::optional<std::string> signature; ///< A descriptor in the input, "(a, b): c" in a report.
    bool isSynthesized = false;           ///< The compiler generated the method.
    FileOrigin fileOrigin = FileOrigin::Given;
    /// Distinguishes different possibilities for one frame. Rows with the same number form one
    /// chain of inlined calls.
    std::uint32_t alternative = 0;
    std::uint32_t alternativeCount = 1;

    friend bool operator==(const JvmDetail&, const JvmDetail&) = default;
};

} // namespace faultline
