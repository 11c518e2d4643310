// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/mozilla_streams.h"

#include "core/base/text.h"
#include "core/formats/crash/minidump/strings.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

constexpr std::uint32_t kMaxRecords = 20; // MAC_CRASH_INFOS_MAX, rust-minidump format.rs.
constexpr std::size_t kMaxStringBytes = 8192;

/// The strings come one after the other after the fixed part.
std::string nextString(ByteReader& reader)
{
    const auto text = reader.cString();
    return toValidUtf8(text.substr(0, kMaxStringBytes));
}

AppleCrashMessage readRecord(ByteReader reader, std::size_t stringsOffset)
{
    AppleCrashMessage record;
    reader.skip(8); // The stream type, again.
    const auto version = reader.u64();
    if (version >= 4) {
        record.thread = reader.u64();
        record.dialogMode = reader.u64();
    }
    if (version >= 5)
        record.abortCause = reader.u64();
    reader.seek(stringsOffset);
    record.module = nextString(reader);
    record.message = nextString(reader);
    record.signature = nextString(reader);
    record.backtrace = nextString(reader);
    record.message2 = nextString(reader);
    return record;
}

} // namespace

Result<std::vector<AppleCrashMessage>> readMacCrashInfo(const StreamScope& scope)
{
    auto reader = scope.reader();
    reader.skip(4); // The stream type, again.
    const auto declared = reader.u32();
    const auto stringsOffset = reader.u32();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes, expected at least 12");
    if (declared > kMaxRecords)
        scope.warn(declared, " records, only ", kMaxRecords, " are possible");
    std::vector<AppleCrashMessage> records;
    for (std::uint32_t i = 0; i < std::min(declared, kMaxRecords); ++i) {
        const auto location = readLocation(reader);
        const auto bytes = scope.dump.view(location);
        if (reader.ok() && bytes && bytes->size() >= stringsOffset)
            records.push_back(readRecord(scope.dump.reader(bytes->span()), stringsOffset));
        else
            scope.warn("record ", i, ": ", location.sizeBytes, " bytes at offset ",
                       Hex{location.rva}, " cannot be read");
    }
    return records;
}

Result<std::string> readMacBootargs(const StreamScope& scope)
{
    auto reader = scope.reader();
    reader.skip(4); // The stream type, again.
    const auto rva = reader.u64();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes, expected 12");
    auto text = readUtf16String(scope, rva);
    if (!text)
        return scope.malformed("text at offset ", Hex{rva}, " cannot be read");
    return *std::move(text);
}

} // namespace faultline::minidump
