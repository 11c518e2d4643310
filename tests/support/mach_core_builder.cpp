// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/mach_core_builder.h"

namespace faultline::test {

namespace {

using Memory = MachCoreBuilder::Memory;

Memory paddedName(const std::string& name)
{
    ByteAssembler out;
    out.text(name).zeros(16 - name.size());
    return out.finish();
}

Memory segmentCommand(const std::string& name,
                      std::uint64_t address,
                      std::uint64_t sizeBytes,
                      std::pair<std::uint64_t, std::uint64_t> inFile,
                      std::uint32_t protection,
                      const Memory& sections = {})
{
    ByteAssembler out;
    out.bytes(paddedName(name)).u64(address).u64(sizeBytes).u64(inFile.first).u64(inFile.second);
    out.u32(7).u32(protection).u32(sections.size() / 80).u32(0).bytes(sections);
    return machCommand(0x19, out.finish());
}

} // namespace

std::string machUuid(char fill)
{
    return std::string(16, fill);
}

Memory machCommand(std::uint32_t type, const Memory& body)
{
    const auto padding = (8 - body.size() % 8) % 8;
    ByteAssembler out;
    out.u32(type).u32(8 + body.size() + padding).bytes(body).zeros(padding);
    return out.finish();
}

Memory machHeader(std::uint32_t cpu, std::uint32_t fileType, const std::vector<Memory>& commands)
{
    std::size_t sizeBytes = 0;
    for (const auto& one : commands)
        sizeBytes += one.size();
    ByteAssembler out;
    out.u32(0xfeedfacf).u32(cpu).u32(cpu == kMachAmd64 ? 3 : 0).u32(fileType);
    out.u32(commands.size()).u32(sizeBytes).u32(0).u32(0);
    for (const auto& one : commands)
        out.bytes(one);
    return out.finish();
}

Memory MachImage::bytes(std::uint32_t cpu) const
{
    std::vector<Memory> commands{
        segmentCommand("__TEXT", linkedAddress, textBytes, {0, textBytes}, 5)};
    if (listSection != 0) {
        ByteAssembler section;
        section.bytes(paddedName("__all_image_info")).bytes(paddedName("__DATA"));
        section.u64(listSection).u64(64).zeros(32);
        commands.push_back(
            segmentCommand("__DATA", listSection, 0x1000, {0, 0}, 3, section.finish()));
    }
    ByteAssembler id;
    id.text(machUuid(uuid));
    commands.push_back(machCommand(0x1b, id.finish()));
    if (!ownPath.empty()) {
        const bool isLinker = type == 7;
        ByteAssembler path;
        path.u32(isLinker ? 12 : 24).zeros(isLinker ? 0 : 12).text(ownPath).u8(0);
        commands.push_back(machCommand(isLinker ? 0xf : 0xd, path.finish()));
    }
    if (platform != 0) {
        ByteAssembler build;
        build.u32(platform).zeros(12);
        commands.push_back(machCommand(0x32, build.finish()));
    }
    return machHeader(cpu, type, commands);
}

Memory machGeneralState(std::uint32_t cpu, std::uint64_t pc, std::uint64_t sp)
{
    ByteAssembler out;
    if (cpu == kMachAmd64)
        out.u32(4).u32(42).zeros(56).u64(sp).zeros(64).u64(pc).u64(0x246).zeros(24);
    else
        out.u32(6).u32(68).zeros(31 * 8).u64(sp).u64(pc).u32(0x60000000).u32(0);
    return out.finish();
}

Memory
machFaultState(std::uint32_t cpu, std::uint32_t number, std::uint64_t address, std::uint32_t error)
{
    ByteAssembler out;
    if (cpu == kMachAmd64)
        out.u32(6).u32(4).u16(number).u16(0).u32(error).u64(address);
    else
        out.u32(7).u32(4).u64(address).u32(number).u32(0);
    return out.finish();
}

Memory joinedBytes(const Memory& first, const Memory& second)
{
    ByteAssembler out;
    out.bytes(first).bytes(second);
    return out.finish();
}

MachCoreBuilder& MachCoreBuilder::thread(const Memory& states)
{
    m_commands.push_back(machCommand(4, states));
    return *this;
}

MachCoreBuilder& MachCoreBuilder::memory(std::uint64_t address,
                                         const Memory& bytes,
                                         std::uint32_t protection,
                                         std::uint64_t memoryBytes)
{
    m_segments.push_back(
        {address, memoryBytes != 0 ? memoryBytes : bytes.size(), bytes, protection});
    return *this;
}

MachCoreBuilder& MachCoreBuilder::note(const std::string& owner, const Memory& bytes)
{
    m_notes.emplace_back(owner, bytes);
    return *this;
}

std::uint64_t MachCoreBuilder::noteOffset() const
{
    auto offset = dataOffset();
    for (const auto& segment : m_segments)
        offset += segment.bytes.size();
    return offset;
}

std::uint64_t MachCoreBuilder::dataOffset() const
{
    std::uint64_t offset = 32 + 72 * m_segments.size() + 40 * m_notes.size();
    for (const auto& one : m_commands)
        offset += one.size();
    return offset;
}

Memory MachCoreBuilder::bytes() const
{
    auto commands = m_commands;
    auto offset = dataOffset();
    for (const auto& segment : m_segments) {
        commands.push_back(segmentCommand("", segment.address, segment.memoryBytes,
                                          {offset, segment.bytes.size()}, segment.protection));
        offset += segment.bytes.size();
    }
    for (const auto& [owner, content] : m_notes) {
        ByteAssembler out;
        out.bytes(paddedName(owner)).u64(offset).u64(content.size());
        commands.push_back(machCommand(0x31, out.finish()));
        offset += content.size();
    }
    ByteAssembler out;
    out.bytes(machHeader(cpu, 4, commands));
    for (const auto& segment : m_segments)
        out.bytes(segment.bytes);
    for (const auto& note : m_notes)
        out.bytes(note.second);
    return out.finish();
}

} // namespace faultline::test
