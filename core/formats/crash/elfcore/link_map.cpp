// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/link_map.h"

#include "core/formats/crash/elfcore/loaded_image.h"
#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <unordered_set>

namespace faultline::corefile {

namespace {

constexpr std::size_t kMaxNameBytes = 4096;           // Linux, PATH_MAX.
constexpr std::uint64_t kMaxDynamicEntries = 1 << 12; // Linkers make about thirty.
constexpr std::uint64_t kDebugTag = 21;               // DT_DEBUG: address of struct r_debug.
constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint64_t kMaxSearchedBytes = 64 << 20; // Data of programs are smaller, mostly.

constexpr std::size_t kMaxRegionsOfFile = 16;          // Linkers make up to six.
constexpr std::uint64_t kMaxDistanceOfEntry = 1 << 30; // From the program's headers.

/// One entry of the dynamic linker's list (link.h, struct link_map).
struct LinkedFile
{
    std::uint64_t bias = 0;
    std::string_view path;
    std::uint64_t dynamicSection = 0;
    std::uint64_t next = 0;
};

class LoadedFileFinder
{
public:
    LoadedFileFinder(const CoreFile& core,
                     const CoreNotes& notes,
                     const MemoryImage& memory,
                     const std::vector<MemoryRegion>& memoryMap)
        : m_core(core), m_notes(notes), m_memory(memory), m_memoryMap(memoryMap)
    {
    }

    std::vector<FileMapping> find()
    {
        const auto headers = m_notes.auxiliaryValue(crash::AuxvType::ProgramHeaders);
        // They follow the ELF header at the start of the program's first page.
        const auto program =
            headers ? readImage(m_memory, *headers - *headers % kPageBytes, m_core.limits)
                    : std::nullopt;
        if (program) {
            add(program->begin, program->end, programPath({}));
            addLinkedFiles(firstOfList(*program));
            addInterpreter(*program);
        } else if (const auto first = searchList(headers.value_or(0))) {
            addUndumpedProgram(*first, headers);
            addLinkedFiles(first->next);
        } else if (headers) {
            addStaticProgram(*headers - *headers % kPageBytes);
        }
        std::vector<FileMapping> files;
        files.reserve(m_files.size());
        std::ranges::move(m_files | std::views::values, std::back_inserter(files));
        return files;
    }

private:
    /// The list begins with the program, whose name is empty, and may contain the vDSO, which has
    /// no file.
    void addLinkedFiles(std::uint64_t at)
    {
        std::unordered_set<std::uint64_t> seen;
        while (at != 0 && seen.size() < m_core.limits.maxModules && seen.insert(at).second) {
            const auto file = linkedFileAt(at);
            if (!file)
                return;
            if (file->path.contains('/') && !isInKnownFile(file->dynamicSection))
                addLinkedFile(*file);
            at = file->next;
        }
    }

    void addLinkedFile(const LinkedFile& file)
    {
        if (const auto image = imageOf(file))
            return add(image->begin, image->end, file.path);
        // Its headers are not in the core. Most files are linked for address 0.
        const auto end = endByDynamicSection(file.dynamicSection);
        if (end && file.bias != 0 && file.bias < file.dynamicSection)
            add(file.bias, *end, file.path);
    }

    /// The bias is where an image begins, unless it was linked for an address of its own (prelink):
    /// then its headers begin one of the regions up to its dynamic section.
    std::optional<LoadedImage> imageOf(const LinkedFile& file) const
    {
        if (auto image = imageAt(file.bias, file))
            return image;
        auto region =
            std::ranges::upper_bound(m_memoryMap, file.dynamicSection, {}, &MemoryRegion::address);
        for (std::size_t i = 0; i < kMaxRegionsOfFile && region != m_memoryMap.begin(); ++i) {
            --region;
            if (auto image = imageAt(region->address, file))
                return image;
        }
        return std::nullopt;
    }

    std::optional<LoadedImage> imageAt(std::uint64_t address, const LinkedFile& file) const
    {
        auto image = readImage(m_memory, address, m_core.limits);
        const bool isOfFile = image && image->bias == file.bias &&
                              image->begin <= file.dynamicSection &&
                              file.dynamicSection < image->end;
        return isOfFile ? std::move(image) : std::nullopt;
    }

