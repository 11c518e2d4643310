// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/core_memory.h"

#include "core/base/text.h"
#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>

namespace faultline::corefile {

namespace {

constexpr std::uint32_t kReadable = 4; // PF_R
// Any number of segments may lie in one mapping, each with a copy of its name.
constexpr std::uint64_t kMaxNameBytes = 64 << 20;

bool isUsable(const elf::ElfSegment& segment)
{
    return segment.type == elf::PT_LOAD && segment.memorySizeBytes != 0 &&
           segment.memorySizeBytes <= UINT64_MAX - segment.address;
}

const FileMapping* mappingAt(const std::vector<FileMapping>& files, std::uint64_t address)
{
    const auto next = std::ranges::upper_bound(files, address, {}, &FileMapping::begin);
    if (next == files.begin() || address >= std::prev(next)->end)
        return nullptr;
    return &*std::prev(next);
}

bool holds(const elf::ElfSegment& segment, std::uint64_t address)
{
    return address >= segment.address && address - segment.address < segment.memorySizeBytes;
}

/// The crashed thread's stack; other threads' stacks are ordinary private memory.
bool holdsStack(const elf::ElfSegment& segment, const CoreNotes& notes)
{
    return !notes.threads.empty() && notes.threads.front().registers &&
           holds(segment, notes.threads.front().registers->registers.sp());
}

} // namespace

std::vector<MemoryRange> readMemory(const CoreFile& core, DiagnosticLog& log)
{
    std::vector<MemoryRange> ranges;
    std::uint64_t cutSegments = 0;
    std::uint64_t firstCut = 0;
    for (const auto& segment : core.layout.segments) {
        if (!isUsable(segment))
            continue;
        const auto declared = std::min(segment.fileSizeBytes, segment.memorySizeBytes);
        auto bytes = core.clippedView(segment.offset, declared);
        const bool clipped = bytes.size() < declared;
        if (clipped && cutSegments++ == 0)
            firstCut = segment.address + bytes.size();
        if (!bytes.empty())
            ranges.push_back(
                {.address = segment.address, .bytes = std::move(bytes), .clipped = clipped});
    }
    if (cutSegments != 0)
        log.warn("memory", "the file ends too early: ", cutSegments,
                 " memory segments are cut off, the first at address ", Hex{firstCut});
    return ranges;
}

std::vector<MemoryRegion>
readMemoryMap(const CoreFile& core, const CoreNotes& notes, DiagnosticLog& log)
{
    std::vector<MemoryRegion> regions;
    std::uint64_t nameBytesLeft = kMaxNameBytes;
    std::uint64_t namesLeftOut = 0;
    for (const auto& segment : core.layout.segments) {
        if (!isUsable(segment))
            continue;
        MemoryRegion region;
        region.address = segment.address;
        region.sizeBytes = segment.memorySizeBytes;
        region.readable = (segment.flags & kReadable) != 0;
        region.writable = (segment.flags & elf::PF_W) != 0;
        region.executable = (segment.flags & elf::PF_X) != 0;
        if (const auto* const file = mappingAt(notes.files, segment.address)) {
            const bool fits = file->path.size() <= nameBytesLeft;
            nameBytesLeft -= fits ? file->path.size() : 0;
            namesLeftOut += fits ? 0 : 1;
            region.owner = fits ? toValidUtf8(file->path) : std::string();
            region.kind = "mapped";
        } else {
            region.kind = holdsStack(segment, notes) ? "stack" : "private";
        }
        regions.push_back(std::move(region));
    }
    if (namesLeftOut != 0)
        log.warn("memory", namesLeftOut,
                 " regions have no name: the names of the mapped files "
                 "have more than ",
                 kMaxNameBytes, " bytes");
    std::ranges::stable_sort(regions, {}, &MemoryRegion::address);
    return regions;
}

} // namespace faultline::corefile
