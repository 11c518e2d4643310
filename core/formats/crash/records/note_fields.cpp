// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/records/stream_fields.h"
#include "core/formats/crash/records/stream_layouts.h"

#include <algorithm>
#include <array>

namespace faultline::records {

namespace {

using enum FieldMeaning;
using Form = FieldForm;

enum NoteType : std::uint32_t {
    NT_PRSTATUS = 1,
    NT_PRPSINFO = 3,
    NT_AUXV = 6,
    NT_FILE = 0x46494c45,
    NT_SIGINFO = 0x53494749,
};

// A field of 0 bytes is as wide as a pointer.
constexpr std::array kTimeFields{
    FieldLayout{"tv_sec", Form::Unsigned, 0},
    FieldLayout{"tv_usec", Form::Unsigned, 0},
};
constexpr RecordLayout kTime{"timeval", kTimeFields};

constexpr std::array kStatusFields{
    FieldLayout{"si_signo", Form::Unsigned, 4, Signal},
    FieldLayout{"si_code", Form::Signed},
    FieldLayout{"si_errno", Form::Signed},
    FieldLayout{"pr_cursig", Form::Unsigned, 2, Signal},
    FieldLayout{"padding", Form::Unsigned, 2},
    FieldLayout{"pr_sigpend", Form::Unsigned, 0, Flags},
    FieldLayout{"pr_sighold", Form::Unsigned, 0, Flags},
    FieldLayout{"pr_pid", Form::Unsigned, 4, ThreadId},
    FieldLayout{"pr_ppid", Form::Unsigned, 4, ProcessId},
    FieldLayout{"pr_pgrp", Form::Unsigned, 4, ProcessId},
    FieldLayout{"pr_sid", Form::Unsigned, 4, ProcessId},
    FieldLayout{"pr_utime", Form::Record, 0, Plain, 1, &kTime},
    FieldLayout{"pr_stime", Form::Record, 0, Plain, 1, &kTime},
    FieldLayout{"pr_cutime", Form::Record, 0, Plain, 1, &kTime},
    FieldLayout{"pr_cstime", Form::Record, 0, Plain, 1, &kTime},
};
constexpr RecordLayout kStatus{"elf_prstatus", kStatusFields};

constexpr std::array kStateFields{
    FieldLayout{"pr_state", Form::Unsigned, 1},
    FieldLayout{"pr_sname", Form::Text, 1},
    FieldLayout{"pr_zomb", Form::Unsigned, 1},
    FieldLayout{"pr_nice", Form::Signed, 1},
};
constexpr RecordLayout kState{"elf_prpsinfo", kStateFields};

constexpr std::array kPaddingFields{FieldLayout{"padding"}};
constexpr RecordLayout kPadding{"padding", kPaddingFields};

constexpr std::array kFlagFields{FieldLayout{"pr_flag", Form::Unsigned, 0, Flags}};
constexpr RecordLayout kFlag{"pr_flag", kFlagFields};

constexpr std::array kOwner16Fields{
    FieldLayout{"pr_uid", Form::Unsigned, 2},
    FieldLayout{"pr_gid", Form::Unsigned, 2},
};
constexpr RecordLayout kOwner16{"pr_uid", kOwner16Fields};

constexpr std::array kOwner32Fields{FieldLayout{"pr_uid"}, FieldLayout{"pr_gid"}};
constexpr RecordLayout kOwner32{"pr_uid", kOwner32Fields};

constexpr std::array kNamesFields{
    FieldLayout{"pr_pid", Form::Unsigned, 4, ProcessId},
    FieldLayout{"pr_ppid", Form::Unsigned, 4, ProcessId},
    FieldLayout{"pr_pgrp", Form::Unsigned, 4, ProcessId},
    FieldLayout{"pr_sid", Form::Unsigned, 4, ProcessId},
    FieldLayout{"pr_fname", Form::Text, 16},
    FieldLayout{"pr_psargs", Form::Text, 80},
};
constexpr RecordLayout kNames{"pr_pid", kNamesFields};

constexpr std::array kSignalFields{
    FieldLayout{"si_signo", Form::Unsigned, 4, Signal},
    FieldLayout{"si_errno", Form::Signed},
    FieldLayout{"si_code", Form::Signed},
};
constexpr RecordLayout kSignalInfo{"siginfo_t", kSignalFields};

constexpr std::array kFaultFields{FieldLayout{"si_addr", Form::Unsigned, 0, Address}};
constexpr RecordLayout kFault{"si_addr", kFaultFields};

constexpr std::array kSenderFields{
    FieldLayout{"si_pid", Form::Unsigned, 4, ProcessId},
    FieldLayout{"si_uid"},
};
constexpr RecordLayout kSender{"si_pid", kSenderFields};

constexpr std::array kFileHeadFields{
    FieldLayout{"count", Form::Unsigned, 0},
    FieldLayout{"page_size", Form::Unsigned, 0, ByteCount},
};
constexpr RecordLayout kFileHead{"NT_FILE", kFileHeadFields};

constexpr std::array kFileFields{
    FieldLayout{"start", Form::Unsigned, 0, Address},
    FieldLayout{"end", Form::Unsigned, 0, Address},
    FieldLayout{"file_ofs", Form::Unsigned, 0},
};
constexpr RecordLayout kFile{"mapping", kFileFields};

/// The registers follow, then a flag that is padded to a word.
void writeStatus(FieldWriter& writer)
{
    if (!writer.writeWhole(kStatus))
        return;
    const auto words = (writer.sizeBytes() - writer.offset()) / writer.pointerBytes();
    constexpr std::uint64_t kMostRegisters = 256;
    const std::array fields{
        FieldLayout{"pr_reg", Form::Unsigned, 0, Flags,
                    static_cast<std::uint32_t>(std::min<std::uint64_t>(
                        words - std::min<std::uint64_t>(1, words), kMostRegisters))}};
    if (fields[0].count > 1)
        writer.write({"pr_reg", fields});
}

/// The user's ids have 16 bits on some 32-bit systems, which the size tells.
void writeProcess(FieldWriter& writer)
{
    constexpr std::uint64_t kSizeWith16BitIds = 124;
    writer.write(kState);
    if (writer.pointerBytes() == 8)
        writer.write(kPadding);
    writer.write(kFlag);
    const bool isShortIds = writer.pointerBytes() == 4 && writer.sizeBytes() == kSizeWith16BitIds;
    writer.write(isShortIds ? kOwner16 : kOwner32);
    writer.writeWhole(kNames);
}

void writeSignal(FieldWriter& writer)
{
    constexpr std::array<std::uint64_t, 5> kFaults{4, 5, 7, 8, 11}; // ILL, TRAP, BUS, FPE, SEGV
    constexpr std::uint64_t kKernelCode = 0x80;                     // SI_KERNEL
    if (!writer.writeWhole(kSignalInfo))
        return;
    if (writer.pointerBytes() == 8 && !writer.writeWhole(kPadding))
        return;
    const auto signal = writer.number(0, 4);
    const auto code = writer.number(8, 4);
    const bool isFault = std::ranges::find(kFaults, signal) != kFaults.end();
    const bool isOfKernel = code != 0 && code < kKernelCode;
    writer.writeWhole(isFault && isOfKernel ? kFault : kSender);
}

void writeFiles(FieldWriter& writer)
{
    const auto word = writer.pointerBytes();
    const auto count = writer.number(0, word);
    if (!writer.writeWhole(kFileHead))
        return;
    writer.writeList("mappings", kFile,
                     {.headBytes = std::uint64_t{2} * word,
                      .entryBytes = std::uint64_t{3} * word,
                      .count = count});
    writer.writeTexts('\0');
}

} // namespace

std::optional<DecodedFields>
decodeNote(std::uint32_t type, Bytes bytes, std::endian order, unsigned pointerBytes)
{
    FieldWriter writer(bytes, order, pointerBytes);
    switch (type) {
    case NT_PRSTATUS: writeStatus(writer); break;
    case NT_PRPSINFO: writeProcess(writer); break;
    case NT_SIGINFO: writeSignal(writer); break;
    case NT_FILE: writeFiles(writer); break;
    case NT_AUXV: {
        const auto size = std::uint64_t{2} * pointerBytes;
        writer.writeList("entries", kAuxiliaryEntry,
                         {.headBytes = 0, .entryBytes = size, .count = bytes.size() / size});
        break;
    }
    default: return std::nullopt;
    }
    return writer.take();
}

} // namespace faultline::records
