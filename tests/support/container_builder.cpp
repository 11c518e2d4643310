#include "tests/support/container_builder.h"

#include "tests/support/byte_assembler.h"

#include <zlib.h>

namespace faultline::test {

namespace {

void writeText(ByteAssembler& out, const std::string& text)
{
    out.u32(text.size() + 1).text(text).u8(0);
}

void writeHeader(ByteAssembler& out, std::size_t sizeBytes, std::size_t count)
{
    writeText(out, "UE4CC-Windows-0123");
    writeText(out, "UE4CC-Windows-0123.uecrash");
    out.u32(sizeBytes).u32(count);
}

std::string deflated(const std::string& content, int windowBits)
{
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    std::string out(compressBound(content.size()) + 64, 0);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

} // namespace

std::string unrealCrash(const NamedParts& files, UnrealForm form)
{
    ByteAssembler out;
    if (form == UnrealForm::Marked)
        out.text("CR1");
    writeHeader(out, 0x1000, files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        out.u32(i);
        writeText(out, files[i].first);
        out.u32(files[i].second.size()).text(files[i].second);
    }
    if (form == UnrealForm::Old)
        writeHeader(out, 0x1000, files.size());
    const auto bytes = out.finish();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string multipartBody(const NamedParts& parts, const std::string& boundary)
{
    std::string body;
    for (const auto& [name, content] : parts) {
        const bool isFile = name.find('.') != std::string::npos;
        body += "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" +
                (isFile ? "upload_file_minidump\"; filename=\"" + name : name) + "\"\r\n" +
                (isFile ? "Content-Type: application/octet-stream\r\n" : "") + "\r\n" + content +
                "\r\n";
    }
    return body + "--" + boundary + "--\r\n";
}

std::string zlibCompressed(const std::string& content)
{
    return deflated(content, MAX_WBITS);
}

std::string gzipCompressed(const std::string& content)
{
    return deflated(content, MAX_WBITS + 16);
}

} // namespace faultline::test
