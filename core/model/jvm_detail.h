#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace faultline {

/// What only frames of the JVM have.
struct JvmDetail
{
    /// Where the name of the source file comes from.
    enum class FileOrigin : std::uint8_t {
        Given,      ///< The input, unchanged.
        Recorded,   ///< The mapping names it.
        Synthesized ///< A guess from the name of the class.
    };

    std::string module;                   ///< Class with its package.
    std::optional<std::string> signature; ///< A descriptor in the input, "(a, b): c" in a report.
    bool isSynthesized = false;           ///< Made by the compiler.
    FileOrigin fileOrigin = FileOrigin::Given;
    /// Rows of one frame that stand for different possibilities have different numbers; rows with
    /// the same number form one chain of inlined calls.
    std::uint32_t alternative = 0;
    std::uint32_t alternativeCount = 1;

    friend bool operator==(const JvmDetail&, const JvmDetail&) = default;
};

} // namespace faultline
