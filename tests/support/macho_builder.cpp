// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/macho_builder.h"

namespace faultline::test {

namespace {

void fixedName(ByteAssembler& out, const std::string& name)
{
    const auto cut = name.substr(0, 16);
    out.text(cut).zeros(16 - cut.size());
}

} // namespace

std::size_t MachOBuilder::commandBytes() const
{
    std::size_t size = (uuid ? 24 : 0) + (symbols ? 24 : 0) + (functionStarts.empty() ? 0 : 16);
    for (const auto& segment : segments)
        size += (is64 ? 72 : 56) + segment.sections.size() * (is64 ? 80 : 68);
    return size;
}

void MachOBuilder::writeSegment(ByteAssembler& out,
                                const Segment& segment,
                                std::uint64_t& offset) const
{
    const std::size_t width = is64 ? 8 : 4;
    std::uint64_t fileSize = 0;
    for (const auto& section : segment.sections) {
        if (!section.isPhantom)
            fileSize = std::max<std::uint64_t>(fileSize, section.address - segment.address +
                                                             section.content.size());
    }
    out.u32(is64 ? 0x19 : 0x1).u32((is64 ? 72 : 56) + segment.sections.size() * (is64 ? 80 : 68));
    fixedName(out, segment.name);
    out.number(segment.address, width).number(segment.memorySize, width);
    out.number(fileSize == 0 ? 0 : offset, width).number(fileSize, width);
    out.u32(7).u32(segment.protection).u32(segment.sections.size()).u32(0);
    for (const auto& section : segment.sections) {
        fixedName(out, section.name);
        fixedName(out, segment.name);
        out.number(section.address, width);
        out.number(section.isPhantom ? section.phantomSize : section.content.size(), width);
        out.u32(section.isPhantom ? 0 : offset + section.address - segment.address);
        out.zeros(12).u32(section.flags).zeros(is64 ? 12 : 8);
    }
    offset += fileSize;
}

void MachOBuilder::writeSymbols(ByteAssembler& out,
                                ByteAssembler::Label table,
                                ByteAssembler::Label strings) const
{
    out.place(table);
    std::size_t name = 1;
    for (const auto& symbol : *symbols) {
        out.u32(name).u8(symbol.type).u8(symbol.section).u16(0).number(symbol.value, is64 ? 8 : 4);
        name += symbol.name.size() + 1;
    }
    out.place(strings).u8(0);
    for (const auto& symbol : *symbols)
        out.text(symbol.name).u8(0);
}

std::vector<std::byte> MachOBuilder::build() const
{
    ByteAssembler out(order);
    const auto commands =
        segments.size() + (uuid ? 1 : 0) + (symbols ? 1 : 0) + (functionStarts.empty() ? 0 : 1);
    out.u32(is64 ? 0xfeedfacf : 0xfeedface).u32(cpuType).u32(cpuSubtype).u32(fileType);
    out.u32(commands).u32(commandBytes()).zeros(is64 ? 8 : 4);
    auto offset = std::uint64_t{out.size() + commandBytes()};
    for (const auto& segment : segments)
        writeSegment(out, segment, offset);
    if (uuid) {
        out.u32(0x1b).u32(24);
        for (const auto byte : *uuid)
            out.u8(byte);
    }
    const auto table = out.newLabel();
    const auto strings = out.newLabel();
    if (symbols) {
        std::size_t stringBytes = 1;
        for (const auto& symbol : *symbols)
            stringBytes += symbol.name.size() + 1;
        out.u32(2).u32(24).offsetOf(table).u32(symbols->size()).offsetOf(strings).u32(stringBytes);
    }
    const auto starts = out.newLabel();
    if (!functionStarts.empty())
        out.u32(0x26).u32(16).offsetOf(starts).u32(functionStarts.size());
    for (const auto& segment : segments) {
        const auto start = out.size();
        for (const auto& section : segment.sections) {
            if (!section.isPhantom)
                out.zeros(start + (section.address - segment.address) - out.size())
                    .text(section.content);
        }
    }
    if (symbols)
        writeSymbols(out, table, strings);
    if (!functionStarts.empty())
        out.place(starts).text(functionStarts);
    return out.finish();
}

std::vector<std::byte> buildFatMachO(const std::vector<FatPart>& parts, bool is64)
{
    ByteAssembler out(std::endian::big);
    out.u32(is64 ? 0xcafebabf : 0xcafebabe).u32(parts.size());
    std::vector<ByteAssembler::Label> starts;
    for (const auto& part : parts) {
        starts.push_back(out.newLabel());
        const std::size_t width = is64 ? 8 : 4;
        out.u32(part.cpuType)
            .u32(part.cpuSubtype)
            .offsetOf(starts.back(), width)
            .number(part.bytes.size(), width);
        out.zeros(is64 ? 8 : 4);
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
        out.place(starts[i]).bytes(parts[i].bytes);
    return out.finish();
}

} // namespace faultline::test
