// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::object {

/// Unpacks a section that was compressed before ELF had a flag for it: "ZLIB", the size as eight
/// big-endian bytes, then a zlib stream. Absent when it does not begin so. Errors: Malformed
/// (truncated, damaged, too large). Source: binutils, `--compress-debug-sections=zlib-gnu`.
Result<std::optional<ByteView>> unzipSection(const ByteView& stored, const ParseLimits& limits);

/// Such sections in PE and Mach-O files, which Go's linker writes: ".zdebug_info" and
/// "__zdebug_info" stand for ".debug_info" and "__debug_info". They are unpacked on demand and
/// kept. Thread-safe.
class ZippedSections
{
public:
    explicit ZippedSections(const ParseLimits& limits) : m_limits(limits) {}

    /// The name that a debug section has when it is compressed; empty for other sections.
    static std::string zippedName(std::string_view name);

    /// `find` returns the file's bytes of a section by its name in the file. A damaged section is
    /// absent, with a warning.
    std::optional<ByteView>
    section(std::string_view name,
            const std::function<std::optional<ByteView>(std::string_view)>& find) const;

    std::vector<std::string> warnings() const;

private:
    ParseLimits m_limits;
    mutable std::mutex
        m_mutex; // Guards the other members. Threads wait here while another one unpacks.
    mutable std::vector<std::string> m_warnings;
    mutable std::map<std::string, std::optional<ByteView>, std::less<>> m_unpacked;
};

} // namespace faultline::object
