// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/multipart_body.h"

#include "core/base/text.h"

#include <algorithm>

namespace faultline::container {

namespace {

constexpr std::size_t kMaxBoundaryBytes = 70 + 2; // RFC 2046 §5.1.1, with the leading "--".
constexpr std::size_t kMaxHeaderBytes = 16 * 1024;

/// The first line without its end; empty when it cannot be a boundary.
std::string_view boundaryLine(std::string_view text)
{
    const auto end = text.substr(0, kMaxBoundaryBytes + 2).find('\n');
    if (!text.starts_with("--") || end == std::string_view::npos)
        return {};
    auto line = text.substr(0, end);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    const bool isText = std::ranges::all_of(line, [](char c) { return c > ' ' && c < 0x7f; });
    return line.size() > 2 && isText ? line : std::string_view();
}

/// The value of `name="…"` in a Content-Disposition header.
std::string_view quotedValue(std::string_view header, std::string_view name)
{
    for (std::size_t at = 0; (at = header.find(name, at)) != std::string_view::npos;) {
        const bool isWhole = at == 0 || header[at - 1] == ' ' || header[at - 1] == ';';
        at += name.size();
        if (!isWhole || !header.substr(at).starts_with("=\""))
            continue;
        const auto start = at + 2;
        return header.substr(start, std::min(header.find('"', start), header.size()) - start);
    }
    return {};
}

std::string nameOf(std::string_view headers)
{
    for (const auto line : splitLines(headers)) {
        if (!toLowerAscii(line.substr(0, 20)).starts_with("content-disposition:"))
            continue;
        const auto file = quotedValue(line, "filename");
        return toValidUtf8(file.empty() ? quotedValue(line, "name") : file);
    }
    return {};
}

struct HeaderEnd
{
    std::size_t headerBytes = 0;
    std::size_t contentOffset = 0;
};

/// The end of the blank line, with either kind of line end.
std::optional<HeaderEnd> findHeaderEnd(std::string_view part)
{
    const auto head = part.substr(0, kMaxHeaderBytes);
    const auto crlf = head.find("\r\n\r\n");
    const auto lf = head.find("\n\n");
    if (crlf == std::string_view::npos && lf == std::string_view::npos)
        return std::nullopt;
    return crlf < lf ? HeaderEnd{crlf, crlf + 4} : HeaderEnd{lf, lf + 2};
}

} // namespace

bool looksLikeMultipart(Bytes bytes)
{
    return !boundaryLine(asText(bytes.first(std::min<std::size_t>(bytes.size(), 256)))).empty();
}

Result<std::vector<CrashPart>> readMultipartBody(const ByteView& body)
{
    const auto text = body.text();
    const auto boundary = boundaryLine(text);
    if (boundary.empty())
        return fail(ErrorKind::Malformed, "multipart body: the first line is no boundary");
    const auto delimiter = concat("\n", boundary);
    std::vector<CrashPart> parts;
    // After each boundary: the rest of its line, headers, a blank line, the content.
    for (std::size_t at = boundary.size(); at < text.size();) {
        if (text.substr(at).starts_with("--"))
            break; // The last boundary.
        if (parts.size() == kMaxMultipartParts)
            return fail(ErrorKind::Malformed, "multipart body: more than ", kMaxMultipartParts,
                        " parts");
        const auto next = std::min(text.find(delimiter, at), text.size());
        const auto part = text.substr(at, next - at);
        if (const auto header = findHeaderEnd(part)) {
            auto sizeBytes = part.size() - header->contentOffset;
            if (next < text.size() && part.ends_with('\r') && sizeBytes > 0)
                --sizeBytes;
            parts.push_back({nameOf(part.substr(0, header->headerBytes)),
                             *body.slice(at + header->contentOffset, sizeBytes)});
        }
        at = next + delimiter.size();
    }
    if (parts.empty())
        return fail(ErrorKind::Malformed, "multipart body: no part");
    return parts;
}

} // namespace faultline::container