    /// As the kernel recorded it, else as the dynamic linker did.
    std::string_view programPath(std::string_view otherwise) const
    {
        const auto path = textAt(m_notes.auxiliaryValue(crash::AuxvType::ExecFileName).value_or(0));
        if (!path.empty())
            return path;
        return otherwise.contains('/') ? otherwise : "program";
    }

    /// Finds the list without the program's headers, which NetBSD and OpenBSD do not dump: in a
    /// dynamic section, DT_DEBUG leads to struct r_debug, whose first entry leads back to this
    /// section. The program's data follow its headers, so the memory from there on is searched
    /// first.
    std::optional<LinkedFile> searchList(std::uint64_t headers) const
    {
        const auto& ranges = m_memory.ranges();
        const auto start = std::ranges::upper_bound(ranges, headers, {}, &MemoryRange::end);
        std::uint64_t left = kMaxSearchedBytes;
        for (const auto part :
             {std::ranges::subrange(start, ranges.end()), {ranges.begin(), start}}) {
            for (const auto& range : part) {
                const auto bytes =
                    range.bytes.span().first(std::min<std::uint64_t>(range.bytes.size(), left));
                left -= bytes.size();
                if (auto first = searchList(range.address, bytes))
                    return first;
            }
        }
        return std::nullopt;
    }

    std::optional<LinkedFile> searchList(std::uint64_t address, Bytes bytes) const
    {
        auto reader = m_core.readerOf(bytes);
        while (reader.remaining() >= m_core.wordBytes()) {
            const auto at = address + reader.offset();
            if (m_core.readWord(reader) != kDebugTag)
                continue;
            if (auto first = firstEntryOf(at))
                return first;
        }
        return std::nullopt;
    }

    /// `tag` is the address of what may be an entry DT_DEBUG.
    std::optional<LinkedFile> firstEntryOf(std::uint64_t tag) const
    {
        const std::uint64_t word = m_core.wordBytes();
        const auto debug = wordAt(tag + word).value_or(0);
        const auto list = debug != 0 ? wordAt(debug + word).value_or(0) : 0;
        const auto dynamic = list != 0 ? wordAt(list + 2 * word) : std::nullopt;
        const auto distance = dynamic ? tag - *dynamic : 0;
        const bool leadsBack =
            dynamic && distance % (2 * word) == 0 && distance / (2 * word) < kMaxDynamicEntries;
        return leadsBack ? linkedFileAt(list) : std::nullopt;
    }

    /// The page of its headers begins it.
    void addUndumpedProgram(const LinkedFile& first, std::optional<std::uint64_t> headers)
    {
        const auto* const region = regionAt(first.dynamicSection);
        const auto end = endByDynamicSection(first.dynamicSection);
        if (region == nullptr || !end)
            return;
        const auto begin = headers ? *headers - *headers % kPageBytes : region->address;
        add(begin, *end, programPath(first.path));
    }

    /// The dynamic section lies in the image's last region, or in the one that the dynamic linker
    /// has made read-only (PT_GNU_RELRO); the rest of the data follows that directly.
    std::optional<std::uint64_t> endByDynamicSection(std::uint64_t address) const
    {
        const auto* const region = regionAt(address);
        if (region == nullptr)
            return std::nullopt;
        const auto end = region->address + region->sizeBytes;
        const auto* const next = region->writable ? nullptr : regionAt(end);
        const bool isData = next != nullptr && next->address == end && next->writable;
        return isData ? end + next->sizeBytes : end;
    }

    /// A program without a dynamic section: from its headers to the end of the mappings that follow
    /// without a gap, among which is its entry point. If nothing of it is dumped, all that is sure
    /// is that it reaches to the page of its entry point.
    void addStaticProgram(std::uint64_t begin)
    {
        const auto entry = m_notes.auxiliaryValue(crash::AuxvType::Entry).value_or(0);
        auto end = begin;
        for (const auto* region = regionAt(begin); region != nullptr; region = regionAt(end))
            end = region->address + region->sizeBytes;
        if (end == begin && entry >= begin && entry - begin < kMaxDistanceOfEntry)
            end = entry - entry % kPageBytes + kPageBytes;
        if (entry >= begin && entry < end)
            add(begin, end, programPath({}));
    }

