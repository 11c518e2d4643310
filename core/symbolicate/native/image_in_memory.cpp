// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/image_in_memory.h"

#include "core/base/hex.h"
#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/elf/elf_layout.h"
#include "core/formats/debug/open/open_object.h"

#include <algorithm>

namespace faultline::symbolicate {

namespace {

constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint64_t kMaxImageBytes = 16 << 20;

/// Returns the bytes from the address to the end of its last page, as far as one piece of memory
/// contains them.
std::optional<ByteView>
pagesAt(const MemoryImage& memory, std::uint64_t address, std::uint64_t size)
{
    if (size == 0 || size > kMaxImageBytes)
        return std::nullopt;
    const auto pages = (size + kPageBytes - 1) / kPageBytes * kPageBytes;
    for (const auto& range : memory.ranges()) {
        if (address < range.address || address - range.address >= range.bytes.size())
            continue;
        const auto offset = address - range.address;
        return range.bytes.slice(offset, std::min(pages, range.bytes.size() - offset));
    }
    return std::nullopt;
}

/// Tells whether the loader maps every byte to the offset that it has in the file.
bool isLaidOutAsItsFile(const elf::ElfLayout& layout, std::uint64_t sizeBytes)
{
    const auto start = layout.loadAddress();
    return std::ranges::all_of(layout.segments, [&](const elf::ElfSegment& segment) {
        return segment.type != elf::PT_LOAD ||
               (segment.address - start == segment.offset && segment.offset <= sizeBytes &&
                segment.fileSizeBytes <= sizeBytes - segment.offset);
    });
}

} // namespace

/// Not used for minidumps, because Symbolicator uses only the modules' files and clients compare
/// the results.
object::ObjectPtr imageInMemory(const Event& event, std::uint32_t module, const ParseLimits& limits)
{
    const auto* native = event.asNative();
    if (event.kind != EventKind::CoreFile || module >= event.modules.size() || native == nullptr ||
        !native->memory)
        return nullptr;
    const auto& image = event.modules[module];
    const auto bytes = pagesAt(*native->memory, image.address, image.sizeBytes);
    if (!bytes)
        return nullptr;
    const auto layout = elf::readSegmentLayout(bytes->span(), limits);
    if (!layout || !isLaidOutAsItsFile(*layout, bytes->size()))
        return nullptr;
    return object::openObject(*bytes, limits).value_or(nullptr);
}

Candidate
memoryCandidate(const EventModule& module, const object::Object& object, std::size_t sequence)
{
    Candidate candidate;
    candidate.source = "memory of the crash file";
    candidate.location = hexAddress(module.address);
    candidate.download = DownloadStatus::Ok;
    candidate.features = object.features();
    candidate.sequence = static_cast<std::uint32_t>(sequence);
    candidate.layer = AnswerLayer::FileSystem;
    candidate.sizeBytes = object.bytes().size();
    candidate.foundDebugId = object.debugId();
    candidate.foundCodeId = object.codeId();
    return candidate;
}

} // namespace faultline::symbolicate
