// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/machcore/mach_core.h"

#include "core/formats/debug/macho/macho_file.h"

#include <algorithm>
#include <optional>

namespace faultline::machcore {

namespace {

constexpr std::uint32_t kMagic32 = 0xfeedface;
constexpr std::uint32_t kMagic64 = 0xfeedfacf;
constexpr std::uint32_t kCoreType = 4;     // MH_CORE
constexpr std::uint32_t kLcThread = 4;     // LC_THREAD
constexpr std::uint32_t kLcSegment = 0x19; // LC_SEGMENT_64
constexpr std::uint32_t kLcNote = 0x31;    // LC_NOTE
constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kNameBytes = 16;
constexpr std::size_t kMaxNotes = 4096;
constexpr std::size_t kMaxPathBytes = 1024; // macOS, PATH_MAX.

struct CoreHeader
{
    bool is64 = true;
    std::endian order = std::endian::little;
    std::uint32_t cpuType = 0;
    std::uint32_t cpuSubtype = 0;
};

/// Absent when the bytes do not begin a core.
std::optional<CoreHeader> readHeader(Bytes file)
{
    for (const auto order : {std::endian::little, std::endian::big}) {
        ByteReader reader(file, order);
        const auto magic = reader.u32();
        CoreHeader header{.is64 = magic == kMagic64, .order = order};
        header.cpuType = reader.u32();
        header.cpuSubtype = reader.u32();
        const auto fileType = reader.u32();
        if (reader.ok() && (magic == kMagic32 || magic == kMagic64) && fileType == kCoreType)
            return header;
    }
    return std::nullopt;
}

/// Collects the load commands of one core.
class CommandReader
{
public:
    CommandReader(MachCore& core, const ParseLimits& limits, DiagnosticLog& log)
        : m_core(core), m_limits(limits), m_log(log)
    {
    }

    Result<void> read()
    {
        ByteReader header(m_core.file.span());
        header.skip(16);
        const auto count = header.u32();
        const auto sizeBytes = header.u32();
        header.seek(kHeaderBytes);
        ByteReader commands(header.bytes(sizeBytes));
        if (!header.ok())
            return fail(ErrorKind::Malformed, "core header: ", sizeBytes,
                        " bytes of load commands, the file has ", m_core.file.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto start = commands.offset();
            const auto type = commands.u32();
            const auto commandBytes = commands.u32();
            if (!commands.ok() || commandBytes < 8 || commandBytes - 8 > commands.remaining())
                return fail(ErrorKind::Malformed, "load command ", i, " of ", count, " at offset ",
                            Hex{kHeaderBytes + start}, ": size ", commandBytes, ", ",
                            sizeBytes - start, " bytes left");
            readCommand(type, commands.bytes(commandBytes - 8));
        }
        finish();
        return {};
    }

private:
    void readCommand(std::uint32_t type, Bytes body)
    {
        switch (type) {
        case kLcThread: return addThread(body);
        case kLcSegment: return addSegment(body);
        case kLcNote: return addNote(body);
        default: return;
        }
    }

    void addThread(Bytes body)
    {
        if (m_core.threads.size() < m_limits.maxThreads)
            m_core.threads.push_back(body);
        else
            ++m_threadsLeftOut;
    }

    void addNote(Bytes body)
    {
        ByteReader reader(body);
        const auto owner = asText(reader.bytes(kNameBytes));
        const auto offset = reader.u64();
        const auto bytes = clipped(offset, reader.u64());
        if (!reader.ok() || m_core.notes.size() >= kMaxNotes)
            ++m_notesLeftOut;
        else
            m_core.notes.push_back({owner.substr(0, owner.find('\0')), bytes.span(), offset});
    }

