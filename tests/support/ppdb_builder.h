// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_assembler.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::test {

/// Writes portable PDBs: metadata root, heaps, debug tables.
class PpdbBuilder
{
public:
    enum class Language { CSharp, VisualBasic, FSharp, Other };

    struct Document
    {
        std::string name;
        Language language = Language::CSharp;
        std::string sha256 = {};                ///< 32 raw bytes, or empty.
        std::optional<std::string> source = {}; ///< Embedded.
        bool isPacked = false;                  ///< The source is deflated.
        /// Replaces the format that fits the source.
        std::optional<std::int32_t> sourceFormat = {};
    };

    struct Point
    {
        std::uint32_t ilOffset = 0;
        std::uint32_t line = 0; ///< 0 means hidden.
        std::uint32_t column = 1;
        /// If not 0, a record before the point switches to this document.
        std::uint32_t document = 0;
    };

    struct Method
    {
        /// 0 means that the blob names the document, at its first point.
        std::uint32_t document = 0;
        std::vector<Point> points;
        std::optional<std::string> blob = {}; ///< Replaces the points.
    };

    /// A GUID in the order in which Windows stores it, then the stamp.
    std::array<std::uint8_t, 16> guid{0xf7, 0x33, 0x10, 0x0c, 0x32, 0x86, 0x2e, 0x49,
                                      0x91, 0xc6, 0xc3, 0x14, 0xb7, 0x2e, 0x19, 0x20};
    std::uint32_t stamp = 0xe60b819d;
    std::vector<Document> documents;
    std::vector<Method> methods;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stateMachines;
    std::string sourceLink; ///< JSON text; empty when there is none.
    bool hasWideHeaps = false;
    bool sharesBlobs = false; ///< Equal sequence points are stored once, as compilers do.
    std::string extraStream;  ///< Name of a stream that no specification knows.

    std::vector<std::byte> build() const;

    static std::string compressed(std::uint32_t value);
    static std::string compressedSigned(std::int32_t value);
};

/// Deflates without header, as embedded sources and embedded portable PDBs are stored.
std::string rawDeflate(std::string_view text);

} // namespace faultline::test
