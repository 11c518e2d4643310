// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/strings.h"

#include "core/base/text.h"

namespace faultline::minidump {

std::optional<ByteView> readByteArray(const StreamScope& scope, std::uint64_t rva)
{
    const auto& file = scope.dump.file();
    auto reader = scope.dump.reader(file.span());
    reader.seek(rva);
    const std::uint32_t sizeBytes = reader.u32();
    if (!reader.ok() || sizeBytes > scope.dump.limits().maxStringBytes ||
        !scope.text.take(sizeBytes))
        return std::nullopt;
    return file.slice(reader.offset(), sizeBytes);
}

std::optional<std::string> readUtf16String(const StreamScope& scope, std::uint64_t rva)
{
    const auto bytes = readByteArray(scope, rva);
    if (!bytes || bytes->size() % 2 != 0)
        return std::nullopt;
    return utf8FromUtf16(bytes->span(), scope.dump.byteOrder());
}

std::optional<std::string> readUtf8String(const StreamScope& scope, std::uint64_t rva)
{
    const auto bytes = readByteArray(scope, rva);
    if (!bytes)
        return std::nullopt;
    return toValidUtf8(bytes->text());
}

std::string readFixedUtf16(ByteReader& reader, std::size_t units)
{
    const Bytes field = reader.bytes(units * 2);
    ByteReader scan(field, reader.order());
    while (!scan.atEnd()) {
        const auto before = scan.offset();
        if (scan.u16() == 0)
            return utf8FromUtf16(field.first(before), reader.order());
    }
    return utf8FromUtf16(field, reader.order());
}

std::string textUpToNul(Bytes bytes)
{
    const auto text = asText(bytes);
    return toValidUtf8(text.substr(0, text.find('\0')));
}

} // namespace faultline::minidump
