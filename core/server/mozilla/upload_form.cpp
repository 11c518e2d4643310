// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/upload_form.h"

#include "core/base/text.h"
#include "core/server/http/body_spool.h"
#include "core/server/http/multipart_parser.h"
#include "core/server/http/query_string.h"

#include <algorithm>

namespace faultline::server::mozilla {

namespace {

constexpr std::string_view kFormType = "application/x-www-form-urlencoded";
constexpr std::string_view kTry = "try";
constexpr std::string_view kNoFile = "Must be multipart form data with at least one file";

/// Keeps the first part that is not a field. Its name is the archive's.
class PartCollector final : public MultipartSink
{
public:
    explicit PartCollector(const std::filesystem::path& folder) : m_archive(folder) {}

    Result<void> beginPart(std::optional<std::string> name) override
    {
        m_isTry = name == kTry;
        m_isArchive = name && !m_isTry && m_form.archiveName.empty();
        if (m_isArchive)
            m_form.archiveName = *std::move(name);
        return {};
    }

    Result<void> partData(Bytes piece) override
    {
        if (m_isTry)
            m_form.isTry |= !piece.empty();
        return m_isArchive ? m_archive.append(piece) : Result<void>();
    }

    Result<void> endPart() override { return {}; }

    Result<UploadForm> take()
    {
        if (m_form.archiveName.empty())
            return fail(ErrorKind::Malformed, kNoFile);
        FL_TRY(m_form.archive, m_archive.take());
        return std::move(m_form);
    }

private:
    BodySpool m_archive;
    UploadForm m_form;
    bool m_isTry = false;
    bool m_isArchive = false;
};

Result<UploadForm> readMultipart(std::string_view boundary,
                                 const ByteView& body,
                                 const std::filesystem::path& spoolFolder)
{
    constexpr std::size_t kPieceBytes = 1 << 20;
    PartCollector parts(spoolFolder);
    MultipartParser parser(boundary, parts);
    for (std::size_t at = 0; at < body.size(); at += kPieceBytes)
        FL_CHECK(parser.feed(
            body.span().subspan(at, std::min<std::size_t>(kPieceBytes, body.size() - at))));
    FL_CHECK(parser.finish());
    return parts.take();
}

Result<UploadForm> readUrl(std::string_view body)
{
    UploadForm form;
    for (auto& [name, value] : parseQuery(body)) {
        if (name == "url")
            form.url = std::move(value);
        else if (name == kTry)
            form.isTry = !value.empty();
    }
    if (form.url.empty())
        return fail(ErrorKind::Malformed, kNoFile);
    return form;
}

} // namespace

Result<UploadForm> readUploadForm(std::string_view contentType,
                                  const ByteView& body,
                                  const std::filesystem::path& spoolFolder)
{
    if (const auto boundary = multipartBoundary(contentType))
        return readMultipart(*boundary, body, spoolFolder);
    if (toLowerAscii(contentType).starts_with(kFormType))
        return readUrl(body.text());
    return fail(ErrorKind::Malformed, kNoFile);
}

} // namespace faultline::server::mozilla
