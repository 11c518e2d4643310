// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/module_file_name.h"

#include "core/formats/debug/breakpad/line_scanner.h"

namespace faultline::server::mozilla {

namespace {

/// Tells whether a record can no longer belong to the description of the module.
bool endsDescription(std::string_view line)
{
    return line.starts_with("FILE") || line.starts_with("PUBLIC") || line.starts_with("FUNC") ||
           line.starts_with("STACK");
}

} // namespace

std::optional<CodeFileRecord> codeFileRecord(std::string_view symbols)
{
    breakpad::LineScanner lines(symbols);
    while (!lines.atEnd()) {
        const auto line = lines.next();
        if (endsDescription(line))
            return std::nullopt;
        breakpad::FieldReader fields(line);
        if (!fields.accept("INFO") || !fields.accept("CODE_ID"))
            continue;
        CodeFileRecord record;
        record.id = fields.word();
        record.file = fields.rest("");
        return fields.ok() && !record.file.empty() ? std::optional(record) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string_view> moduleFileName(std::string_view symbols)
{
    const auto record = codeFileRecord(symbols);
    return record ? std::optional(record->file) : std::nullopt;
}

} // namespace faultline::server::mozilla
