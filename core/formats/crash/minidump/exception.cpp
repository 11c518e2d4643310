// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/exception.h"

#include "core/base/text.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

constexpr std::size_t kParametersOffset = 40;
constexpr std::size_t kContextOffset = 160;
constexpr std::size_t kRecordBytes = 168;

/// Unless a process handles them, these signals end it with a core (signal(7)).
bool isDeadly(const ExceptionRecord& record)
{
    constexpr std::array<std::uint32_t, 7> kSignals{4, 5, 6, 7, 8, 11, 31};
    return std::ranges::find(kSignals, record.code) != kSignals.end();
}

} // namespace

std::string stopDescription(const ExceptionRecord& record)
{
    std::string text;
    if (record.flags != kLldbFlag)
        return text;
    for (const auto word : record.information) {
        for (unsigned byte = 0; byte < sizeof(word); ++byte) {
            const auto letter = static_cast<char>(word >> (8 * byte) & 0xff);
            if (letter == '\0')
                return toValidUtf8(text);
            text += letter;
        }
    }
    return toValidUtf8(text);
}

std::optional<std::size_t> indexOfCrash(std::span<const ExceptionRecord> records, OsFamily os)
{
    if (records.empty())
        return std::nullopt;
    const auto found = std::ranges::find_if(records, isDeadly);
    const bool hasSignals = os == OsFamily::Linux || os == OsFamily::Android;
    return hasSignals && found != records.end() ? static_cast<std::size_t>(found - records.begin())
                                                : 0;
}

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
