// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_assembler.h"

#include <string>
#include <vector>

namespace faultline::test {

/// Writes zip archives, optionally after the header of a source bundle.
class ZipBuilder
{
public:
    enum class Method : std::uint16_t { Stored = 0, Deflated = 8, Zstd = 93 };

    struct Options
    {
        Method method = Method::Stored;
        std::uint16_t flags = 0;
        bool useZip64 = false;
        bool breakChecksum = false;
    };

    void add(std::string name, std::string content, Options options);

    void add(std::string name, std::string content)
    {
        add(std::move(name), std::move(content), Options());
    }

    /// The archive; recorded offsets count from its own start.
    std::vector<std::byte> build() const;
    /// `SYSB`, the version, then the archive.
    std::vector<std::byte> buildBundle(std::uint32_t version = 2) const;

private:
    struct Entry
    {
        std::string name;
        std::string packed;
        std::size_t sizeBytes = 0;
        std::uint32_t crc = 0;
        Options options;
    };

    void writeCentral(ByteAssembler& out, const Entry& entry, std::size_t headerOffset) const;

    std::vector<Entry> m_entries;
};

} // namespace faultline::test
