// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pdb_builder.h"

#include <algorithm>
#include <cstring>

namespace faultline::test {

namespace {

// Stream numbers; 1 to 4 are fixed by the format.
constexpr std::uint16_t kModule = 5;
constexpr std::uint16_t kPublics = 6;
constexpr std::uint16_t kNames = 7;
constexpr std::uint16_t kSections = 8;
constexpr std::uint16_t kFpo = 9;
constexpr std::uint16_t kFrameData = 10;
constexpr std::uint16_t kOmap = 11;
constexpr std::uint16_t kSourceServer = 12;
constexpr std::uint16_t kSourceLink = 13;
constexpr std::uint16_t kAbsent = 0xffff;

std::string typeStream(const std::string& records)
{
    ByteAssembler out;
    out.u32(20040203).u32(56).u32(0x1000).u32(0x2000).u32(records.size()).zeros(36).text(records);
    return asString(out.finish());
}

std::string sectionHeaders()
{
    ByteAssembler out;
    out.text(".text").zeros(3).u32(0x2000).u32(0x1000).u32(0x2000).u32(0x400).zeros(12).u32(
        0x60000020);
    out.text(".data").zeros(3).u32(0x2000).u32(0x5000).u32(0x2000).u32(0x2400).zeros(12).u32(
        0xc0000040);
    return asString(out.finish());
}

std::string stringTable(const std::string& names)
{
    ByteAssembler out;
    out.u32(0xeffeeffe).u32(1).u32(names.size()).text(names).u32(0).u32(0);
    return asString(out.finish());
}

} // namespace

std::string asString(std::vector<std::byte> bytes)
{
    std::string text(bytes.size(), '\0');
    if (!bytes.empty())
        std::memcpy(text.data(), bytes.data(), bytes.size());
    return text;
}

std::string codeViewRecord(std::uint16_t kind, std::string content)
{
    content.resize((content.size() + 3) / 4 * 4, '\0');
    ByteAssembler out;
    out.u16(content.size() + 2).u16(kind).text(content);
    return asString(out.finish());
}

std::string c13Subsection(std::uint32_t kind, const std::string& content)
{
    ByteAssembler out;
    out.u32(kind).u32(content.size()).text(content).align(4);
    return asString(out.finish());
}

std::vector<std::byte>
buildMsf(const std::vector<std::string>& streams, std::uint32_t blockBytes, bool scatter)
{
    const auto blocksFor = [&](std::size_t size) { return (size + blockBytes - 1) / blockBytes; };
    std::uint32_t next = 3; // 0 is the superblock, 1 and 2 are the free block maps.
    ByteAssembler directory;
    directory.u32(streams.size());
    for (const auto& stream : streams)
        directory.u32(stream.size());
    std::vector<std::pair<std::uint32_t, std::string>> blocks;
    for (const auto& stream : streams) {
        const auto count = blocksFor(stream.size());
        for (std::size_t i = 0; i < count; ++i) {
            const auto block = static_cast<std::uint32_t>(next + (scatter ? count - 1 - i : i));
            directory.u32(block);
            blocks.emplace_back(block, stream.substr(i * blockBytes, blockBytes));
        }
        next += static_cast<std::uint32_t>(count);
    }
    const auto directoryText = asString(directory.finish());
    const auto directoryBlock = next;
    const auto mapBlock =
        static_cast<std::uint32_t>(directoryBlock + blocksFor(directoryText.size()));
    std::sort(blocks.begin(), blocks.end());
    const auto mapBlocks =
        static_cast<std::uint32_t>(blocksFor(blocksFor(directoryText.size()) * 4));
    ByteAssembler out;
    out.text("Microsoft C/C++ MSF 7.00\r\n\x1a"
             "DS")
        .zeros(3);
    out.u32(blockBytes).u32(1).u32(mapBlock + mapBlocks).u32(directoryText.size()).u32(0);
    for (std::uint32_t i = 0; i < mapBlocks; ++i)
        out.u32(mapBlock + (scatter ? mapBlocks - 1 - i : i));
    for (const auto& [block, content] : blocks)
        out.zeros(std::size_t{block} * blockBytes - out.size()).text(content);
    out.zeros(std::size_t{directoryBlock} * blockBytes - out.size()).text(directoryText);
    ByteAssembler map;
    for (std::uint32_t i = 0; i < blocksFor(directoryText.size()); ++i)
        map.u32(directoryBlock + i);
    const auto mapText = asString(map.align(blockBytes).finish());
    out.zeros(std::size_t{mapBlock} * blockBytes - out.size());
    for (std::uint32_t i = 0; i < mapBlocks; ++i)
        out.text(
            mapText.substr(std::size_t{scatter ? mapBlocks - 1 - i : i} * blockBytes, blockBytes));
    return out.finish();
}

std::string PdbBuilder::infoStream() const
{
    ByteAssembler out;
    out.u32(20000404).u32(0x5ab38077).u32(infoAge);
    for (const auto byte : guid)
        out.u8(byte);
    std::vector<std::pair<std::string, std::uint32_t>> streams{{"/names", kNames}};
    if (!sourceServer.empty())
        streams.emplace_back("srcsrv", kSourceServer);
    if (!sourceLink.empty())
        streams.emplace_back("sourcelink", kSourceLink);
    std::string text;
    for (const auto& [name, stream] : streams)
        text += name + '\0';
    // Size and capacity of the table, its present and deleted buckets as bit sets.
    out.u32(text.size()).text(text).u32(streams.size()).u32(4);
    out.u32(1).u32((1u << streams.size()) - 1).u32(0);
    std::size_t offset = 0;
    for (const auto& [name, stream] : streams) {
        out.u32(offset).u32(stream);
        offset += name.size() + 1;
    }
    out.u32(0).u32(20140508); // Last name index; ids have a stream of their own.
    if (isFastLink)
        out.text("MINI");
    return asString(out.finish());
}

std::string PdbBuilder::dbiStream() const
{
    ByteAssembler modules;
    modules.zeros(34).u16(kModule).u32(symbols.size() + 4).u32(0).u32(c13.size()).zeros(16);
    modules.text(moduleName).u8(0).text(moduleName).u8(0).align(4);
    const auto moduleList = asString(modules.finish());
    ByteAssembler out;
    out.u32(0xffffffff).u32(19990903).u32(dbiAge).zeros(8).u16(kPublics).u16(0);
    out.u32(moduleList.size())
        .u32(contributions.size())
        .zeros(16)
        .u32(22)
        .u32(0)
        .u16(0)
        .u16(machine);
    out.u32(0).text(moduleList).text(contributions);
    const bool isReordered = !omapFromSource.empty();
    out.u16(fpo.empty() ? kAbsent : kFpo)
        .u16(kAbsent)
        .u16(kAbsent)
        .u16(kAbsent)
        .u16(isReordered ? kOmap : kAbsent);
    out.u16(kSections).u16(kAbsent).u16(kAbsent).u16(kAbsent).u16(frameData.empty() ? kAbsent
                                                                                    : kFrameData);
    out.u16(isReordered && hasOriginalSections ? kSections : kAbsent);
    return asString(out.finish());
}

std::vector<std::byte> PdbBuilder::build(bool scatter) const
{
    const std::string signature("\x04\0\0\0", 4);
    return buildMsf({"", infoStream(), typeStream(types), dbiStream(), typeStream(ids),
                     signature + symbols + c13, publics, stringTable(names), sectionHeaders(), fpo,
                     frameData, omapFromSource, sourceServer, sourceLink},
                    512, scatter);
}

} // namespace faultline::test
