// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/packing/stream_decoder.h"

#include "core/packing/limited_output.h"

#include <array>
#include <brotli/decode.h>
#include <memory>
#include <zlib.h>
#include <zstd.h>

namespace faultline::packing {

namespace {

constexpr std::size_t kBufferBytes = 128 << 10;
using Buffer = std::array<std::byte, kBufferBytes>;

std::unexpected<Error> damaged(std::string_view format, std::size_t position, std::string_view why)
{
    return fail(ErrorKind::Malformed, format, " stream: ", why, " at offset ", position);
}

/// zlib uses 32-bit sizes, so the input is passed in pieces.
class Inflater
{
public:
    Inflater(Bytes data, bool gzip) : m_rest(data), m_total(data.size()), m_gzip(gzip) {}

    ~Inflater() { inflateEnd(&m_stream); }

    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    Result<void> run(LimitedOutput& out)
    {
        constexpr int kGzipHeader = 16;
        if (inflateInit2(&m_stream, MAX_WBITS + (m_gzip ? kGzipHeader : 0)) != Z_OK)
            return fail(ErrorKind::Internal, "no memory for a decompressor");
        const auto buffer = std::make_unique<Buffer>();
        while (true) {
            FL_TRY(const int status, step(*buffer, out));
            if (status != Z_STREAM_END)
                continue;
            if (atEnd())
                return {};
            // A further member may follow the stream; anything else is damage.
            if (!m_gzip || inflateReset(&m_stream) != Z_OK)
                return damaged(name(), position(), "unexpected bytes after the end");
        }
    }

private:
    Result<int> step(Buffer& buffer, LimitedOutput& out)
    {
        constexpr std::size_t kPieceBytes = 1 << 30;
        if (m_stream.avail_in == 0) {
            const auto piece = m_rest.first(std::min(m_rest.size(), kPieceBytes));
            m_rest = m_rest.subspan(piece.size());
            m_stream.next_in = const_cast<Bytef*>(asUnsignedChars(piece.data()));
            m_stream.avail_in = static_cast<uInt>(piece.size());
        }
        m_stream.next_out = asUnsignedChars(buffer.data());
        m_stream.avail_out = static_cast<uInt>(buffer.size());
        const int status = inflate(&m_stream, Z_NO_FLUSH);
        if (status == Z_BUF_ERROR)
            return damaged(name(), m_total, "unexpected end");
        if (status != Z_OK && status != Z_STREAM_END)
            return damaged(name(), position(),
                           m_stream.msg == nullptr ? "damaged data" : m_stream.msg);
        FL_CHECK(out.append(Bytes(buffer.data(), buffer.size() - m_stream.avail_out)));
        return status;
    }

    bool atEnd() const { return m_stream.avail_in == 0 && m_rest.empty(); }

    std::size_t position() const { return m_total - m_rest.size() - m_stream.avail_in; }

    std::string_view name() const { return m_gzip ? "gzip" : "zlib"; }

    Bytes m_rest;
    const std::size_t m_total;
    const bool m_gzip;
    z_stream m_stream{};
};

Result<void> decodeZstd(Bytes data, LimitedOutput& out)
{
    const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                            ZSTD_freeDStream);
    if (!stream)
        return fail(ErrorKind::Internal, "no memory for a decompressor");
    const auto buffer = std::make_unique<Buffer>();
    ZSTD_inBuffer input{data.data(), data.size(), 0};
    std::size_t missing = 1; // Zero exactly at the end of a frame.
    while (true) {
        ZSTD_outBuffer output{buffer->data(), buffer->size(), 0};
        const bool hadInput = input.pos < input.size;
        missing = ZSTD_decompressStream(stream.get(), &output, &input);
        if (ZSTD_isError(missing) != 0)
            return damaged("zstd", input.pos, ZSTD_getErrorName(missing));
        FL_CHECK(out.append(Bytes(buffer->data(), output.pos)));
        if (missing == 0 && input.pos == input.size)
            return {};
        if (!hadInput && output.pos == 0)
            return damaged("zstd", input.size, "unexpected end");
    }
}

Result<void> decodeBrotli(Bytes data, LimitedOutput& out)
{
    const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> state(
        BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
    if (!state)
        return fail(ErrorKind::Internal, "no memory for a decompressor");
    const auto buffer = std::make_unique<Buffer>();
    auto availableIn = data.size();
    const auto* nextIn = asUnsignedChars(data.data());
    while (true) {
        auto availableOut = buffer->size();
        auto* nextOut = asUnsignedChars(buffer->data());
        const auto status = BrotliDecoderDecompressStream(state.get(), &availableIn, &nextIn,
                                                          &availableOut, &nextOut, nullptr);
        FL_CHECK(out.append(Bytes(buffer->data(), buffer->size() - availableOut)));
        const auto position = data.size() - availableIn;
        if (status == BROTLI_DECODER_RESULT_ERROR)
            return damaged("brotli", position,
                           BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state.get())));
        if (status == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT)
            return damaged("brotli", position, "unexpected end");
        if (status == BROTLI_DECODER_RESULT_SUCCESS)
            return availableIn == 0 ? Result<void>()
                                    : damaged("brotli", position, "unexpected bytes after the end");
    }
}

} // namespace

Result<void> decodeStream(Bytes data,
                          StreamFormat format,
                          TempFile& out,
                          std::optional<std::uint64_t> limitBytes,
                          std::stop_token stop)
{
    LimitedOutput output(out, limitBytes, std::move(stop));
    switch (format) {
    case StreamFormat::Gzip: return Inflater(data, true).run(output);
    case StreamFormat::Zlib: return Inflater(data, false).run(output);
    case StreamFormat::Zstd: return decodeZstd(data, output);
    case StreamFormat::Brotli: return decodeBrotli(data, output);
    }
    return fail(ErrorKind::Internal, "no such stream format");
}

} // namespace faultline::packing
