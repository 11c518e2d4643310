#include "core/formats/crash/elfcore/core_notes.h"

#include "core/base/text.h"
#include "core/formats/crash/codes/code_names.h"
#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/elf/elf_notes.h"

#include <algorithm>
#include <array>

namespace faultline::corefile {

namespace {

// Linux, uapi/linux/elf.h. Owner "CORE", those of single CPUs "LINUX".
enum NoteType : std::uint32_t {
    NT_PRSTATUS = 1,
    NT_PRFPREG = 2,
    NT_PRPSINFO = 3,
    NT_AUXV = 6,
    NT_386_TLS = 0x200,
    NT_X86_XSTATE = 0x202,
    NT_X86_SHSTK = 0x204,
    NT_X86_XSAVE_LAYOUT = 0x205,
    NT_ARM_VFP = 0x400,
    NT_ARM_TLS = 0x401,
    NT_ARM_HW_BREAK = 0x402,
    NT_ARM_HW_WATCH = 0x403,
    NT_ARM_SYSTEM_CALL = 0x404,
    NT_ARM_SVE = 0x405,
    NT_ARM_PAC_MASK = 0x406,
    NT_FILE = 0x46494c45,
    NT_PRXFPREG = 0x46e62b7f,
    NT_SIGINFO = 0x53494749,
};

constexpr std::array kNames{
    crash::CodeName{NT_PRSTATUS, "NT_PRSTATUS"},
    crash::CodeName{NT_PRFPREG, "NT_PRFPREG"},
    crash::CodeName{NT_PRPSINFO, "NT_PRPSINFO"},
    crash::CodeName{NT_AUXV, "NT_AUXV"},
    crash::CodeName{NT_386_TLS, "NT_386_TLS"},
    crash::CodeName{NT_X86_XSTATE, "NT_X86_XSTATE"},
    crash::CodeName{NT_X86_SHSTK, "NT_X86_SHSTK"},
    crash::CodeName{NT_X86_XSAVE_LAYOUT, "NT_X86_XSAVE_LAYOUT"},
    crash::CodeName{NT_ARM_VFP, "NT_ARM_VFP"},
    crash::CodeName{NT_ARM_TLS, "NT_ARM_TLS"},
    crash::CodeName{NT_ARM_HW_BREAK, "NT_ARM_HW_BREAK"},
    crash::CodeName{NT_ARM_HW_WATCH, "NT_ARM_HW_WATCH"},
    crash::CodeName{NT_ARM_SYSTEM_CALL, "NT_ARM_SYSTEM_CALL"},
    crash::CodeName{NT_ARM_SVE, "NT_ARM_SVE"},
    crash::CodeName{NT_ARM_PAC_MASK, "NT_ARM_PAC_MASK"},
    crash::CodeName{NT_FILE, "NT_FILE"},
    crash::CodeName{NT_PRXFPREG, "NT_PRXFPREG"},
    crash::CodeName{NT_SIGINFO, "NT_SIGINFO"},
};

using Status = StreamInfo::Status;

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
        if (m_infosLeftOut != 0)
            m_log.note("notes", m_infosLeftOut, " notes beyond the limit of ",
                       m_core.limits.maxStreams, " are not listed");
        if (m_threadsLeftOut != 0)
            m_log.warn("NT_PRSTATUS", m_threadsLeftOut, " threads beyond the limit of ",
                       m_core.limits.maxThreads, " are left out");
        return std::move(m_notes);
    }

private:
    void readNote(const elf::ElfNote& note, std::uint64_t offset)
    {
        const auto status = readContent(note, offset);
        if (m_notes.infos.size() >= m_core.limits.maxStreams) {
            ++m_infosLeftOut;
            return;
        }
        StreamInfo info;
        info.id = note.type;
        if (note.owner == "CORE" || note.owner == "LINUX")
            info.name = crash::findCodeName(kNames, note.type);
        info.vendor = toValidUtf8(note.owner);
        info.offset = offset;
        info.sizeBytes = note.descriptor.size();
        info.status = status;
        info.bytes = ByteView(m_core.bytes.owner(), note.descriptor);
        m_notes.infos.push_back(std::move(info));
    }

