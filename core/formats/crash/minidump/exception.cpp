#include "core/formats/crash/minidump/exception.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

constexpr std::size_t kParametersOffset = 40;
constexpr std::size_t kContextOffset = 160;
constexpr std::size_t kRecordBytes = 168;

} // namespace

Result<ExceptionRecord> readException(const StreamScope& scope)
{
    auto reader = scope.reader();
    ExceptionRecord record;
    record.threadId = reader.u32();
    reader.skip(4); // Alignment.
    record.code = reader.u32();
    record.flags = reader.u32();
    reader.skip(8); // Address of a nested record.
    record.address = reader.u64();
    const auto count = reader.u32();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes, expected ", kRecordBytes);
    record.parameterCount = std::min(count, static_cast<std::uint32_t>(record.information.size()));
    if (record.parameterCount < count)
        scope.warn(count, " exception parameters, only ", record.parameterCount, " are possible");
    reader.seek(kParametersOffset);
    for (auto& word : record.information)
        word = reader.u64();
    reader.seek(kContextOffset);
    record.context = readLocation(reader);
    if (!reader.ok())
        scope.warn(scope.stream.bytes.size(), " bytes, expected ", kRecordBytes);
    return record;
}

} // namespace faultline::minidump
