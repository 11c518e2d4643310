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

/// The content of a section that was compressed before ELF had a flag for that: "ZLIB", the size as
/// eight bytes in big-endian order, a zlib stream. Absent: it has no such beginning. Errors:
/// Malformed (cut off, damaged, too large). Source: binutils, `--compress-debug-sections=zlib-gnu`.
Result<std::optional<ByteView>> unzipSection(const ByteView& stored, const ParseLimits& limits);

/// Such sections of PE and Mach-O files, which Go's linker writes: ".zdebug_info" and
/// "__zdebug_info" stand for ".debug_info" and "__debug_info". Unpacked when first asked for and
/// kept. Thread-safe.
class ZippedSections
{
public:
    explicit ZippedSections(const ParseLimits& limits) : m_limits(limits) {}

    /// The name under which a debug section stands when it is compressed; empty for others.
    static std::string zippedName(std::string_view name);

    /// `find` gives the bytes in the file of a section by its name there. A damaged one is absent,
    /// with a warning.
    std::optional<ByteView>
    section(std::string_view name,
            const std::function<std::optional<ByteView>(std::string_view)>& find) const;

    std::vector<std::string> warnings() const;

private:
    ParseLimits m_limits;
    mutable std::mutex m_mutex; // Guards the rest, and makes others wait for the one that unpacks.
    mutable std::vector<std::string> m_warnings;
    mutable std::map<std::string, std::optional<ByteView>, std::less<>> m_unpacked;
};

} // namespace faultline::object
