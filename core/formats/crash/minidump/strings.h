#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

#include <string>

namespace faultline::minidump {

/// The text forms of a dump. All results are valid UTF-8; broken encodings are decoded lossily,
/// only a piece that does not lie in the file, has an odd UTF-16 length, exceeds
/// ParseLimits::maxStringBytes or the text budget is absent.

/// MINIDUMP_STRING: 32-bit length in bytes, then UTF-16 in the file's byte order.
std::optional<std::string> readUtf16String(const StreamScope& scope, std::uint64_t rva);

/// Crashpad's MinidumpUTF8String: 32-bit length in bytes, the bytes, a NUL that is not checked.
std::optional<std::string> readUtf8String(const StreamScope& scope, std::uint64_t rva);

/// Crashpad's MinidumpByteArray: 32-bit length, the bytes.
std::optional<ByteView> readByteArray(const StreamScope& scope, std::uint64_t rva);

/// A fixed field of `units` UTF-16 units, up to its first NUL. Fails the reader when it does not
/// fit.
std::string readFixedUtf16(ByteReader& reader, std::size_t units);

/// Bytes up to the first NUL, or all of them, as valid UTF-8.
std::string textUpToNul(Bytes bytes);

} // namespace faultline::minidump
