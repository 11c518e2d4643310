// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/msf_file.h"

#include "core/base/byte_reader.h"

#include <algorithm>
#include <bit>
#include <expected>

namespace faultline::pdb {

namespace {

using namespace std::string_view_literals;

constexpr auto kMagic = "Microsoft C/C++ MSF 7.00\r\n\x1a"
                        "DS\0\0\0"sv;
constexpr std::size_t kMapListAt = 52; // Offset after the superblock's fields except the last.
constexpr std::uint32_t kMinBlockBytes = 512;
constexpr std::uint32_t kMaxBlockBytes = 65536;
constexpr std::uint32_t kNoStream = 0xffffffff;

struct SuperBlock
{
    std::uint32_t blockBytes = 0;
    std::uint32_t blockCount = 0;
    std::uint32_t directoryBytes = 0;
    std::uint32_t directoryMapBlock = 0;
};

std::uint64_t blocksFor(std::uint64_t sizeBytes, std::uint32_t blockBytes)
{
    return (sizeBytes + blockBytes - 1) / blockBytes;
}

Result<SuperBlock> readSuperBlock(const ByteView& file)
{
    ByteReader reader(file.span());
    reader.skip(kMagic.size());
    SuperBlock block;
    block.blockBytes = reader.u32();
    reader.skip(4); // Free block map.
    block.blockCount = reader.u32();
    block.directoryBytes = reader.u32();
    reader.skip(4);
    block.directoryMapBlock = reader.u32();
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "msf superblock: file has ", file.size(), " bytes");
    const bool isPowerOfTwo = std::has_single_bit(block.blockBytes);
    if (!isPowerOfTwo || block.blockBytes < kMinBlockBytes || block.blockBytes > kMaxBlockBytes)
        return fail(ErrorKind::Malformed, "msf superblock: block size ", block.blockBytes);
    return block;
}

/// Copies blocks together; all numbers have been checked to lie in the file.
std::vector<std::byte> gather(Bytes file,
                              std::span<const std::uint32_t> blocks,
                              std::uint32_t blockBytes,
                              std::size_t sizeBytes)
{
    std::vector<std::byte> result;
    result.reserve(sizeBytes);
    for (const auto block : blocks) {
        const auto count = std::min<std::size_t>(blockBytes, sizeBytes - result.size());
        const auto part = file.subspan(std::size_t{block} * blockBytes, count);
        result.insert(result.end(), part.begin(), part.end());
    }
    return result;
}

/// True when the part of a block that is used lies in the file; the last block of a file may be cut
/// short.
bool blockFits(std::uint64_t block,
               std::uint64_t usedBytes,
               std::uint32_t blockBytes,
               std::uint64_t fileBytes)
{
    return rangeFits(block * blockBytes, usedBytes, fileBytes);
}

/// The numbers of the blocks that together hold `sizeBytes`; else the first that lies outside of
/// the file.
std::expected<std::vector<std::uint32_t>, std::uint32_t>
readBlockNumbers(Bytes file, ByteReader& list, std::uint64_t sizeBytes, std::uint32_t blockBytes)
{
    std::vector<std::uint32_t> blocks;
    for (std::uint64_t at = 0; at < sizeBytes; at += blockBytes) {
        const auto block = list.u32();
        const auto used = std::min<std::uint64_t>(blockBytes, sizeBytes - at);
        blocks.push_back(block);
        if (!list.ok() || !blockFits(block, used, blockBytes, file.size()))
            return std::unexpected(block);
    }
    return blocks;
}

/// The directory's blocks are listed in blocks of their own, and these at the end of the
/// superblock: several where the file has more than 64 MiB in blocks of 1024 bytes, as Visual C++
/// wrote them until 2012 (microsoft-pdb, BIGMSF_HDR). LLVM knows one.
Result<std::vector<std::byte>> readDirectoryBytes(Bytes file, const SuperBlock& super)
{
    const auto count = blocksFor(super.directoryBytes, super.blockBytes);
    const auto mapBytes = count * sizeof(std::uint32_t);
    ByteReader mapList(file);
    mapList.seek(kMapListAt);
    const auto mapBlocks = super.directoryBytes <= file.size()
                               ? readBlockNumbers(file, mapList, mapBytes, super.blockBytes)
                               : std::unexpected(super.directoryMapBlock);
    if (!mapBlocks)
        return fail(ErrorKind::Malformed, "msf directory: map of ", count, " blocks at block ",
                    super.directoryMapBlock, " does not fit ", file.size(), " bytes");
    const auto map = gather(file, *mapBlocks, super.blockBytes, mapBytes);
    ByteReader entries(map);
    const auto blocks = readBlockNumbers(file, entries, super.directoryBytes, super.blockBytes);
    if (!blocks)
        return fail(ErrorKind::Malformed, "msf directory: block ", blocks.error(), " lies outside ",
                    file.size(), " bytes");
    return gather(file, *blocks, super.blockBytes, super.directoryBytes);
}

} // namespace