    Status readContent(const elf::ElfNote& note, std::uint64_t offset)
    {
        if (note.owner == "LINUX" && note.type == NT_ARM_PAC_MASK)
            return readAddressMask(note.descriptor);
        for (const std::string_view system : {"FreeBSD", "NetBSD", "OpenBSD"}) {
            if (note.owner == system || note.owner.starts_with(concat(system, "-CORE")))
                m_notes.otherSystem = system;
        }
        if (note.owner != "CORE")
            return Status::NotParsed;
        switch (note.type) {
        case NT_PRSTATUS: return addThread(note.descriptor, offset);
        case NT_SIGINFO: return addSignal(note.descriptor, offset);
        case NT_PRPSINFO: return setProcess(note.descriptor, offset);
        case NT_FILE: return setFiles(note.descriptor, offset);
        case NT_AUXV: return setAuxiliary(note.descriptor);
        default: return Status::NotParsed;
        }
    }

    Status addThread(Bytes note, std::uint64_t offset)
    {
        if (m_notes.threads.size() >= m_core.limits.maxThreads) {
            ++m_threadsLeftOut;
            return Status::NotParsed;
        }
        auto thread = readThreadStatus(m_core, note);
        m_threadIsReadable = thread.has_value();
        if (!thread)
            return warn("NT_PRSTATUS", offset, thread.error());
        m_notes.threads.push_back(*std::move(thread));
        return Status::Parsed;
    }

    /// In the kernel's cores only the first thread has one; in gdb's every thread does.
    Status addSignal(Bytes note, std::uint64_t offset)
    {
        auto signal = readSignalInfo(m_core, note);
        if (!signal)
            return warn("NT_SIGINFO", offset, signal.error());
        if (!m_threadIsReadable || m_threadsLeftOut != 0)
            return Status::NotParsed;
        if (m_notes.threads.back().signal)
            return Status::Duplicate;
        m_notes.threads.back().signal = *signal;
        return Status::Parsed;
    }

    Status setProcess(Bytes note, std::uint64_t offset)
    {
        if (m_notes.process)
            return Status::Duplicate;
        auto process = readProcessStatus(m_core, note);
        if (!process)
            return warn("NT_PRPSINFO", offset, process.error());
        m_notes.process = *std::move(process);
        return Status::Parsed;
    }

    Status setFiles(Bytes note, std::uint64_t offset)
    {
        if (std::exchange(m_notes.hasFiles, true))
            return Status::Duplicate;
        auto files = readFileMappings(m_core, note, m_log);
        if (!files)
            return warn("NT_FILE", offset, files.error());
        m_notes.files = *std::move(files);
        return Status::Parsed;
    }

    Status setAuxiliary(Bytes note)
    {
        if (!m_notes.auxiliary.empty())
            return Status::Duplicate;
        m_notes.auxiliary = readAuxiliaryVector(m_core, note);
        return Status::Parsed;
    }

    /// struct user_pac_mask: data_mask, insn_mask. Every thread has one, all alike.
    Status readAddressMask(Bytes note)
    {
        auto reader = m_core.readerOf(note);
        reader.u64();
        const auto mask = reader.u64();
        if (!reader.ok())
            return Status::Damaged;
        if (m_notes.addressMask == 0)
            m_notes.addressMask = mask;
        return Status::Parsed;
    }

    Status warn(std::string_view name, std::uint64_t offset, const Error& error)
    {
        m_log.warn(name, "note at offset ", Hex{offset}, ": ", error.detail);
        return Status::Damaged;
    }

    const CoreFile& m_core;
    DiagnosticLog& m_log;
    CoreNotes m_notes;
    std::uint64_t m_threadsLeftOut = 0;
    std::uint64_t m_infosLeftOut = 0;
    bool m_threadIsReadable = false; ///< The last NT_PRSTATUS was.
};

} // namespace

std::optional<std::uint64_t> CoreNotes::auxiliaryValue(crash::AuxvType type) const
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
