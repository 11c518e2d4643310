// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/code_text.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/tools/dump_texts.h"
#include "core/tools/symbfile_dump.h"

namespace faultline::app {

Result<void> writeCodeText(const symcache::SymCache& symbols,
                           std::uint64_t loadAddress,
                           const std::function<void(std::string_view)>& write)
{
    DumpTexts files(symbols.bytes().size(), kFreeRecordBytes);
    return writeRanges(symbols, loadAddress, [&](const symbfile::Record& record) -> Result<void> {
        const auto& range = std::get<symbfile::Range>(record);
        const std::string indent(2 * std::size_t{range.depth}, ' ');
        auto text =
            concat(indent, hexDigits(range.address), "-",
                   hexDigits(range.address + range.sizeBytes), " ", escapeControls(range.function));
        if (range.file)
            text += concat(" in ", escapeControls(files.admit(*range.file)));
        if (range.depth > 0)
            text +=
                concat(", called from ", escapeControls(files.admit(range.callFile.value_or("?"))),
                       ":", range.callLine);
        text += '\n';
        for (const auto& row : range.lines)
            text += concat(indent, "  ", hexDigits(range.address + row.offset), " line ", row.line,
                           "\n");
        write(text);
        return {};
    });
}

} // namespace faultline::app