bool MsfFile::looksLike(Bytes file)
{
    return asText(file).starts_with(kMagic);
}

Result<MsfFile> MsfFile::open(ByteView file, const ParseLimits& limits)
{
    if (!looksLike(file.span()))
        return fail(ErrorKind::Unsupported, "no msf 7.00 signature at offset 0");
    FL_TRY(const auto super, readSuperBlock(file));
    FL_TRY(const auto directory, readDirectoryBytes(file.span(), super));
    MsfFile msf(std::move(file));
    msf.m_blockBytes = super.blockBytes;
    FL_CHECK(msf.readDirectory(directory, limits));
    return msf;
}

Result<void> MsfFile::readDirectory(Bytes directory, const ParseLimits& limits)
{
    ByteReader reader(directory);
    const auto streamCount = reader.u32();
    if (!reader.ok() || streamCount > reader.remaining() / 4 || streamCount > limits.maxSections)
        return fail(ErrorKind::Malformed, "msf directory: ", streamCount, " streams in ",
                    directory.size(), " bytes");
    m_streams.resize(streamCount);
    std::uint64_t blockTotal = 0;
    for (auto& stream : m_streams) {
        const auto sizeBytes = reader.u32();
        stream.sizeBytes = sizeBytes == kNoStream ? 0 : sizeBytes;
        stream.firstBlock = static_cast<std::size_t>(blockTotal);
        stream.blockCount = static_cast<std::size_t>(blocksFor(stream.sizeBytes, m_blockBytes));
        blockTotal += stream.blockCount;
    }
    // No block belongs to two streams, except those of the previous directory, which stream 0
    // keeps.
    const auto blocksInFile = blocksFor(m_file.size(), m_blockBytes);
    if (blockTotal > reader.remaining() / 4 || blockTotal > 2 * blocksInFile)
        return fail(ErrorKind::Malformed, "msf directory: ", streamCount, " streams need ",
                    blockTotal, " blocks, file has ", blocksInFile);
    m_blocks.resize(static_cast<std::size_t>(blockTotal));
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        auto left = m_streams[index].sizeBytes;
        for (std::size_t i = 0; i < m_streams[index].blockCount; ++i) {
            const auto block = reader.u32();
            const auto used = std::min(left, m_blockBytes);
            if (!blockFits(block, used, m_blockBytes, m_file.size()))
                return fail(ErrorKind::Malformed, "msf directory: block ", block, " of stream ",
                            index, " lies outside ", m_file.size(), " bytes");
            m_blocks[m_streams[index].firstBlock + i] = block;
            left -= used;
        }
    }
    return {};
}

bool MsfFile::isConsecutive(const Stream& stream) const
{
    for (std::size_t i = 1; i < stream.blockCount; ++i) {
        if (m_blocks[stream.firstBlock + i] != m_blocks[stream.firstBlock] + i)
            return false;
    }
    return true;
}

ByteView MsfFile::stream(std::size_t index) const
{
    if (index >= m_streams.size() || m_streams[index].blockCount == 0)
        return {};
    const auto& stream = m_streams[index];
    if (isConsecutive(stream)) {
        const auto offset = std::uint64_t{m_blocks[stream.firstBlock]} * m_blockBytes;
        return m_file.slice(offset, stream.sizeBytes).value_or(ByteView());
    }
    const auto blocks = std::span(m_blocks).subspan(stream.firstBlock, stream.blockCount);
    return ByteView::fromVector(gather(m_file.span(), blocks, m_blockBytes, stream.sizeBytes));
}

} // namespace faultline::pdb
