// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/file_mappings.h"

#include <algorithm>

namespace faultline::corefile {

namespace {

constexpr std::string_view kArea = "NT_FILE";
// Linux, fs/d_path.c: follows the path of a file that was removed or replaced.
constexpr std::string_view kDeleted = " (deleted)";

std::uint64_t productOrMax(std::uint64_t a, std::uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

} // namespace

/// Linux, fs/binfmt_elf.c, fill_files_note(): count, page size, then count times (start, end,
/// offset in pages), then as many names that end with NUL; all numbers are words.
Result<std::vector<FileMapping>>
readFileMappings(const CoreFile& core, Bytes note, DiagnosticLog& log)
{
    auto ranges = core.readerOf(note);
    const auto declared = core.readWord(ranges);
    const auto pageBytes = core.readWord(ranges);
    if (!ranges.ok())
        return fail(ErrorKind::Malformed, note.size(), " bytes, expected at least ",
                    2 * core.wordBytes());
    const std::uint64_t entryBytes = std::uint64_t{3} * core.wordBytes();
    const auto count = std::min<std::uint64_t>(
        {declared, ranges.remaining() / entryBytes, core.limits.maxMemoryRanges});
    if (count < declared)
        log.warn(kArea, declared, " mappings, only the first ", count, " are read");
    auto names = core.readerOf(note);
    names.seek(
        std::min<std::uint64_t>(note.size(), ranges.offset() + productOrMax(declared, entryBytes)));
    std::vector<FileMapping> mappings;
    for (std::uint64_t i = 0; i < count; ++i) {
        FileMapping mapping;
        mapping.begin = core.readWord(ranges);
        mapping.end = core.readWord(ranges);
        mapping.fileOffset = productOrMax(core.readWord(ranges), pageBytes);
        mapping.path = names.cString();
        if (!names.ok()) {
            log.warn(kArea, "the names end before that of mapping ", i, " of ", count);
            break;
        }
        if (mapping.path.ends_with(kDeleted))
            mapping.path.remove_suffix(kDeleted.size());
        mapping.path = mapping.path.substr(0, FileMapping::kMaxPathBytes);
        if (mapping.begin < mapping.end)
            mappings.push_back(mapping);
        else
            log.warn(kArea, "mapping ", i, " left out: from ", Hex{mapping.begin}, " to ",
                     Hex{mapping.end});
    }
    std::ranges::stable_sort(mappings, {}, &FileMapping::begin);
    return mappings;
}

} // namespace faultline::corefile
