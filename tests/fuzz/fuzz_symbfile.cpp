// Any bytes as a symbfile. Records that can be read are written again and must be read back equal.
#include "core/formats/debug/symbfile/symbfile_reader.h"
#include "core/formats/debug/symbfile/symbfile_writer.h"

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

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
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
