#include "core/server/symbolicator/crash_form.h"

#include "core/json/json_reader.h"

namespace faultline::server {

namespace {

constexpr std::size_t kMaxFieldBytes = 1024 * 1024;
constexpr std::string_view kBrokenForm = "Error parsing `multipart/form-data` request";

HttpResponse tooLong()
{
    return errorResponse(413, kBrokenForm, {"request body above its limit"});
}

/// Collects the parts that matter. The response of a refused part is kept here, because a parse
/// error alone cannot carry it.
class FormCollector final : public MultipartSink
{
public:
    explicit FormCollector(const CrashFormOptions& options) : m_options(options) {}

    Result<void> beginPart(std::optional<std::string> name) override
    {
        m_part = std::move(name).value_or("");
        m_field.clear();
        m_kind = kindOf(m_part);
        if (m_kind == PartKind::File)
            m_file.emplace(m_options.spoolFolder);
        return {};
    }

    Result<void> partData(Bytes piece) override
    {
        if (m_kind == PartKind::File)
            return m_file->append(piece);
        if (m_kind == PartKind::Skipped)
            return {};
        if (piece.size() > kMaxFieldBytes - m_field.size())
            return refuse(errorResponse(
                413, concat("Field ", m_part, " larger than ", kMaxFieldBytes, " bytes")));
        m_field += asText(piece);
        return {};
    }

    Result<void> endPart() override
    {
        if (m_kind != PartKind::Json)
            return {};
        const auto document = json::parseJson(m_field);
        if (!document)
            return refuse(errorResponse(400, document.error().detail));
        json::JsonErrors errors;
        decodeField(json::JsonCursor(document->root(), errors));
        if (!errors.ok())
            return refuse(errorResponse(400, errors.first()->detail));
        return {};
    }

    const std::optional<HttpResponse>& refusal() const { return m_refusal; }

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

    void decodeField(const json::JsonCursor& value)
    {
        if (m_part == "sources")
            m_form.sources = decodeSources(value, m_options.policy);
        else if (m_part == "scraping")
            m_form.scraping = decodeScraping(value, m_options.policy);
        else if (m_part == "options")
            m_form.options = decodeOptions(value);
        else if (m_part == "platform")
            m_form.platform = value.isNull() ? std::nullopt : std::optional(decodePlatform(value));
        else
            m_form.rewriteFirstModule = decodeRewriteRules(value);
    }

    std::unexpected<Error> refuse(HttpResponse response)
    {
        m_refusal = std::move(response);
        return fail(ErrorKind::Malformed, "field refused");
    }

    const CrashFormOptions& m_options;
    CrashForm m_form;
    std::optional<BodySpool> m_file;
    std::optional<HttpResponse> m_refusal;
    std::string m_part;
    std::string m_field;
    PartKind m_kind = PartKind::Skipped;
};

class CrashFormExchange final : public RequestExchange
{
public:
    CrashFormExchange(std::string_view boundary, CrashFormOptions options, CrashFormHandler handler)
        : m_options(std::move(options)), m_collector(m_options), m_parser(boundary, m_collector),
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

    void finish(Respond respond) override
    {
        if (const auto ended = m_parser.finish(); !ended) {
            respond(answerTo(ended.error()));
            return;
        }
        auto form = m_collector.take();
        if (form)
            m_handler(*std::move(form), std::move(respond));
        else
            respond(errorResponse(500, form.error().detail));
    }

private:
    HttpResponse answerTo(const Error& error) const
    {
        if (m_collector.refusal())
            return *m_collector.refusal();
        if (error.kind == ErrorKind::Malformed)
            return errorResponse(400, kBrokenForm, {error.detail});
        return errorResponse(500, error.detail);
    }

    CrashFormOptions m_options;
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
    return std::make_unique<CrashFormExchange>(*boundary, std::move(options), std::move(handler));
}

} // namespace faultline::server
