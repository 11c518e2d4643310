// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/minidump.h"
#include "core/model/diagnostic_log.h"

#include <algorithm>

namespace faultline::minidump {

/// A budget for text. Many records may refer to the same text, so a file of a few MB could ask for
/// terabytes of names. One budget serves a whole dump, in proportion to its size: a real dump holds
/// each of its texts once or a few times. When it is used up, further texts count as unreadable.
class TextBudget
{
public:
    static constexpr std::uint64_t kMostBytes = 64u << 20;

    explicit TextBudget(std::uint64_t fileBytes)
        : m_left(std::min(kMostBytes, kLeastBytes + kPerFileByte * std::min(fileBytes, kMostBytes)))
    {
    }

    bool take(std::uint64_t bytes)
    {
        if (bytes > m_left)
            return false;
        m_left -= bytes;
        return true;
    }

private:
    static constexpr std::uint64_t kLeastBytes = 1u << 20;
    static constexpr std::uint64_t kPerFileByte = 4;

    std::uint64_t m_left;
};

/// What a reader needs for one stream. Lives for one call; the references must outlive it.
struct StreamScope
{
    const Minidump& dump;
    const StreamEntry& stream;
    DiagnosticLog& log;
    TextBudget& text;

    /// "ThreadList", or "stream" when the type has no name.
    std::string_view area() const;
    /// "stream 0x3 ThreadList at offset 0x40"
    std::string title() const;

    ByteReader reader() const { return dump.reader(stream.bytes.span()); }

    template <class... Parts>
    std::unexpected<Error> malformed(const Parts&... parts) const
    {
        return fail(ErrorKind::Malformed, title(), ": ", parts...);
    }

    /// Reports that a part of a stream was left out or is doubtful. The stream itself is kept.
    template <class... Parts>
    void warn(const Parts&... parts) const
    {
        log.warn(area(), title(), ": ", parts...);
    }
};

} // namespace faultline::minidump
