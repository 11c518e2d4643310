// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/packing/compression.h"

#include "core/base/temp_file.h"

#include <algorithm>
#include <libdeflate.h>
#include <lzma.h>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

namespace faultline::packing {

namespace {

/// Large memory is returned to the system at once when released, because debug sections are large
/// and short-lived. Small memory comes from the heap: a mapping would cost more than the unpacking.
struct Buffer
{
    std::shared_ptr<const void> owner;
    std::byte* data = nullptr;
    std::size_t sizeBytes = 0;
};

Result<Buffer> allocate(std::string_view what, std::uint64_t sizeBytes, std::uint64_t limitBytes)
{
    if (sizeBytes > limitBytes)
        return fail(ErrorKind::Malformed, what, " of ", sizeBytes, " bytes exceeds the limit of ",
                    limitBytes);
    const auto length = static_cast<std::size_t>(sizeBytes);
    if (length == 0)
        return Buffer{};
    constexpr std::size_t kLeastMapped = std::size_t{128} * 1024;
    if (length < kLeastMapped) {
        auto memory = std::make_shared_for_overwrite<std::byte[]>(length);
        auto* const data = memory.get();
        return Buffer{std::move(memory), data, length};
    }
    void* memory =
        ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return fail(ErrorKind::Internal, "no memory for a ", what, " of ", sizeBytes, " bytes");
    std::shared_ptr<const void> owner(
        memory, [length](const void* p) { ::munmap(const_cast<void*>(p), length); });
    return Buffer{std::move(owner), static_cast<std::byte*>(memory), length};
}

ByteView viewOf(Buffer buffer)
{
    const Bytes bytes(buffer.data, buffer.sizeBytes);
    return {std::move(buffer.owner), bytes};
}

struct DecompressorDeleter
{
    void operator()(libdeflate_decompressor* d) const { libdeflate_free_decompressor(d); }
};

enum class DeflateFormat { Zlib, Raw };

Result<ByteView>
inflate(Bytes data, std::uint64_t sizeBytes, std::uint64_t limitBytes, DeflateFormat format)
{
    FL_TRY(auto buffer, allocate("deflate stream", sizeBytes, limitBytes));
    // It is larger than most files of a source bundle.
    thread_local const std::unique_ptr<libdeflate_decompressor, DecompressorDeleter> decompressor(
        libdeflate_alloc_decompressor());
    if (!decompressor)
        return fail(ErrorKind::Internal, "no memory for a decompressor");
    const auto decode =
        format == DeflateFormat::Zlib ? libdeflate_zlib_decompress : libdeflate_deflate_decompress;
    std::byte none{};
    std::byte* target = buffer.sizeBytes == 0 ? &none : buffer.data;
    if (decode(decompressor.get(), data.data(), data.size(), target, buffer.sizeBytes, nullptr) !=
        LIBDEFLATE_SUCCESS)
        return fail(ErrorKind::Malformed, "deflate stream of ", data.size(),
                    " bytes does not decode to ", sizeBytes, " bytes");
    return viewOf(std::move(buffer));
}

} // namespace

std::uint64_t expansionLimit(std::size_t packedBytes, std::uint64_t limitBytes)
{
    constexpr std::uint64_t kUnquestionedBytes = 64 << 20;
    constexpr std::uint64_t kMaxRatio = 256;
    return std::min(limitBytes, kUnquestionedBytes + kMaxRatio * packedBytes);
}

void giveBackPages(Bytes part)
{
    const auto pageBytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto address = std::bit_cast<std::uintptr_t>(part.data());
    const auto begin = (address + pageBytes - 1) / pageBytes * pageBytes;
    const auto end = (address + part.size()) / pageBytes * pageBytes;
    if (begin < end)
        ::madvise(std::bit_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

Result<ByteView> inflateZlib(Bytes data, std::uint64_t sizeBytes, std::uint64_t limitBytes)
{
    return inflate(data, sizeBytes, limitBytes, DeflateFormat::Zlib);
}

Result<ByteView> inflateRaw(Bytes data, std::uint64_t sizeBytes, std::uint64_t limitBytes)
{
    return inflate(data, sizeBytes, limitBytes, DeflateFormat::Raw);
}

Result<ByteView> decompressZstd(Bytes data, std::uint64_t sizeBytes, std::uint64_t limitBytes)
{
    FL_TRY(auto buffer, allocate("zstd stream", sizeBytes, limitBytes));
    const auto produced = ZSTD_decompress(buffer.data, buffer.sizeBytes, data.data(), data.size());
    if (ZSTD_isError(produced) != 0)
        return fail(ErrorKind::Malformed, "zstd stream of ", data.size(),
                    " bytes: ", ZSTD_getErrorName(produced));
    if (produced != sizeBytes)
        return fail(ErrorKind::Malformed, "zstd stream decodes to ", produced, " bytes, ",
                    sizeBytes, " declared");
    return viewOf(std::move(buffer));
}

Result<ByteView> decompressXz(Bytes data, std::uint64_t limitBytes)
{
    lzma_stream stream = LZMA_STREAM_INIT;
    if (lzma_stream_decoder(&stream, 256ull << 20, 0) != LZMA_OK)
        return fail(ErrorKind::Internal, "no memory for an xz decoder");
    const std::unique_ptr<lzma_stream, void (*)(lzma_stream*)> guard(&stream, lzma_end);
    stream.next_in = asUnsignedChars(data.data());
    stream.avail_in = data.size();
    std::vector<std::byte> out;
    std::size_t used = 0;
    while (true) {
        if (used == out.size())
            out.resize(out.empty() ? 64 << 10 : out.size() * 2);
        stream.next_out = asUnsignedChars(out.data() + used);
        stream.avail_out = out.size() - used;
        const auto status = lzma_code(&stream, LZMA_FINISH);
        used = out.size() - stream.avail_out;
        if (used > limitBytes)
            return fail(ErrorKind::Malformed, "xz stream exceeds the limit of ", limitBytes,
                        " bytes");
        if (status == LZMA_STREAM_END)
            break;
        if (status != LZMA_OK)
            return fail(ErrorKind::Malformed, "xz stream of ", data.size(),
                        " bytes is damaged (code ", static_cast<int>(status), ")");
    }
    out.resize(used);
    return ByteView::fromVector(std::move(out));
}

namespace {

struct ZstdDeleter
{
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }

    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

} // namespace

Result<void> packZstd(Bytes data, TempFile& out)
{
    const std::unique_ptr<ZSTD_CCtx, ZstdDeleter> context(ZSTD_createCCtx());
    if (!context)
        return fail(ErrorKind::Internal, "no memory for a zstd encoder");
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setPledgedSrcSize(context.get(), data.size());
    std::vector<std::byte> buffer(ZSTD_CStreamOutSize());
    ZSTD_inBuffer input{.src = data.data(), .size = data.size(), .pos = 0};
    for (std::size_t left = 1; left != 0;) {
        ZSTD_outBuffer output{.dst = buffer.data(), .size = buffer.size(), .pos = 0};
        left = ZSTD_compressStream2(context.get(), &output, &input, ZSTD_e_end);
        if (ZSTD_isError(left) != 0)
            return fail(ErrorKind::Internal, "zstd encoder: ", ZSTD_getErrorName(left));
        FL_CHECK(out.append(Bytes(buffer).first(output.pos)));
    }
    return {};
}

std::size_t firstZstdFrameBytes(Bytes packed)
{
    const auto size = ZSTD_findFrameCompressedSize(packed.data(), packed.size());
    return ZSTD_isError(size) != 0 ? packed.size() : size;
}

Result<void> unpackZstd(Bytes packed, std::uint64_t limitBytes, TempFile& out)
{
    const std::unique_ptr<ZSTD_DCtx, ZstdDeleter> context(ZSTD_createDCtx());
    if (!context)
        return fail(ErrorKind::Internal, "no memory for a zstd decoder");
    std::vector<std::byte> buffer(ZSTD_DStreamOutSize());
    ZSTD_inBuffer input{.src = packed.data(), .size = packed.size(), .pos = 0};
    std::uint64_t produced = 0;
    for (std::size_t left = 1; left != 0;) {
        ZSTD_outBuffer output{.dst = buffer.data(), .size = buffer.size(), .pos = 0};
        left = ZSTD_decompressStream(context.get(), &output, &input);
        if (ZSTD_isError(left) != 0)
            return fail(ErrorKind::Malformed, "zstd stream of ", packed.size(),
                        " bytes: ", ZSTD_getErrorName(left));
        produced += output.pos;
        if (produced > limitBytes)
            return fail(ErrorKind::Malformed, "zstd stream exceeds the limit of ", limitBytes,
                        " bytes");
        if (left != 0 && output.pos == 0 && input.pos == input.size)
            return fail(ErrorKind::Malformed, "zstd stream of ", packed.size(),
                        " bytes is cut off");
        FL_CHECK(out.append(Bytes(buffer).first(output.pos)));
    }
    return {};
}

} // namespace faultline::packing
