// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/process_notes.h"

#include "core/base/text.h"

#include <algorithm>

namespace faultline::corefile {

namespace {

constexpr std::size_t kNameBytes = 16;        // pr_fname
constexpr std::size_t kCommandLineBytes = 80; // pr_psargs
constexpr std::size_t kMaxAuxiliaryEntries = 1024;

std::string textUpToNul(Bytes field)
{
    const auto text = asText(field);
    return toValidUtf8(text.substr(0, text.find('\0')));
}

/// pr_pid by the structure's size; linux/elfcore.h, struct elf_prpsinfo. It differs by the width of
/// a word and, in 32-bit processes, of pr_uid and pr_gid (16 bits: i386, arm; 32 bits: others).
std::optional<std::size_t> idOffsetOf(const CoreFile& core, std::size_t sizeBytes)
{
    if (core.layout.is64)
        return sizeBytes == 136 ? std::optional<std::size_t>(24) : std::nullopt;
    if (sizeBytes == 124)
        return 12;
    return sizeBytes == 128 ? std::optional<std::size_t>(16) : std::nullopt;
}

} // namespace

Result<ProcessStatus> readProcessStatus(const CoreFile& core, Bytes note)
{
    const auto idOffset = idOffsetOf(core, note.size());
    if (!idOffset)
        return fail(ErrorKind::Malformed, note.size(), " bytes, expected ",
                    core.layout.is64 ? "136" : "124 or 128");
    auto reader = core.readerOf(note);
    reader.seek(*idOffset);
    ProcessStatus status;
    status.id = reader.u32();
    reader.skip(12); // pr_ppid, pr_pgrp, pr_sid
    status.name = textUpToNul(reader.bytes(kNameBytes));
    const auto commandLine = reader.bytes(kCommandLineBytes);
    const auto text = asText(commandLine);
    status.isCut = std::min(text.find('\0'), text.size()) >= kCommandLineBytes - 1;
    status.commandLine = std::string(trimAscii(textUpToNul(commandLine)));
    return status;
}

AuxiliaryVector readAuxiliaryVector(const CoreFile& core, Bytes note)
{
    AuxiliaryVector entries;
    auto reader = core.readerOf(note);
    const std::size_t entryBytes = std::size_t{2} * core.wordBytes();
    while (reader.remaining() >= entryBytes && entries.size() < kMaxAuxiliaryEntries) {
        const auto type = core.readWord(reader);
        const auto value = core.readWord(reader);
        if (type == 0)
            break;
        entries.emplace_back(type, value);
    }
    return entries;
}

} // namespace faultline::corefile
