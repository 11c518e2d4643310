// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

#include <string>

namespace faultline::minidump {

/// The forms of text in a dump. All results are valid UTF-8; broken encodings are decoded with
/// losses. A text is absent only if it is not in the file, has an odd UTF-16 length, or exceeds
/// ParseLimits::maxStringBytes or the text budget.

/// MINIDUMP_STRING: 32-bit length in bytes, then UTF-16 in the file's byte order.
std::optional<std::string> readUtf16String(const StreamScope& scope, std::uint64_t rva);

/// Crashpad's MinidumpUTF8String: 32-bit length in bytes, the bytes, a NUL that is not checked.
std::optional<std::string> readUtf8String(const StreamScope& scope, std::uint64_t rva);

/// Crashpad's MinidumpByteArray: 32-bit length, the bytes.
std::optional<ByteView> readByteArray(const StreamScope& scope, std::uint64_t rva);

/// A fixed field of `units` UTF-16 units, up to its first NUL. The reader fails when the field does
/// not fit.
std::string readFixedUtf16(ByteReader& reader, std::size_t units);

/// The bytes up to the first NUL, or all bytes, as valid UTF-8.
std::string textUpToNul(Bytes bytes);

} // namespace faultline::minidump
