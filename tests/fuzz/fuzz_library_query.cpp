// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a search line, and as the stored frames of a report.
#include "core/library/query.h"
#include "core/library/report_record.h"
#include "core/library/sqlite_dialect.h"

#include <algorithm>
#include <cstdint>

using namespace faultline;
using namespace faultline::library;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    if (const auto query = Query::parse(bytes.text(), 1'700'000'000)) {
        SqliteDialect dialect;
        const auto condition = *conditionOf(*query, dialect);
        const auto places = std::ranges::count(condition.sql, '?');
        if (static_cast<std::size_t>(places) != condition.values.size())
            __builtin_trap();
    }
    // Controls of a damaged text become spaces; what is written then reads back.
    const auto frames = parseFrames(framesText(parseFrames(bytes.text())));
    if (parseFrames(framesText(frames)) != frames)
        __builtin_trap();
    return 0;
}
