// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"

#include <vector>

namespace faultline::pdb {

/// The container of a PDB: numbered streams, scattered over blocks. Opening checks every block
/// number, so stream() cannot fail. Immutable and thread-safe. Layout: llvm/llvm-project
/// llvm/docs/PDB/MsfFile.rst.
class MsfFile
{
public:
    static bool looksLike(Bytes file);

    /// Errors: Unsupported (no MSF 7.00 signature), Malformed (superblock, directory or a block
    /// outside the file).
    static Result<MsfFile> open(ByteView file, const ParseLimits& limits);

    const ByteView& file() const { return m_file; }

    std::size_t streamCount() const { return m_streams.size(); }

    /// The content of a stream: a part of the file if its blocks are consecutive, otherwise a copy.
    /// Empty for streams that do not exist.
    ByteView stream(std::size_t index) const;

private:
    struct Stream
    {
        std::uint32_t sizeBytes = 0;
        std::size_t firstBlock = 0; // Index into m_blocks.
        std::size_t blockCount = 0;
    };

    explicit MsfFile(ByteView file) : m_file(std::move(file)) {}

    Result<void> readDirectory(Bytes directory, const ParseLimits& limits);
    bool isConsecutive(const Stream& stream) const;

    ByteView m_file;
    std::uint32_t m_blockBytes = 0;
    std::vector<std::uint32_t>
        m_blocks; // Block numbers of all streams, one after the other; all lie in the file.
    std::vector<Stream> m_streams;
};

} // namespace faultline::pdb
