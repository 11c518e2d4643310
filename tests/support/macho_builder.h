// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_assembler.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace faultline::test {

/// Writes small thin Mach-O files of either width and byte order: load commands, then section
/// contents, then symbols.
class MachOBuilder
{
public:
    struct Section
    {
        std::string name;
        std::uint64_t address = 0;
        std::string content;
        bool isPhantom = false; ///< Header with a size but file offset 0, as dsymutil writes it.
        std::uint64_t phantomSize = 0;
        std::uint32_t flags = 0;
    };

    struct Segment
    {
        std::string name;
        std::uint64_t address = 0;
        std::uint64_t memorySize = 0;
        std::uint32_t protection = 1;
        std::vector<Section> sections;
    };

    struct Symbol
    {
        std::string name;
        std::uint8_t type = 0x0f;
        std::uint8_t section = 1;
        std::uint64_t value = 0;
    };

    bool is64 = true;
    std::endian order = std::endian::little;
    std::uint32_t cpuType = 0x0100000c;
    std::uint32_t cpuSubtype = 0;
    std::uint32_t fileType = 2;
    std::optional<std::array<std::uint8_t, 16>> uuid;
    std::vector<Segment> segments;
    std::optional<std::vector<Symbol>> symbols;
    std::string functionStarts; ///< Content of LC_FUNCTION_STARTS; none when empty.

    std::vector<std::byte> build() const;

private:
    std::size_t commandBytes() const;
    void writeSegment(ByteAssembler& out, const Segment& segment, std::uint64_t& offset) const;
    void writeSymbols(ByteAssembler& out,
                      ByteAssembler::Label table,
                      ByteAssembler::Label strings) const;
};

/// A fat file around thin ones.
struct FatPart
{
    std::uint32_t cpuType = 0;
    std::uint32_t cpuSubtype = 0;
    std::vector<std::byte> bytes;
};

std::vector<std::byte> buildFatMachO(const std::vector<FatPart>& parts, bool is64 = false);

} // namespace faultline::test
