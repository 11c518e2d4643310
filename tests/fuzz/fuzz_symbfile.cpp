// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a symbfile. Records that can be read are written again and must be read back equal.
// As debug info they keep the promises of its arrays.
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/symbfile/symbfile_object.h"
#include "core/formats/debug/symbfile/symbfile_reader.h"
#include "core/formats/debug/symbfile/symbfile_writer.h"
#include "tests/support/debug_lookup.h"

#include <cstdint>

using namespace faultline;

namespace {

std::vector<symbfile::Record> readAll(Bytes file)
{
    std::vector<symbfile::Record> records;
    auto reader = symbfile::SymbfileReader::open(file);
    while (reader) {
        auto record = reader->next();
        if (!record || !*record)
            break;
        records.push_back(**record);
    }
    return records;
}

/// The depth is bounded, so that a hole in it is met too.
void readAsDebugInfo(Bytes file)
{
    ParseLimits limits;
    limits.maxTreeDepth = 8;
    const auto object = symbfile::openSymbfile(ByteView::copyOf(file), limits, 0x1000);
    const auto info = object ? (*object)->debugInfo() : nullptr;
    if (info && !test::DebugLookup(*info).brokenPromise().empty())
        __builtin_trap();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    readAsDebugInfo(std::as_bytes(std::span(data, size)));
    const auto records = readAll(std::as_bytes(std::span(data, size)));
    std::string written;
    symbfile::SymbfileWriter writer(
        [&](Bytes bytes) -> Result<void> {
            written += asText(bytes);
            return {};
        },
        {.tableBytes = 64, .bufferedBytes = 256});
    for (const auto& record : records) {
        if (!writer.add(record))
            __builtin_trap();
    }
    if (!writer.finish() || readAll(asBytes(written)) != records)
        __builtin_trap();
    return 0;
}
