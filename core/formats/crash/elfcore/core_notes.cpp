// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/core_notes.h"

#include "core/base/text.h"
#include "core/formats/crash/codes/code_names.h"
#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/elf/elf_notes.h"

#include <algorithm>
#include <array>
#include <map>

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

/// Which of the two words of a note about signed pointers is for code.
enum class CodeMask : std::uint8_t { First, Second };

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
        nameThreads();
        applySignal();
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
            return readAddressMask(note.descriptor, CodeMask::Second);
        if (const auto owner = readBsdOwner(note.owner))
            return readBsdContent(*owner, note, offset);
        if (note.owner == "LINUX")
            return readCpuState(note.type, note.descriptor);
        if (note.owner != "CORE")
            return Status::NotParsed;
        switch (note.type) {
        case NT_PRSTATUS: return addThread(note.descriptor, offset);
        case NT_PRFPREG: return addFloatRegisters(note.descriptor);
        case NT_SIGINFO: return addSignal(note.descriptor, offset);
        case NT_PRPSINFO: return setProcess(readProcessStatus(m_core, note.descriptor), offset);
        case NT_FILE: return setFiles(note.descriptor, offset);
        case NT_AUXV: return setAuxiliary(note.descriptor);
        default: return Status::NotParsed;
        }
    }

    /// Registers of single CPUs, which follow the thread's general ones. Those of wide_registers.h
    /// stay as they are.
    Status readCpuState(std::uint32_t type, Bytes note)
    {
        const bool isThreads = m_threadIsReadable && m_notes.threads.back().registers;
        return isThreads && type == NT_386_TLS
                   ? readThreadPointer(note, *m_notes.threads.back().registers)
                   : Status::NotParsed;
    }

    /// Linux, asm/ldt.h, struct user_desc: number, base, limit and flags of each segment of the
    /// thread's own. The C libraries keep the thread's pointer in the one that gs selects.
    Status readThreadPointer(Bytes note, CoreRegisters& registers) const
    {
        const auto gs = std::ranges::find(registers.others, "gs",
                                          &std::pair<std::string, std::uint64_t>::first);
        if (gs == registers.others.end())
            return Status::NotParsed;
        auto reader = m_core.readerOf(note);
        while (reader.remaining() >= 16) {
            const auto number = reader.u32();
            const auto base = reader.u32();
            reader.skip(8);
            if (number == (gs->second & 0xffff) >> 3) {
                registers.others.emplace_back("gs_base", base);
                return Status::Parsed;
            }
        }
        return Status::NotParsed;
    }

    Status readBsdContent(const BsdOwner& owner, const elf::ElfNote& note, std::uint64_t offset)
    {
        if (m_notes.system == OsFamily::Linux)
            m_notes.system = owner.system;
        if (m_notes.system != owner.system)
            return Status::NotParsed;
        switch (owner.system) {
        case OsFamily::FreeBsd: return readFreeBsdContent(note, offset);
        case OsFamily::NetBsd: return readNetBsdContent(owner, note, offset);
        default: return readOpenBsdContent(owner, note, offset);
        }
    }

    Status readFreeBsdContent(const elf::ElfNote& note, std::uint64_t offset)
    {
        constexpr std::size_t kSizeBytes = 4; // procstat notes begin with a structure's size.
        const auto bytes = note.descriptor;
        switch (note.type) {
        case NT_FREEBSD_PRSTATUS: return addFreeBsdThread(bytes, offset);
        case NT_FREEBSD_PRPSINFO: return setProcess(readFreeBsdProcess(m_core, bytes), offset);
        case NT_FREEBSD_THRMISC: return nameThread(readFreeBsdThreadName(bytes));
        case NT_FREEBSD_LWPINFO: return addFreeBsdSignal(bytes);
        case NT_FREEBSD_ARM_ADDR_MASK: return readAddressMask(bytes, CodeMask::First);
        case NT_FREEBSD_VMMAP:
            if (std::exchange(m_notes.hasFiles, true))
                return Status::Duplicate;
            m_notes.files = readFreeBsdMappings(m_core, bytes, m_log);
            return Status::Parsed;
        case NT_FREEBSD_AUXV:
            return setAuxiliary(bytes.subspan(std::min(bytes.size(), kSizeBytes)));
        default: return Status::NotParsed;
        }
    }

    Status readNetBsdContent(const BsdOwner& owner, const elf::ElfNote& note, std::uint64_t offset)
    {
        const auto registers =
            m_core.arch == Arch::Arm64 ? NT_NETBSD_REGS_ARM64 : NT_NETBSD_REGS_AMD64;
        if (!owner.thread && note.type == NT_NETBSD_PROCINFO)
            return setBsdProcess(readNetBsdProcess(m_core, note.descriptor), offset);
        if (!owner.thread && note.type == NT_NETBSD_AUXV)
            return setAuxiliary(note.descriptor);
        if (owner.thread && note.type == registers)
            return addBsdThread(owner, note.descriptor);
        if (owner.thread && note.type == NT_NETBSD_LWPSTATUS)
            return nameThread(owner, readNetBsdThreadName(note.descriptor));
        return Status::NotParsed;
    }

    Status readOpenBsdContent(const BsdOwner& owner, const elf::ElfNote& note, std::uint64_t offset)
    {
        if (!owner.thread && note.type == NT_OPENBSD_PROCINFO)
            return setBsdProcess(readOpenBsdProcess(m_core, note.descriptor), offset);
        if (!owner.thread && note.type == NT_OPENBSD_AUXV)
            return setAuxiliary(note.descriptor);
        if (owner.thread && note.type == NT_OPENBSD_PACMASK)
            return readAddressMask(note.descriptor, CodeMask::Second);
        // Kernels before threads had notes of their own name no thread.
        return note.type == NT_OPENBSD_REGS ? addBsdThread(owner, note.descriptor)
                                            : Status::NotParsed;
    }

    /// The thread that its notes describe; its limit is counted.
    Status addThread(ThreadStatus thread)
    {
        m_threadIsReadable = m_notes.threads.size() < m_core.limits.maxThreads;
        if (!m_threadIsReadable) {
            ++m_threadsLeftOut;
            return Status::NotParsed;
        }
        m_notes.threads.push_back(std::move(thread));
        return Status::Parsed;
    }

    Status addBsdThread(const BsdOwner& owner, Bytes note)
    {
        ThreadStatus thread;
        thread.id = owner.thread.value_or(0);
        setRegisters(m_core, owner.system, note, thread);
        return addThread(std::move(thread));
    }

    Status addFreeBsdThread(Bytes note, std::uint64_t offset)
    {
        auto thread = readFreeBsdThread(m_core, note);
        m_threadIsReadable = thread.has_value();
        if (!thread)
            return warn("NT_PRSTATUS", offset, thread.error());
        m_notes.release = thread->release;
        return addThread(std::move(thread->status));
    }

    Status addFreeBsdSignal(Bytes note)
    {
        if (!m_threadIsReadable || m_notes.threads.back().signal)
            return Status::NotParsed;
        m_notes.threads.back().signal = readFreeBsdSignal(m_core, note);
        return m_notes.threads.back().signal ? Status::Parsed : Status::NotParsed;
    }

    Status nameThread(std::string name)
    {
        if (!m_threadIsReadable)
            return Status::NotParsed;
        m_notes.threads.back().name = std::move(name);
        return Status::Parsed;
    }

    Status nameThread(const BsdOwner& owner, std::string name)
    {
        if (m_threadNames.size() >= m_core.limits.maxThreads)
            return Status::NotParsed;
        m_threadNames.insert_or_assign(*owner.thread, std::move(name));
        return Status::Parsed;
    }

    /// NetBSD's note of a name may come before the thread's registers or after them.
    void nameThreads()
    {
        for (auto& thread : m_notes.threads) {
            if (const auto name = m_threadNames.find(thread.id); name != m_threadNames.end())
                thread.name = name->second;
        }
    }

    Status setBsdProcess(Result<BsdProcess> process, std::uint64_t offset)
    {
        if (!process)
            return warn("process information", offset, process.error());
        if (m_notes.process)
            return Status::Duplicate;
        m_notes.process = process->status;
        m_signal = *std::move(process);
        return Status::Parsed;
    }

    /// NetBSD and OpenBSD store the signal with the process. NetBSD names the thread that got it;
    /// without a name it is the first one.
    void applySignal()
    {
        auto& threads = m_notes.threads;
        if (!m_signal || threads.empty())
            return;
        const auto crashed = std::ranges::find(threads, m_signal->signalThread, &ThreadStatus::id);
        if (crashed != threads.end())
            std::rotate(threads.begin(), crashed, crashed + 1);
        else if (m_signal->signalThread != 0)
            m_log.warn("process information", "thread ", m_signal->signalThread,
                       " got the signal, but none of its notes is readable; thread ",
                       threads.front().id, " takes its place");
        threads.front().currentSignal = static_cast<std::uint16_t>(m_signal->signal);
        threads.front().signal = SignalInfo{.number = m_signal->signal,
                                            .code = m_signal->signalCode,
                                            .faultAddress = {},
                                            .senderId = {}};
    }

    Status addThread(Bytes note, std::uint64_t offset)
    {
        auto thread = readThreadStatus(m_core, note);
        m_threadIsReadable = thread.has_value();
        if (!thread)
            return warn("NT_PRSTATUS", offset, thread.error());
        return addThread(*std::move(thread));
    }

    Status addFloatRegisters(Bytes note)
    {
        if (!m_threadIsReadable || !m_notes.threads.back().registers)
            return Status::NotParsed;
        auto& registers = m_notes.threads.back().registers->registers;
        const auto before = registers.count();
        readFloatRegisters(m_core, note, registers);
        return registers.count() > before ? Status::Parsed : Status::NotParsed;
    }

    /// In the kernel's cores only the first thread has one; in gdb's every thread does.
    Status addSignal(Bytes note, std::uint64_t offset)
    {
        auto signal = readSignalInfo(m_core, note);
        if (!signal)
            return warn("NT_SIGINFO", offset, signal.error());
        if (!m_threadIsReadable)
            return Status::NotParsed;
        if (m_notes.threads.back().signal)
            return Status::Duplicate;
        m_notes.threads.back().signal = *signal;
        return Status::Parsed;
    }

    Status setProcess(Result<ProcessStatus> process, std::uint64_t offset)
    {
        if (m_notes.process)
            return Status::Duplicate;
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

    /// Linux, struct user_pac_mask: data_mask, insn_mask; OpenBSD has the same order. FreeBSD,
    /// struct arm64_addr_mask: code, data. Every thread has one, all alike.
    Status readAddressMask(Bytes note, CodeMask place)
    {
        auto reader = m_core.readerOf(note);
        const auto first = reader.u64();
        const auto second = reader.u64();
        if (!reader.ok())
            return Status::Damaged;
        const auto mask = place == CodeMask::First ? first : second;
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
    bool m_threadIsReadable = false; ///< The last thread's note was, and has not been left out.
    std::optional<BsdProcess> m_signal;
    std::map<std::uint32_t, std::string> m_threadNames;
};

/// The systems agree on the types up to AT_ENTRY. Sources: FreeBSD and NetBSD sys/elf_common.h and
/// sys/exec_elf.h: AT_EXECPATH, AT_KPRELOAD; AT_SUN_EXECNAME.
std::optional<std::uint64_t> numberOf(OsFamily system, crash::AuxvType type)
{
    constexpr std::uint64_t kFreeBsdExecPath = 15;
    constexpr std::uint64_t kFreeBsdVdso = 34;
    constexpr std::uint64_t kNetBsdExecName = 2014;
    const auto number = static_cast<std::uint64_t>(type);
    if (system == OsFamily::Linux || type <= crash::AuxvType::Entry)
        return number;
    const bool isName = type == crash::AuxvType::ExecFileName;
    if (system == OsFamily::FreeBsd)
        return isName ? kFreeBsdExecPath : kFreeBsdVdso;
    if (system == OsFamily::NetBsd && isName)
        return kNetBsdExecName;
    return std::nullopt;
}

} // namespace

std::optional<std::uint64_t> CoreNotes::auxiliaryValue(crash::AuxvType type) const
{
    const auto number = numberOf(system, type);
    if (!number)
        return std::nullopt;
    const auto found = std::ranges::find(auxiliary, *number, &AuxiliaryVector::value_type::first);
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
