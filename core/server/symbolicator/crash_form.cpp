// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/crash_form.h"

#include "core/json/json_reader.h"

#include <utility>
#include <vector>

namespace faultline::server {

namespace {

constexpr std::size_t kMaxFieldBytes = 1024 * 1024;
/// Fields of this size are decoded within a millisecond.
constexpr std::size_t kQuickFieldBytes = std::size_t{16} * 1024;
constexpr std::string_view kBrokenForm = "Error parsing `multipart/form-data` request";

HttpResponse tooLong()
{
    return errorResponse(413, kBrokenForm, {"request body above its limit"});
}

/// Collects the parts that matter. Those of a short body are decoded at its end, so that collecting
/// them waits for nothing; a long body is refused as soon as possible. The response of a refused
/// part is kept here, because a parse error alone cannot carry it.
class FormCollector final : public MultipartSink
{
public:
    FormCollector(const CrashFormOptions& options, bool isShort)
        : m_options(options), m_isShort(isShort)
    {
    }

    Result<void> beginPart(std::optional<std::string> name) override
    {
        m_kind = kindOf(name.value_or(""));
        if (m_kind == PartKind::File)
            m_file.emplace(m_options.spoolFolder);
        if (m_kind == PartKind::Json)
            m_fields.push_back({*std::move(name), {}});
        return {};
    }

    Result<void> partData(Bytes piece) override
    {
        if (m_kind == PartKind::File)
            return m_file->append(piece);
        if (m_kind == PartKind::Skipped)
            return {};
        auto& field = m_fields.back();
        if (piece.size() > kMaxFieldBytes - field.text.size()) {
            auto refusal = errorResponse(
                413, concat("Field ", field.name, " larger than ", kMaxFieldBytes, " bytes"));
            m_fields.pop_back();
            return refuse(std::move(refusal));
        }
        field.text += asText(piece);
        return {};
    }

    Result<void> endPart() override
    {
        if (!m_isShort && !decode())
            return fail(ErrorKind::Malformed, "field refused");
        return {};
    }

    /// Decodes the fields in the order of their arrival. Their first error comes before what was
    /// refused after them. Returns false when something was refused.
    bool decode()
    {
        for (const auto& field : std::exchange(m_fields, {})) {
            if (!decodeField(field))
                return false;
        }
        return !m_refusal;
    }

    const std::optional<HttpResponse>& refusal() const { return m_refusal; }

    /// Sources may name folders to look at.
    bool isQuick() const
    {
        std::size_t bytes = 0;
        for (const auto& field : m_fields) {
            bytes += field.text.size();
            if (field.name == "sources")
                return false;
        }
        return bytes <= kQuickFieldBytes && (!m_file || !m_file->inMemory().empty());
    }

    /// Requires decode().
    Result<CrashForm> take()
    {
        if (m_file) {
            FL_TRY(m_form.file, m_file->take());
        }
        return std::move(m_form);
    }

private:
    enum class PartKind : std::uint8_t { Skipped, File, Json };

    PartKind kindOf(std::string_view name) const
    {
        if (name == m_options.filePart)
            return PartKind::File;
        const bool isRules =
            name == "rewrite_first_module" && m_options.rewriteRules == AcceptsRewriteRules::Yes;
        const bool isJson =
            name == "sources" || name == "scraping" || name == "options" || name == "platform";
        return isRules || isJson ? PartKind::Json : PartKind::Skipped;
    }

    struct Field
    {
        std::string name;
        std::string text;
    };

    bool decodeField(const Field& field)
    {
        const auto document = json::parseJson(field.text);
        if (!document) {
            m_refusal = errorResponse(400, document.error().detail);
            return false;
        }
        json::JsonErrors errors;
        decodeValue(field.name, json::JsonCursor(document->root(), errors));
        if (!errors.ok())
            m_refusal = errorResponse(400, errors.first()->detail);
        return errors.ok();
    }

    void decodeValue(std::string_view name, const json::JsonCursor& value)
    {
        if (name == "sources")
            m_form.sources = requests::decodeSources(value, m_options.policy);
        else if (name == "scraping")
            m_form.scraping = requests::decodeScraping(value, m_options.policy);
        else if (name == "options")
            m_form.options = requests::decodeOptions(value);
        else if (name == "platform")
            m_form.platform =
                value.isNull() ? std::nullopt : std::optional(requests::decodePlatform(value));
        else
            m_form.rewriteFirstModule = requests::decodeRewriteRules(value);
    }

    std::unexpected<Error> refuse(HttpResponse response)
    {
        m_refusal = std::move(response);
        return fail(ErrorKind::Malformed, "field refused");
    }

    const CrashFormOptions& m_options;
    const bool m_isShort; ///< The whole body fits into memory.
    CrashForm m_form;
    std::optional<BodySpool> m_file;
    std::optional<HttpResponse> m_refusal;
    std::vector<Field> m_fields; ///< Not decoded yet; the last one may be arriving.
    PartKind m_kind = PartKind::Skipped;
};

class CrashFormExchange final : public RequestExchange
{
public:
    CrashFormExchange(std::string_view boundary,
                      std::optional<std::uint64_t> bodyBytes,
                      CrashFormOptions options,
                      CrashFormHandler handler)
        : m_options(std::move(options)),
          m_isShort(bodyBytes && *bodyBytes <= BodySpool::kMemoryBytes),
          m_collector(m_options, m_isShort), m_parser(boundary, m_collector),
          m_handler(std::move(handler))
    {
    }

    std::optional<HttpResponse> receive(Bytes piece) override
    {
        if (piece.size() > m_options.maxBodyBytes - m_receivedBytes)
            return tooLong();
        m_receivedBytes += piece.size();
        if (const auto parsed = m_parser.feed(piece); !parsed)
            return answerTo(parsed.error());
        return std::nullopt;
    }

    bool keepsInMemory(std::uint64_t /*bodyBytes*/) const override { return m_isShort; }

    bool finishesQuickly() const override { return m_collector.isQuick(); }

    void finish(Respond respond) override
    {
        if (const auto ended = m_parser.finish(); !ended) {
            respond(answerTo(ended.error()));
            return;
        }
        if (!m_collector.decode()) {
            respond(*m_collector.refusal());
            return;
        }
        auto form = m_collector.take();
        if (form)
            m_handler(*std::move(form), std::move(respond));
        else
            respond(errorResponse(500, form.error().detail));
    }

private:
    HttpResponse answerTo(const Error& error)
    {
        if (!m_collector.decode())
            return *m_collector.refusal();
        if (broadKind(error.kind) == ErrorKind::Malformed)
            return errorResponse(400, kBrokenForm, {error.detail});
        return errorResponse(500, error.detail);
    }

    CrashFormOptions m_options;
    const bool m_isShort;
    FormCollector m_collector;
    MultipartParser m_parser;
    CrashFormHandler m_handler;
    std::uint64_t m_receivedBytes = 0;
};

} // namespace

HttpOpening
openCrashForm(const HttpRequestHead& head, CrashFormOptions options, CrashFormHandler handler)
{
    const auto boundary = multipartBoundary(head.header("Content-Type"));
    if (!boundary)
        return textResponse(400, "Invalid `boundary` for `multipart/form-data` request");
    if (head.contentLength.value_or(0) > options.maxBodyBytes)
        return tooLong();
    return std::make_unique<CrashFormExchange>(*boundary, head.contentLength, std::move(options),
                                               std::move(handler));
}

} // namespace faultline::server
