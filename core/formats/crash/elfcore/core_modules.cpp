// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/core_modules.h"

#include "core/base/text.h"
#include "core/formats/crash/codes/linux_auxv.h"
#include "core/formats/crash/elfcore/link_map.h"
#include "core/formats/crash/elfcore/loaded_image.h"
#include "core/formats/crash/elfcore/memory_images.h"
#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>
#include <unordered_map>

namespace faultline::corefile {

namespace {

// The name in /proc/pid/maps; no file has this name.
constexpr std::string_view kVdsoName = "[vdso]";

/// Turns mappings, in order of address, into modules.
class ModuleCollector
{
public:
    ModuleCollector(const CoreFile& core,
                    const MemoryImage& memory,
                    const std::vector<MemoryRegion>& memoryMap)
        : m_core(core), m_memory(memory), m_memoryMap(memoryMap)
    {
    }

    /// `isImage`: the dynamic linker lists it, so it is no data file.
    void add(const FileMapping& mapping, bool isImage)
    {
        const auto known = m_last.find(mapping.path);
        const bool follows = std::exchange(m_previousPath, mapping.path) == mapping.path;
        if (known != m_last.end() && belongsTo(m_found[known->second], mapping, follows)) {
            extend(m_found[known->second], mapping);
            return;
        }
        auto image = readImage(m_memory, mapping.begin, m_core.limits);
        // Without the first page, only code distinguishes a module from a data file.
        if (!image && (mapping.fileOffset != 0 || !m_memory.pieceFrom(mapping.begin).empty()))
            return;
        if (m_found.size() >= m_core.limits.maxModules) {
            ++m_leftOut;
            return;
        }
        const Found found{
            .mapping = mapping, .image = image, .isCode = isImage || image.has_value()};
        m_last.insert_or_assign(mapping.path, m_found.size());
        m_found.push_back(found);
        extend(m_found.back(), mapping);
    }

    void addVdso(std::uint64_t address)
    {
        const auto image = readImage(m_memory, address, m_core.limits);
        if (!image)
            return;
        m_found.push_back(
            {.mapping = {.begin = address, .end = image->end, .fileOffset = 0, .path = kVdsoName},
             .image = image,
             .isCode = true});
    }

    std::vector<EventModule> take(DiagnosticLog& log)
    {
        if (m_leftOut != 0)
            log.warn("modules", m_leftOut, " modules beyond the limit of ",
                     m_core.limits.maxModules, " are left out");
        const auto cut = cutOffMemory();
        std::vector<EventModule> modules;
        for (const auto& found : m_found) {
            if (!found.isCode)
                continue;
            if (!found.image)
                log.note("modules", toValidUtf8(found.mapping.path),
                         " has no build id: its first page ",
                         isIn(cut, found.mapping.begin) ? "is cut off with the end of the file"
                                                        : "was not dumped");
            modules.push_back(moduleOf(found));
        }
        std::ranges::stable_sort(modules, {}, &EventModule::address);
        return modules;
    }

private:
    struct Found
    {
        /// From the beginning of the first mapping to the end of the last one.
        FileMapping mapping;
        std::optional<LoadedImage> image;
        bool isCode;
    };

    /// Tells whether a further mapping of the same file belongs to the same image.
    static bool belongsTo(const Found& found, const FileMapping& mapping, bool followsDirectly)
    {
        return found.image ? mapping.begin < found.image->end : followsDirectly;
    }

    /// From begin to end.
    using AddressRange = std::pair<std::uint64_t, std::uint64_t>;

    /// The memory that the file claims to contain but ends before, sorted.
    std::vector<AddressRange> cutOffMemory() const
    {
        std::vector<AddressRange> cut;
        for (const auto& segment : m_core.layout.segments) {
            const auto held = m_core.clippedView(segment.offset, segment.fileSizeBytes).size();
            if (segment.type == elf::PT_LOAD && held < segment.fileSizeBytes &&
                segment.fileSizeBytes <= UINT64_MAX - segment.address)
                cut.emplace_back(segment.address + held, segment.address + segment.fileSizeBytes);
        }
        std::ranges::sort(cut);
        return cut;
    }

