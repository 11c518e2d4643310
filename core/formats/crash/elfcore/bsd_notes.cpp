// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/bsd_notes.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace faultline::corefile {

namespace {

constexpr std::uint32_t kFaultSignals[]{4, 5, 8, 10, 11}; // ILL, TRAP, FPE, BUS, SEGV.

std::string textUpToNul(Bytes field)
{
    const auto text = asText(field);
    return toValidUtf8(text.substr(0, text.find('\0')));
}

std::unexpected<Error> tooShort(Bytes note, std::size_t expected)
{
    return fail(ErrorKind::Malformed, note.size(), " bytes, expected at least ", expected);
}

} // namespace

std::optional<BsdOwner> readBsdOwner(std::string_view owner)
{
    constexpr std::array kSystems{
        std::pair{std::string_view("FreeBSD"), OsFamily::FreeBsd},
        std::pair{std::string_view("NetBSD-CORE"), OsFamily::NetBsd},
        std::pair{std::string_view("OpenBSD"), OsFamily::OpenBsd},
    };
    const auto name = owner.substr(0, owner.find('@'));
    const auto system =
        std::ranges::find(kSystems, name, &std::pair<std::string_view, OsFamily>::first);
    if (system == kSystems.end())
        return std::nullopt;
    BsdOwner found{.system = system->second, .thread = {}};
    if (name.size() == owner.size())
        return found;
    const auto digits = owner.substr(name.size() + 1);
    std::uint32_t thread = 0;
    const auto* const end = digits.data() + digits.size();
    const auto [next, error] = std::from_chars(digits.data(), end, thread);
    if (next != end || error != std::errc())
        return std::nullopt;
    found.thread = thread;
    return found;
}

/// struct prstatus: pr_version, then pr_statussz, pr_gregsetsz and pr_fpregsetsz of a word each,
/// pr_osreldate, pr_cursig, pr_pid (the thread's id), and, from the next word on, pr_reg.
Result<FreeBsdThread> readFreeBsdThread(const CoreFile& core, Bytes note)
{
    const std::size_t word = core.wordBytes();
    const std::size_t releaseAt = 4 * word;
    const std::size_t registersAt = (releaseAt + 12 + word - 1) / word * word;
    if (note.size() < registersAt)
        return tooShort(note, registersAt);
    auto reader = core.readerOf(note);
    reader.seek(releaseAt);
    FreeBsdThread thread;
    thread.release = reader.u32();
    thread.status.currentSignal = static_cast<std::uint16_t>(reader.u32());
    thread.status.id = reader.u32();
    setRegisters(core, OsFamily::FreeBsd, note.subspan(registersAt), thread.status);
    return thread;
}

/// struct prpsinfo: pr_version, pr_psinfosz of a word, pr_fname[17], pr_psargs[81], and since
/// version 1a pr_pid.
Result<ProcessStatus> readFreeBsdProcess(const CoreFile& core, Bytes note)
{
    constexpr std::size_t kNameBytes = 17;
    constexpr std::size_t kArgumentBytes = 81;
    const std::size_t nameAt = std::size_t{2} * core.wordBytes();
    const std::size_t end = nameAt + kNameBytes + kArgumentBytes;
    if (note.size() < end)
        return tooShort(note, end);
    auto reader = core.readerOf(note);
    reader.seek(nameAt);
    ProcessStatus status;
    status.name = textUpToNul(reader.bytes(kNameBytes));
    const auto arguments = reader.bytes(kArgumentBytes);
    status.isCut = asText(arguments).substr(0, kArgumentBytes - 1).find('\0') == std::string::npos;
    status.commandLine = std::string(trimAscii(textUpToNul(arguments)));
    reader.seek((end + 3) / 4 * 4);
    const auto id = reader.u32();
    status.id = reader.ok() ? id : 0;
    return status;
}

std::string readFreeBsdThreadName(Bytes note)
{
    constexpr std::size_t kNameBytes = 20; // pr_tname
    return textUpToNul(note.first(std::min(note.size(), kNameBytes)));
}

/// The size of struct ptrace_lwpinfo, then it: pl_lwpid, pl_event, pl_flags, two sets of signals of
/// 16 bytes, and, from the next word on, pl_siginfo: si_signo, si_errno, si_code, si_pid, si_uid,
/// si_status, si_addr.
std::optional<SignalInfo> readFreeBsdSignal(const CoreFile& core, Bytes note)
{
    constexpr std::uint32_t kHasSignal = 0x20;        // PL_FLAG_SI
    constexpr std::uint32_t kSentByProcess = 0x10001; // SI_USER; higher codes are sent, too.
    auto reader = core.readerOf(note);
    reader.skip(12);
    const auto flags = reader.u32();
    const std::size_t word = core.wordBytes();
    reader.seek(4 + (44 + word - 1) / word * word);
    SignalInfo info;
    info.number = reader.u32();
    reader.skip(4);
    info.code = reader.u32();
    const auto sender = reader.u32();
    reader.skip(8);
    const auto address = core.readWord(reader);
    if (!reader.ok() || (flags & kHasSignal) == 0 || info.number == 0)
        return std::nullopt;
    const bool isFault = std::ranges::find(kFaultSignals, info.number) != std::end(kFaultSignals);
    if (isFault && info.code < kSentByProcess && info.code != 0)
        info.faultAddress = address;
    else if (info.code >= kSentByProcess && sender != 0)
        info.senderId = sender;
    return info;
}

