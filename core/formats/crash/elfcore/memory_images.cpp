// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/memory_images.h"

#include "core/formats/crash/elfcore/loaded_image.h"
#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>

namespace faultline::corefile {

namespace {

constexpr std::uint64_t kMaxDynamicEntries = 1 << 12; // Linkers make about thirty.
constexpr std::uint64_t kSonameTag = 14;              // DT_SONAME: offset in DT_STRTAB.
constexpr std::size_t kMaxSonameBytes = 255;          // Linux, NAME_MAX.

class ImageFinder
{
public:
    ImageFinder(const CoreFile& core,
                const CoreNotes& notes,
                const MemoryImage& memory,
                const std::vector<MemoryRegion>& memoryMap,
                const std::vector<FileMapping>& known)
        : m_core(core), m_notes(notes), m_memory(memory), m_memoryMap(memoryMap), m_known(known)
    {
    }

    std::vector<FileMapping> find()
    {
        std::vector<FileMapping> images;
        std::uint64_t covered = 0; // Up to the end of the last image.
        for (const auto& region : m_memoryMap) {
            if (region.address < covered || images.size() >= m_core.limits.maxModules)
                continue;
            const auto image = imageAt(region.address);
            if (!image)
                continue;
            covered = image->end;
            images.push_back({.begin = image->begin,
                              .end = image->end,
                              .fileOffset = 0,
                              .path = nameOf(*image)});
        }
        return images;
    }

private:
    std::optional<LoadedImage> imageAt(std::uint64_t address) const
    {
        if (isKnown(address) || address == m_notes.auxiliaryValue(crash::AuxvType::VdsoHeader))
            return std::nullopt;
        auto image = readImage(m_memory, address, m_core.limits);
        const bool isOfProcess = image && image->layout.is64 == m_core.layout.is64 &&
                                 image->layout.machine == m_core.layout.machine;
        return isOfProcess && hasCode(*image) ? std::move(image) : std::nullopt;
    }

    bool isKnown(std::uint64_t address) const
    {
        return std::ranges::any_of(m_known, [address](const FileMapping& mapping) {
            return address >= mapping.begin && address < mapping.end;
        });
    }

    /// A program that only reads a file has no code there.
    bool hasCode(const LoadedImage& image) const
    {
        const auto first =
            std::ranges::lower_bound(m_memoryMap, image.begin, {}, &MemoryRegion::address);
        const auto last =
            std::ranges::lower_bound(m_memoryMap, image.end, {}, &MemoryRegion::address);
        return std::any_of(first, last,
                           [](const MemoryRegion& region) { return region.executable; });
    }

    std::string_view nameOf(const LoadedImage& image) const
    {
        if (const auto soname = sonameOf(image); !soname.empty())
            return soname;
        const bool isProgram =
            image.segmentOf(elf::PT_INTERP) != nullptr || image.layout.type == elf::ET_EXEC;
        return isProgram && m_notes.process ? std::string_view(m_notes.process->name)
                                            : std::string_view();
    }

    std::optional<std::uint64_t> wordAt(std::uint64_t address) const
    {
        return m_memory.readUnsigned(address, m_core.wordBytes());
    }

    std::string_view sonameOf(const LoadedImage& image) const
    {
        const auto* const dynamic = image.segmentOf(elf::PT_DYNAMIC);
        if (dynamic == nullptr)
            return {};
        const std::uint64_t word = m_core.wordBytes();
        const auto count = std::min(dynamic->memorySizeBytes / (2 * word), kMaxDynamicEntries);
        std::optional<std::uint64_t> names;
        std::optional<std::uint64_t> soname;
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto entry = image.bias + dynamic->address + i * 2 * word;
            const auto tag = wordAt(entry).value_or(elf::DT_NULL);
            if (tag == elf::DT_NULL)
                break;
            if (tag == elf::DT_STRTAB)
                names = wordAt(entry + word);
            else if (tag == kSonameTag)
                soname = wordAt(entry + word);
        }
        if (!names || !soname)
            return {};
        // Some dynamic linkers add the bias to the address.
        const auto begin = *names < image.begin ? image.bias + *names : *names;
        return textAt(begin + *soname);
    }

    /// Empty when its end is not in the file.
    std::string_view textAt(std::uint64_t address) const
    {
        const auto bytes = m_memory.pieceFrom(address);
        const auto text = asText(bytes.first(std::min(bytes.size(), kMaxSonameBytes + 1)));
        const auto end = text.find('\0');
        return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
    }

    const CoreFile& m_core;
    const CoreNotes& m_notes;
    const MemoryImage& m_memory;
    const std::vector<MemoryRegion>& m_memoryMap;
    const std::vector<FileMapping>& m_known;
};

} // namespace

std::vector<FileMapping> findImagesInMemory(const CoreFile& core,
                                            const CoreNotes& notes,
                                            const MemoryImage& memory,
                                            const std::vector<MemoryRegion>& memoryMap,
                                            const std::vector<FileMapping>& known)
{
    return ImageFinder(core, notes, memory, memoryMap, known).find();
}

bool isProgramInMemory(const CoreFile& core, const MemoryImage& memory, std::uint64_t address)
{
    const auto image = readImage(memory, address, core.limits);
    return image && image->segmentOf(elf::PT_INTERP) != nullptr;
}

} // namespace faultline::corefile
