// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/container_builder.h"

#include "tests/support/byte_assembler.h"

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

std::string tarOf(const NamedParts& files)
{
    constexpr std::size_t kBlockBytes = 512;
    std::string tar;
    const auto put = [](std::string& header, std::size_t at, const std::string& text) {
        header.replace(at, text.size(), text);
    };
    const auto octal = [](std::uint64_t value, int digits) {
        std::string text(static_cast<std::size_t>(digits), '0');
        for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value /= 8)
            *digit = static_cast<char>('0' + value % 8);
        return text;
    };
    for (const auto& [name, content] : files) {
        std::string header(kBlockBytes, '\0');
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 124, octal(content.size(), 11));
        put(header, 136, octal(0, 11));
        put(header, 148, "        ");
        header[156] = name.ends_with('/') ? '5' : '0';
        put(header, 257,
            std::string("ustar\0"
                        "00",
                        8));
        std::uint64_t sum = 0;
        for (const char c : header)
            sum += static_cast<unsigned char>(c);
        put(header, 148, octal(sum, 6) + std::string("\0 ", 2));
        tar += header + content;
        tar.resize((tar.size() + kBlockBytes - 1) / kBlockBytes * kBlockBytes, '\0');
    }
    return tar + std::string(2 * kBlockBytes, '\0');
}

} // namespace faultline::test