/// The size of the fixed structure, then records of struct kinfo_vmentry: kve_structsize,
/// kve_type, kve_start, kve_end, kve_offset; kve_path at offset 136, cut off after its end.
std::vector<FileMapping> readFreeBsdMappings(const CoreFile& core, Bytes note, DiagnosticLog& log)
{
    constexpr std::string_view kArea = "NT_PROCSTAT_VMMAP";
    constexpr std::size_t kPathAt = 136;
    std::vector<FileMapping> mappings;
    auto records = core.readerOf(note);
    records.skip(4);
    while (records.remaining() >= 4 && mappings.size() < core.limits.maxMemoryRanges) {
        const auto begin = records.offset();
        const auto sizeBytes = records.u32();
        if (sizeBytes == 0)
            break;
        if (sizeBytes <= kPathAt || sizeBytes > note.size() - begin) {
            log.warn(kArea, "the record at offset ", begin, " has ", sizeBytes, " bytes, ",
                     note.size() - begin, " are left");
            break;
        }
        auto reader = core.readerOf(note.subspan(begin, sizeBytes));
        reader.skip(8);
        FileMapping mapping;
        mapping.begin = reader.u64();
        mapping.end = reader.u64();
        mapping.fileOffset = reader.u64();
        const auto path = asText(note.subspan(begin + kPathAt, sizeBytes - kPathAt));
        mapping.path = path.substr(0, std::min(path.find('\0'), FileMapping::kMaxPathBytes));
        if (!mapping.path.empty() && mapping.begin < mapping.end)
            mappings.push_back(mapping);
        records.seek(begin + sizeBytes);
    }
    std::ranges::stable_sort(mappings, {}, &FileMapping::begin);
    return mappings;
}

/// struct netbsd_elfcore_procinfo: cpi_version, cpi_cpisize, cpi_signo, cpi_sigcode, four sets of
/// signals of 16 bytes, cpi_pid, nine more ids, cpi_nlwps, cpi_name[32], since version 2
/// cpi_siglwp.
Result<BsdProcess> readNetBsdProcess(const CoreFile& core, Bytes note)
{
    constexpr std::size_t kNameAt = 124;
    constexpr std::size_t kNameBytes = 32;
    if (note.size() < kNameAt + kNameBytes)
        return tooShort(note, kNameAt + kNameBytes);
    auto reader = core.readerOf(note);
    reader.skip(8);
    BsdProcess process;
    process.signal = reader.u32();
    process.signalCode = reader.u32();
    reader.skip(64);
    process.status.id = reader.u32();
    reader.seek(kNameAt);
    process.status.name = textUpToNul(reader.bytes(kNameBytes));
    const auto thread = reader.u32();
    process.signalThread = reader.ok() ? thread : 0;
    return process;
}

/// struct elfcore_procinfo: cpi_version, cpi_cpisize, cpi_signo, cpi_sigcode, four sets of signals
/// of 4 bytes, cpi_pid, nine more ids, cpi_name[32].
Result<BsdProcess> readOpenBsdProcess(const CoreFile& core, Bytes note)
{
    constexpr std::size_t kNameAt = 72;
    constexpr std::size_t kNameBytes = 32;
    if (note.size() < kNameAt + kNameBytes)
        return tooShort(note, kNameAt + kNameBytes);
    auto reader = core.readerOf(note);
    reader.skip(8);
    BsdProcess process;
    process.signal = reader.u32();
    process.signalCode = reader.u32();
    reader.skip(16);
    process.status.id = reader.u32();
    reader.seek(kNameAt);
    process.status.name = textUpToNul(reader.bytes(kNameBytes));
    return process;
}

std::string readNetBsdThreadName(Bytes note)
{
    constexpr std::size_t kNameAt = 36; // After pl_lwpid and two sets of signals of 16 bytes.
    constexpr std::size_t kNameBytes = 20;
    if (note.size() < kNameAt + kNameBytes)
        return {};
    return textUpToNul(note.subspan(kNameAt, kNameBytes));
}

} // namespace faultline::corefile
