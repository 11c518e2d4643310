// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/named_program.h"

#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/elf/elf_identity.h"
#include "core/formats/debug/elf/elf_layout.h"

#include <algorithm>

namespace faultline::corefile {

namespace {

constexpr std::uint32_t kReadableFlag = 4; // PF_R
constexpr std::size_t kEntryOffset = 24;   // e_entry, after e_version in both classes.

std::uint64_t entryOf(const elf::ElfLayout& layout, Bytes file)
{
    ByteReader reader(file, layout.order);
    reader.seek(kEntryOffset);
    return reader.unsignedOf(layout.wordBytes());
}

/// How far the program lies from where it is linked.
Result<std::uint64_t>
biasOf(const Event& event, const NamedProgram& program, const elf::ElfLayout& layout)
{
    if (program.address)
        return *program.address - layout.loadAddress();
    if (const auto entry = event.asNative()->entryPoint)
        return *entry - entryOf(layout, program.file.span());
    if (layout.type == elf::ET_EXEC)
        return std::uint64_t{0};
    return fail(ErrorKind::Unsupported, program.path,
                " is position-independent, and the core does not say where it lies: name its "
                "address as FILE@0x...");
}

/// The end of its last segment; absent when one wraps around.
std::optional<std::uint64_t> endOf(const elf::ElfLayout& layout)
{
    std::uint64_t end = 0;
    for (const auto index : layout.loads) {
        const auto& segment = layout.segments[index];
        if (segment.memorySizeBytes > UINT64_MAX - segment.address)
            return std::nullopt;
        end = std::max(end, segment.address + segment.memorySizeBytes);
    }
    return end;
}

/// Cores without a list of files have no regions for memory that was not dumped.
void addRegions(const NamedProgram& program,
                const elf::ElfLayout& layout,
                std::uint64_t bias,
                std::vector<MemoryRegion>& map)
{
    const auto known = map;
    for (const auto index : layout.loads) {
        const auto& segment = layout.segments[index];
        const auto begin = bias + segment.address;
        const auto isOver = [&](const MemoryRegion& region) {
            return region.address < begin + segment.memorySizeBytes &&
                   begin < region.address + region.sizeBytes;
        };
        if (segment.memorySizeBytes == 0 || std::ranges::any_of(known, isOver))
            continue;
        MemoryRegion region;
        region.address = begin;
        region.sizeBytes = segment.memorySizeBytes;
        region.readable = (segment.flags & kReadableFlag) != 0;
        region.writable = (segment.flags & elf::PF_W) != 0;
        region.executable = (segment.flags & elf::PF_X) != 0;
        region.owner = program.path;
        region.kind = "mapped";
        map.push_back(std::move(region));
    }
    std::ranges::stable_sort(map, {}, &MemoryRegion::address);
}

Result<elf::ElfLayout>
layoutOf(const Event& event, const NamedProgram& program, const ParseLimits& limits)
{
    if (event.kind != EventKind::CoreFile)
        return fail(ErrorKind::Unsupported, "a program is named for core files only");
    FL_TRY(auto layout, elf::readSegmentLayout(program.file.span(), limits));
    const bool isProgram = layout.type == elf::ET_EXEC || layout.type == elf::ET_DYN;
    if (!isProgram || layout.loads.empty() || !endOf(layout))
        return fail(ErrorKind::Unsupported, program.path, " is no ELF program");
    const auto arch = elf::archOf(layout);
    if (cpuFamily(arch) != cpuFamily(event.system.arch))
        return fail(ErrorKind::Unsupported, program.path, " is for ", archName(arch),
                    ", the core is of ", archName(event.system.arch));
    return layout;
}

} // namespace

Result<EventPtr> withProgram(const EventPtr& event,
                             const NamedProgram& program,
                             const ParseLimits& limits,
                             std::uint64_t& address)
{
    FL_TRY(const auto layout, layoutOf(*event, program, limits));
    FL_TRY(const auto bias, biasOf(*event, program, layout));
    address = bias + layout.loadAddress();
    if (std::ranges::find(event->modules, address, &EventModule::address) != event->modules.end())
        return event;
    auto known = std::make_shared<Event>(*event);
    EventModule module;
    module.type = ObjectType::Elf;
    module.address = address;
    module.sizeBytes = *endOf(layout) - layout.loadAddress();
    module.codeFile = program.path;
    known->modules.insert(known->modules.begin(), std::move(module));
    for (auto& annotation : known->annotations) {
        if (annotation.module)
            ++*annotation.module;
    }
    addRegions(program, layout, bias, known->makeNative().memoryMap);
    return known;
}

} // namespace faultline::corefile