    static bool isIn(const std::vector<AddressRange>& ranges, std::uint64_t address)
    {
        const auto next = std::ranges::upper_bound(ranges, address, {}, &AddressRange::first);
        return next != ranges.begin() && address < std::prev(next)->second;
    }

    void extend(Found& found, const FileMapping& mapping) const
    {
        found.mapping.end = std::max(found.mapping.end, mapping.end);
        found.isCode = found.isCode || isExecutable(mapping.begin);
    }

    bool isExecutable(std::uint64_t address) const
    {
        const auto next =
            std::ranges::upper_bound(m_memoryMap, address, {}, &MemoryRegion::address);
        if (next == m_memoryMap.begin())
            return false;
        const auto& region = *std::prev(next);
        return region.executable && address - region.address < region.sizeBytes;
    }

    EventModule moduleOf(const Found& found) const
    {
        EventModule module;
        module.type = ObjectType::Elf;
        module.address = found.mapping.begin;
        module.sizeBytes = found.mapping.end - found.mapping.begin;
        if (!found.mapping.path.empty())
            module.codeFile = toValidUtf8(found.mapping.path);
        if (found.image && !found.image->buildId.empty()) {
            module.codeId = CodeId::fromBinary(found.image->buildId);
            module.debugId = DebugId::fromBuildId(found.image->buildId, m_core.layout.order);
            module.debugFile = module.codeFile;
        }
        return module;
    }

    const CoreFile& m_core;
    const MemoryImage& m_memory;
    const std::vector<MemoryRegion>& m_memoryMap;
    std::vector<Found> m_found;
    std::string_view m_previousPath;
    std::unordered_map<std::string_view, std::size_t> m_last; ///< Path to its last module.
    std::uint64_t m_leftOut = 0;
};

bool contains(const EventModule& module, std::uint64_t address)
{
    return address >= module.address && address - module.address < module.sizeBytes;
}

} // namespace

std::vector<EventModule> findModules(const CoreFile& core,
                                     const CoreNotes& notes,
                                     const MemoryImage& memory,
                                     const std::vector<MemoryRegion>& memoryMap,
                                     DiagnosticLog& log)
{
    auto loaded = notes.files;
    const bool isFromLinker = loaded.empty();
    if (isFromLinker) {
        loaded = findLoadedFiles(core, notes, memory, memoryMap);
        const bool isLinked = !loaded.empty();
        std::ranges::move(findImagesInMemory(core, notes, memory, memoryMap, loaded),
                          std::back_inserter(loaded));
        std::ranges::stable_sort(loaded, {}, &FileMapping::begin);
        log.note("modules", "the file lists no mapped files; ",
                 loaded.empty() ? "its modules are not known"
                 : isLinked     ? "they are taken from the dynamic linker's memory"
                                : "they are taken from the ELF headers in its memory");
    }
    ModuleCollector collector(core, memory, memoryMap);
    for (const auto& mapping : loaded)
        collector.add(mapping, isFromLinker);
    if (const auto vdso = notes.auxiliaryValue(crash::AuxvType::VdsoHeader))
        collector.addVdso(*vdso);
    auto modules = collector.take(log);
    // The kernel enters the program, or its interpreter, but names the program's entry point.
    const auto entry = notes.auxiliaryValue(crash::AuxvType::Entry);
    const auto program = std::ranges::find_if(modules, [&](const EventModule& module) {
        return entry ? contains(module, *entry)
                     : isFromLinker && isProgramInMemory(core, memory, module.address);
    });
    if (program != modules.end())
        std::rotate(modules.begin(), program, program + 1);
    return modules;
}

} // namespace faultline::corefile
