// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/packing/compress.h"

#include <libdeflate.h>
#include <memory>
#include <zstd.h>

namespace faultline::packing {

namespace {

constexpr int kDeflateLevel = 6;

struct CompressorDeleter
{
    void operator()(libdeflate_compressor* compressor) const
    {
        libdeflate_free_compressor(compressor);
    }
};

/// `bound` and `compress` are the functions of libdeflate for one container.
template <class Bound, class Compress>
Result<ByteView> compressWith(Bytes data, Bound bound, Compress compress)
{
    const std::unique_ptr<libdeflate_compressor, CompressorDeleter> compressor(
        libdeflate_alloc_compressor(kDeflateLevel));
    if (!compressor)
        return fail(ErrorKind::Internal, "no memory for a compressor");
    std::vector<std::byte> packed(bound(compressor.get(), data.size()));
    packed.resize(
        compress(compressor.get(), data.data(), data.size(), packed.data(), packed.size()));
    return ByteView::fromVector(std::move(packed));
}

} // namespace

Result<ByteView> deflateRaw(Bytes data)
{
    return compressWith(data, libdeflate_deflate_compress_bound, libdeflate_deflate_compress);
}

Result<ByteView> compressGzip(Bytes data)
{
    return compressWith(data, libdeflate_gzip_compress_bound, libdeflate_gzip_compress);
}

Result<ByteView> compressZstd(Bytes data, int level)
{
    std::vector<std::byte> packed(ZSTD_compressBound(data.size()));
    const auto size = ZSTD_compress(packed.data(), packed.size(), data.data(), data.size(), level);
    if (ZSTD_isError(size) != 0)
        return fail(ErrorKind::Internal, "zstd: ", ZSTD_getErrorName(size));
    packed.resize(size);
    return ByteView::fromVector(std::move(packed));
}

} // namespace faultline::packing
