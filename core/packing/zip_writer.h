// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::packing {

/// Writes a zip archive piece by piece, with deflated entries. All times are the format's first
/// day, so that equal content gives equal bytes. Layout: PKWARE APPNOTE.TXT, without zip64.
class ZipWriter
{
public:
    using Sink = std::function<Result<void>(Bytes)>;

    /// `prefixBytes` is the number of bytes written before the archive; offsets include them.
    ZipWriter(Sink sink, std::uint64_t prefixBytes)
        : m_sink(std::move(sink)), m_position(prefixBytes)
    {
    }

    /// Errors: Unsupported (exceeds the format without zip64), and those of the sink.
    Result<void> add(std::string_view name, Bytes content);
    /// Writes the directory. Nothing may follow. Same errors.
    Result<void> finish();

private:
    struct Entry
    {
        std::string name;
        std::uint32_t crc = 0;
        std::uint32_t packedBytes = 0;
        std::uint32_t sizeBytes = 0;
        std::uint32_t offset = 0;
        std::uint16_t method = 0;
    };

    Result<void> put(Bytes bytes);

    Sink m_sink;
    std::uint64_t m_position;
    std::vector<Entry> m_entries;
};

} // namespace faultline::packing
