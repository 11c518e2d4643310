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

} // namespace

Result<ByteView> deflateRaw(Bytes data)
{
    const std::unique_ptr<libdeflate_compressor, CompressorDeleter> compressor(
        libdeflate_alloc_compressor(kDeflateLevel));
    if (!compressor)
        return fail(ErrorKind::Internal, "no memory for a compressor");
    std::vector<std::byte> packed(libdeflate_deflate_compress_bound(compressor.get(), data.size()));
    packed.resize(libdeflate_deflate_compress(compressor.get(), data.data(), data.size(),
                                              packed.data(), packed.size()));
    return ByteView::fromVector(std::move(packed));
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