    bool isInKnownFile(std::uint64_t address) const
    {
        const auto next = m_files.upper_bound(address);
        return next != m_files.begin() && address < std::prev(next)->second.end;
    }

    /// Crashes come before the list is made, too.
    void addInterpreter(const LoadedImage& program)
    {
        const auto base = m_notes.auxiliaryValue(crash::AuxvType::InterpreterBase).value_or(0);
        const auto* const name = program.segmentOf(elf::PT_INTERP);
        if (base == 0 || name == nullptr || m_files.contains(base))
            return;
        const auto image = readImage(m_memory, base, m_core.limits);
        const auto path = textAt(program.bias + name->address);
        if (image && !path.empty())
            add(base, image->end, path);
    }

    std::uint64_t firstOfList(const LoadedImage& program) const
    {
        const auto* const dynamic = program.segmentOf(elf::PT_DYNAMIC);
        if (dynamic == nullptr)
            return 0;
        const std::uint64_t entryBytes = std::uint64_t{2} * m_core.wordBytes();
        const auto count = std::min(dynamic->memorySizeBytes / entryBytes, kMaxDynamicEntries);
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto entry = program.bias + dynamic->address + i * entryBytes;
            const auto tag = wordAt(entry);
            if (!tag || *tag == 0)
                return 0;
            // struct r_debug: r_version, r_map, both in a word of their own.
            if (*tag == kDebugTag)
                return wordAt(wordAt(entry + m_core.wordBytes()).value_or(0) + m_core.wordBytes())
                    .value_or(0);
        }
        return 0;
    }

    std::optional<LinkedFile> linkedFileAt(std::uint64_t address) const
    {
        const std::uint64_t word = m_core.wordBytes();
        const auto bias = wordAt(address);
        const auto name = wordAt(address + word);
        const auto dynamic = wordAt(address + 2 * word);
        const auto next = wordAt(address + 3 * word);
        if (!bias || !name || !dynamic || !next)
            return std::nullopt;
        return LinkedFile{
            .bias = *bias, .path = textAt(*name), .dynamicSection = *dynamic, .next = *next};
    }

    const MemoryRegion* regionAt(std::uint64_t address) const
    {
        const auto next =
            std::ranges::upper_bound(m_memoryMap, address, {}, &MemoryRegion::address);
        if (next == m_memoryMap.begin())
            return nullptr;
        const auto& region = *std::prev(next);
        return address - region.address < region.sizeBytes ? &region : nullptr;
    }

    std::optional<std::uint64_t> wordAt(std::uint64_t address) const
    {
        return m_memory.readUnsigned(address, m_core.wordBytes());
    }

    /// Empty when its end is not in the file.
    std::string_view textAt(std::uint64_t address) const
    {
        const auto bytes = m_memory.pieceFrom(address);
        const auto text = asText(bytes.first(std::min(bytes.size(), kMaxNameBytes)));
        const auto end = text.find('\0');
        return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
    }

    void add(std::uint64_t begin, std::uint64_t end, std::string_view path)
    {
        if (begin < end && m_files.size() < m_core.limits.maxModules)
            m_files.try_emplace(
                begin, FileMapping{.begin = begin, .end = end, .fileOffset = 0, .path = path});
    }

    const CoreFile& m_core;
    const CoreNotes& m_notes;
    const MemoryImage& m_memory;
    const std::vector<MemoryRegion>& m_memoryMap;
    std::map<std::uint64_t, FileMapping> m_files; ///< By address.
};

} // namespace

std::vector<FileMapping> findLoadedFiles(const CoreFile& core,
                                         const CoreNotes& notes,
                                         const MemoryImage& memory,
                                         const std::vector<MemoryRegion>& memoryMap)
{
    return LoadedFileFinder(core, notes, memory, memoryMap).find();
}

} // namespace faultline::corefile
