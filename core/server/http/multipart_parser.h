// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline::server {

/// The boundary in a `multipart/form-data` content type. Absent for other types and for an unusable
/// boundary.
std::optional<std::string> multipartBoundary(std::string_view contentType);

/// The `name` of a part's Content-Disposition value; absent when it has none. Source: RFC 7578
/// §4.2.
std::optional<std::string> dispositionName(std::string_view contentDisposition);

/// Receives the parts in order. An error ends the parse, and feed() returns it unchanged.
class MultipartSink
{
public:
    virtual ~MultipartSink() = default;
    virtual Result<void> beginPart(std::optional<std::string> name) = 0;
    virtual Result<void> partData(Bytes piece) = 0;
    virtual Result<void> endPart() = 0;
};

/// Splits a multipart body (RFC 2046 §5.1.1) that arrives in pieces of any size. Holds back at most
/// a boundary and one part's header. Errors: Malformed, and the sink's own.
class MultipartParser
{
public:
    static constexpr std::size_t kMaxHeaderBytes = 16 * 1024; ///< Limit for one part.
    static constexpr std::size_t kMaxParts = 1024;

    MultipartParser(std::string_view boundary, MultipartSink& sink);

    Result<void> feed(Bytes piece);
    /// Ends the body. Malformed when its closing boundary is missing.
    Result<void> finish();

private:
    enum class State : std::uint8_t { Preamble, AfterBoundary, Header, Data, Epilogue };

    /// Makes one step on m_pending. False when more input is needed first.
    Result<bool> step();
    Result<bool> skipPreamble();
    Result<bool> readBoundaryEnd();
    Result<bool> readHeader();
    Result<bool> readData();
    Result<void> deliver(std::size_t count);

    std::string m_delimiter; ///< CR LF "--" boundary.
    MultipartSink& m_sink;
    std::string m_pending;
    std::size_t m_parts = 0;
    State m_state = State::Preamble;
    bool m_atDataStart = false; ///< m_pending begins with the line end of the header.
};

} // namespace faultline::server
