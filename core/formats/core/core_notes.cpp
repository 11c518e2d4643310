#include "core/formats/core/core_notes.h"

#include "core/formats/elf/elf_constants.h"
#include "core/formats/elf/elf_notes.h"

#include <algorithm>

namespace faultline::corefile {

namespace {

// Linux, uapi/linux/elf.h. Owner "CORE", those of single CPUs "LINUX".
enum NoteType : std::uint32_t {
    NT_PRSTATUS = 1,
    NT_PRPSINFO = 3,
    NT_AUXV = 6,
    NT_ARM_PAC_MASK = 0x406,
    NT_FILE = 0x46494c45,
    NT_SIGINFO = 0x53494749,
};

class NoteCollector
{
public:
    NoteCollector(const CoreFile& core, DiagnosticLog& log) : m_core(core), m_log(log) {}

    void readSegment(const elf::ElfSegment& segment)
    {
        const auto bytes = m_core.clippedView(segment.offset, segment.fileSizeBytes);
        if (bytes.size() < segment.fileSizeBytes)
            m_log.warn("notes", segment.fileSizeBytes, " bytes at offset ", Hex{segment.offset},
                       ", the file holds ", bytes.size());
        elf::NoteReader reader(bytes.span(), m_core.layout.order, segment.alignment);
        while (const auto note = reader.next())
            readNote(*note, segment.offset + note->offset);
        if (const auto damage = reader.damageOffset())
            m_log.warn("notes", "the note at offset ", Hex{segment.offset + *damage},
                       " does not fit its segment");
    }

    CoreNotes take()
    {
        if (m_threadsLeftOut != 0)
            m_log.warn("NT_PRSTATUS", m_threadsLeftOut, " threads beyond the limit of ",
                       m_core.limits.maxThreads, " are left out");
        return std::move(m_notes);
    }

private:
    void readNote(const elf::ElfNote& note, std::uint64_t offset)
    {
        if (note.owner == "LINUX" && note.type == NT_ARM_PAC_MASK)
            readAddressMask(note.descriptor);
        if (note.owner != "CORE")
            return;
        switch (note.type) {
        case NT_PRSTATUS: addThread(note.descriptor, offset); break;
        case NT_SIGINFO: addSignal(note.descriptor, offset); break;
        case NT_PRPSINFO: setProcess(note.descriptor, offset); break;
        case NT_FILE: setFiles(note.descriptor, offset); break;
        case NT_AUXV:
            if (m_notes.auxiliary.empty())
                m_notes.auxiliary = readAuxiliaryVector(m_core, note.descriptor);
            break;
        default: break;
        }
    }

    void addThread(Bytes note, std::uint64_t offset)
    {
        if (m_notes.threads.size() >= m_core.limits.maxThreads) {
            ++m_threadsLeftOut;
            return;
        }
        auto thread = readThreadStatus(m_core, note);
        m_threadIsReadable = thread.has_value();
        if (thread)
            m_notes.threads.push_back(*std::move(thread));
        else
            warn("NT_PRSTATUS", offset, thread.error());
    }

    /// Of the kernel's cores only the first thread has one, of gdb's every thread.
    void addSignal(Bytes note, std::uint64_t offset)
    {
        auto signal = readSignalInfo(m_core, note);
        if (!signal)
            warn("NT_SIGINFO", offset, signal.error());
        else if (m_threadIsReadable && m_threadsLeftOut == 0 && !m_notes.threads.back().signal)
            m_notes.threads.back().signal = *signal;
    }

    void setProcess(Bytes note, std::uint64_t offset)
    {
        if (m_notes.process)
            return;
        auto process = readProcessStatus(m_core, note);
        if (process)
            m_notes.process = *std::move(process);
        else
            warn("NT_PRPSINFO", offset, process.error());
    }

    void setFiles(Bytes note, std::uint64_t offset)
    {
        if (std::exchange(m_notes.hasFiles, true))
            return;
        auto files = readFileMappings(m_core, note, m_log);
        if (files)
            m_notes.files = *std::move(files);
        else
            warn("NT_FILE", offset, files.error());
    }

    /// struct user_pac_mask: data_mask, insn_mask.
    void readAddressMask(Bytes note)
    {
        auto reader = m_core.readerOf(note);
        reader.u64();
        const auto mask = reader.u64();
        if (reader.ok() && m_notes.addressMask == 0)
            m_notes.addressMask = mask;
    }

    void warn(std::string_view name, std::uint64_t offset, const Error& error)
    {
        m_log.warn(name, "note at offset ", Hex{offset}, ": ", error.detail);
    }

    const CoreFile& m_core;
    DiagnosticLog& m_log;
    CoreNotes m_notes;
    std::uint64_t m_threadsLeftOut = 0;
    bool m_threadIsReadable = false; ///< The last NT_PRSTATUS was.
};

} // namespace

std::optional<std::uint64_t> CoreNotes::auxiliaryValue(AuxvType type) const
{
    const auto found = std::ranges::find(auxiliary, static_cast<std::uint64_t>(type),
                                         &AuxiliaryVector::value_type::first);
    return found == auxiliary.end() ? std::nullopt : std::optional(found->second);
}

CoreNotes readNotes(const CoreFile& core, DiagnosticLog& log)
{
    NoteCollector collector(core, log);
    // Many program headers may name the same notes; together they are not larger than the file.
    std::uint64_t left = core.bytes.size();
    for (const auto& segment : core.layout.segments) {
        if (segment.type != elf::PT_NOTE)
            continue;
        const auto held = core.clippedView(segment.offset, segment.fileSizeBytes).size();
        if (held > left) {
            log.warn("notes", "note segments overlap, those from offset ", Hex{segment.offset},
                     " on are left out");
            break;
        }
        left -= held;
        collector.readSegment(segment);
    }
    return collector.take();
}

} // namespace faultline::corefile