    void addSegment(Bytes body)
    {
        constexpr std::uint32_t kRead = 1;
        constexpr std::uint32_t kWrite = 2;
        constexpr std::uint32_t kExecute = 4;
        ByteReader reader(body);
        reader.skip(kNameBytes);
        MemoryRegion region;
        region.address = reader.u64();
        region.sizeBytes = reader.u64();
        const auto offset = reader.u64();
        const auto declared = std::min(reader.u64(), region.sizeBytes);
        reader.skip(4); // Maximum protection.
        const auto protection = reader.u32();
        if (!reader.ok() || region.sizeBytes == 0 || region.sizeBytes > UINT64_MAX - region.address)
            return;
        if (m_core.memoryMap.size() >= m_limits.maxMemoryRanges) {
            ++m_segmentsLeftOut;
            return;
        }
        auto bytes = clipped(offset, declared);
        const bool isCut = bytes.size() < declared;
        if (isCut && m_cutSegments++ == 0)
            m_firstCut = region.address + bytes.size();
        if (!bytes.empty())
            m_core.memory.push_back(
                {.address = region.address, .bytes = std::move(bytes), .clipped = isCut});
        region.readable = (protection & kRead) != 0;
        region.writable = (protection & kWrite) != 0;
        region.executable = (protection & kExecute) != 0;
        region.kind = "private";
        m_core.memoryMap.push_back(std::move(region));
    }

    ByteView clipped(std::uint64_t offset, std::uint64_t sizeBytes) const
    {
        const auto& file = m_core.file;
        if (offset >= file.size())
            return {};
        const auto held = std::min<std::uint64_t>(sizeBytes, file.size() - offset);
        return file.slice(offset, held).value_or(ByteView());
    }

    void finish()
    {
        std::ranges::stable_sort(m_core.memoryMap, {}, &MemoryRegion::address);
        if (m_cutSegments != 0)
            m_log.warn("memory", "the file ends too early: ", m_cutSegments,
                       " memory segments are cut off, the first at address ", Hex{m_firstCut});
        if (m_segmentsLeftOut != 0)
            m_log.warn("memory", m_segmentsLeftOut, " memory segments beyond the limit of ",
                       m_limits.maxMemoryRanges, " are left out");
        if (m_threadsLeftOut != 0)
            m_log.warn("LC_THREAD", m_threadsLeftOut, " threads beyond the limit of ",
                       m_limits.maxThreads, " are left out");
        if (m_notesLeftOut != 0)
            m_log.warn("LC_NOTE", m_notesLeftOut,
                       " notes are left out: too short, or beyond the "
                       "limit of ",
                       kMaxNotes);
    }

    MachCore& m_core;
    const ParseLimits& m_limits;
    DiagnosticLog& m_log;
    std::uint64_t m_cutSegments = 0;
    std::uint64_t m_firstCut = 0;
    std::uint64_t m_segmentsLeftOut = 0;
    std::uint64_t m_threadsLeftOut = 0;
    std::uint64_t m_notesLeftOut = 0;
};

} // namespace

std::string_view MachCore::textAt(std::uint64_t offset) const
{
    if (offset >= file.size())
        return {};
    const auto rest = file.span().subspan(static_cast<std::size_t>(offset));
    const auto text = asText(rest.first(std::min(rest.size(), kMaxPathBytes)));
    const auto end = text.find('\0');
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
}

bool isMachCore(Bytes head)
{
    return readHeader(head).has_value();
}

Result<MachCore> openMachCore(ByteView file, const ParseLimits& limits, DiagnosticLog& log)
{
    const auto header = readHeader(file.span());
    if (!header)
        return fail(ErrorKind::Unsupported, "no Mach-O core file at offset 0");
    MachCore core;
    core.file = std::move(file);
    core.arch = macho::archOfMachCpu(header->cpuType, header->cpuSubtype);
    const auto family = cpuFamily(core.arch);
    const bool isRead = family == CpuFamily::Intel64 || family == CpuFamily::Arm64;
    if (!header->is64 || header->order != std::endian::little || !isRead)
        return fail(ErrorKind::Unsupported,
                    "core file of macOS for another CPU than 64-bit x86 or ARM (cputype ",
                    Hex{header->cpuType}, header->order == std::endian::big ? ", big endian" : "",
                    "); lldb -c reads it");
    FL_CHECK(CommandReader(core, limits, log).read());
    return core;
}

} // namespace faultline::machcore
