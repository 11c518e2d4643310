// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/multipart_parser.h"

#include "core/base/text.h"

#include <algorithm>

namespace faultline::server {

namespace {

/// RFC 2046 allows 70; some clients send more.
constexpr std::size_t kMaxBoundaryBytes = 256;

/// Returns a parameter of a header value: `; name=token` or `; name="quoted \" string"`.
std::optional<std::string> headerParameter(std::string_view value, std::string_view wanted)
{
    auto at = value.find(';');
    while (at != std::string_view::npos && at < value.size()) {
        auto rest = value.substr(at + 1);
        const auto equals = rest.find_first_of("=;");
        if (equals == std::string_view::npos)
            return std::nullopt;
        if (rest[equals] == ';') {
            at += 1 + equals;
            continue;
        }
        const auto name = trimAscii(rest.substr(0, equals));
        rest.remove_prefix(equals + 1);
        std::string text;
        std::size_t used = 0;
        if (rest.starts_with('"')) {
            for (used = 1; used < rest.size() && rest[used] != '"'; ++used) {
                const bool isEscape = rest[used] == '\\' && used + 1 < rest.size();
                text += rest[isEscape ? ++used : used];
            }
        } else {
            used = std::min(rest.find(';'), rest.size());
            text = std::string(trimAscii(rest.substr(0, used)));
        }
        if (equalsIgnoreCase(name, wanted))
            return text;
        at = rest.find(';', used);
        value = rest;
    }
    return std::nullopt;
}

/// Returns the value of a field in a part's header block; absent when the block has no such field.
std::optional<std::string_view> headerField(std::string_view block, std::string_view name)
{
    for (const auto line : splitLines(block)) {
        const auto colon = line.find(':');
        if (colon != std::string_view::npos &&
            equalsIgnoreCase(trimAscii(line.substr(0, colon)), name))
            return trimAscii(line.substr(colon + 1));
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> multipartBoundary(std::string_view contentType)
{
    const auto type = trimAscii(contentType.substr(0, contentType.find(';')));
    if (!equalsIgnoreCase(type, "multipart/form-data"))
        return std::nullopt;
    auto boundary = headerParameter(contentType, "boundary");
    if (!boundary || boundary->empty() || boundary->size() > kMaxBoundaryBytes)
        return std::nullopt;
    return boundary;
}

std::optional<std::string> dispositionName(std::string_view contentDisposition)
{
    return headerParameter(contentDisposition, "name");
}

// The first boundary may be the very start of the body. A line end before it gives it the form of
// the others.
MultipartParser::MultipartParser(std::string_view boundary, MultipartSink& sink)
    : m_delimiter(concat("\r\n--", boundary)), m_sink(sink), m_pending("\r\n")
{
}

Result<void> MultipartParser::feed(Bytes piece)
{
    if (m_state == State::Epilogue)
        return {};
    m_pending += asText(piece);
    while (true) {
        FL_TRY(const bool hasMoved, step());
        if (!hasMoved)
            return {};
    }
}

Result<void> MultipartParser::finish()
{
    if (m_state != State::Epilogue)
        return fail(ErrorKind::Malformed, "incomplete multipart stream");
    return {};
}

Result<bool> MultipartParser::step()
{
    switch (m_state) {
    case State::Preamble: return skipPreamble();
    case State::AfterBoundary: return readBoundaryEnd();
    case State::Header: return readHeader();
    case State::Data: return readData();
    case State::Epilogue: break;
    }
    m_pending.clear();
    return false;
}

Result<bool> MultipartParser::skipPreamble()
{
    const auto found = m_pending.find(m_delimiter);
    if (found == std::string::npos) {
        const auto keep = std::min(m_pending.size(), m_delimiter.size() - 1);
        m_pending.erase(0, m_pending.size() - keep);
        return false;
    }
    m_pending.erase(0, found + m_delimiter.size());
    m_state = State::AfterBoundary;
    return true;
}

/// "--" ends the body; otherwise white space and a line end lead to the next part.
Result<bool> MultipartParser::readBoundaryEnd()
{
    if (m_pending.size() < 2)
        return false;
    if (m_pending.starts_with("--")) {
        m_state = State::Epilogue;
        return true;
    }
    const auto lineEnd = m_pending.find("\r\n");
    const auto padding = std::string_view(m_pending).substr(0, lineEnd);
    if (padding.find_first_not_of(lineEnd == std::string::npos ? " \t\r" : " \t") !=
        std::string_view::npos)
        return fail(ErrorKind::Malformed, "unexpected text after a multipart boundary");
    if (lineEnd == std::string::npos) {
        if (m_pending.size() > kMaxHeaderBytes)
            return fail(ErrorKind::Malformed, "multipart boundary line above ", kMaxHeaderBytes,
                        " bytes");
        return false;
    }
    if (++m_parts > kMaxParts)
        return fail(ErrorKind::Malformed, "more than ", kMaxParts, " multipart fields");
    m_pending.erase(
        0,
        lineEnd); // Keeps the line end: a part without any header then still ends in an empty line.
    m_state = State::Header;
    return true;
}

Result<bool> MultipartParser::readHeader()
{
    const auto end = m_pending.find("\r\n\r\n");
    if (std::min(end, m_pending.size()) > kMaxHeaderBytes)
        return fail(ErrorKind::Malformed, "multipart field header above ", kMaxHeaderBytes,
                    " bytes");
    if (end == std::string::npos)
        return false;
    const auto block = std::string_view(m_pending).substr(0, end);
    const auto disposition = headerField(block, "Content-Disposition");
    FL_CHECK(m_sink.beginPart(disposition ? dispositionName(*disposition) : std::nullopt));
    // The boundary after the data may follow at once, so keep one line end.
    m_pending.erase(0, end + 2);
    m_state = State::Data;
    m_atDataStart = true;
    return true;
}

Result<bool> MultipartParser::readData()
{
    const auto found = m_pending.find(m_delimiter);
    if (found != std::string::npos) {
        FL_CHECK(deliver(found));
        FL_CHECK(m_sink.endPart());
        m_pending.erase(0, m_delimiter.size());
        m_state = State::AfterBoundary;
        return true;
    }
    const auto keep = std::min(m_pending.size(), m_delimiter.size() - 1);
    FL_CHECK(deliver(m_pending.size() - keep));
    return false;
}

Result<void> MultipartParser::deliver(std::size_t count)
{
    const std::size_t lineEnd = m_atDataStart ? 2 : 0;
    if (count < lineEnd)
        return {};
    m_atDataStart = false;
    if (count > lineEnd)
        FL_CHECK(
            m_sink.partData(asBytes(std::string_view(m_pending).substr(lineEnd, count - lineEnd))));
    m_pending.erase(0, count);
    return {};
}

} // namespace faultline::server
