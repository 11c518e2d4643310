// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace faultline::app {

/// Limits what long texts add to a dump. A symcache has each text once, but a dump repeats it with
/// every record that refers to it. Not thread-safe.
class DumpTexts
{
public:
    /// `fileBytes` is the size of what is dumped. Texts of up to `freeBytes` are always dumped.
    DumpTexts(std::uint64_t fileBytes, std::size_t freeBytes)
        : m_bytesLeft(kLeast + kPerByte * fileBytes), m_freeBytes(freeBytes)
    {
    }

    /// The text, or another one in its place that says why.
    std::string_view admit(std::string_view text)
    {
        if (text.size() <= m_freeBytes)
            return text;
        if (text.size() > m_bytesLeft) {
            ++m_leftOut;
            return kLeftOut;
        }
        m_bytesLeft -= text.size();
        return text;
    }

    /// Number of texts that were replaced.
    std::uint64_t leftOut() const { return m_leftOut; }

private:
    static constexpr std::string_view kLeftOut = "<left out: long texts repeat too often>";
    static constexpr std::uint64_t kLeast = 64 << 20;
    static constexpr std::uint64_t kPerByte = 64;

    std::uint64_t m_bytesLeft;
    std::size_t m_freeBytes;
    std::uint64_t m_leftOut = 0;
};

/// Per record of a dump: real names of this length are rare.
inline constexpr std::size_t kFreeRecordBytes = 1024;
/// Per row, which may have many levels.
inline constexpr std::size_t kFreeRowBytes = 64 * 1024;

} // namespace faultline::app
