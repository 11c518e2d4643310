#include "app/faultline/remote_server.h"

#include "core/base/text.h"
#include "core/formats/crash/apple/read_apple.h"
#include "core/formats/crash/native_json/native_request_writer.h"
#include "core/formats/crash/sentry_event/read_sentry_event.h"
#include "core/json/json_reader.h"

#include <future>

namespace faultline::app {

namespace {

constexpr std::chrono::minutes kLongestJob{16};
constexpr std::string_view kBoundary = "faultline-crash-file-boundary-8d1f2c47";

/// Keeps a complete answer in memory.
class AnswerCollector final : public net::ExchangeSink
{
public:
    void onHead(const net::HttpHead& head) override { m_status = head.status; }

    Flow onBytes(Bytes bytes) override
    {
        m_text += asText(bytes);
        return Flow::Continue;
    }

    void onEnd(Result<void> outcome) override { m_end.set_value(std::move(outcome)); }

    Result<std::string> wait()
    {
        FL_CHECK(m_end.get_future().get());
        if (m_status != 200)
            return fail(ErrorKind::DownloadFailed, "the server answered ", m_status, ": ",
                        escapeControls(m_text));
        return std::move(m_text);
    }

private:
    std::promise<Result<void>> m_end;
    std::string m_text;
    std::uint32_t m_status = 0;
};

bool isJson(std::string_view text)
{
    return trimAscii(text.substr(0, 256)).starts_with('{');
}

/// Returns the JSON that the server accepts: an event is converted into a request.
Result<ByteView> requestOf(const ByteView& json)
{
    if (!sentry::looksLikeSentryEvent(json.text()))
        return json;
    FL_TRY(const auto event, sentry::readSentryEvent(json, {}));
    return ByteView::fromString(native_json::writeNativeRequest(*event));
}

/// The route for a kind of crash file, and the name of the form's field.
struct UploadTarget
{
    std::string_view path;
    std::string_view part;
};

UploadTarget targetOf(std::string_view file)
{
    if (!file.starts_with("MDMP") && apple::looksLikeAppleReport(file))
        return {.path = "/applecrashreport", .part = "apple_crash_report"};
    return {.path = "/minidump", .part = "upload_file_minidump"};
}

std::string formOf(std::string_view part, std::string_view file)
{
    return concat("--", kBoundary, "\r\nContent-Disposition: form-data; name=\"", part,
                  "\"; filename=\"crash\"\r\n\r\n", file, "\r\n--", kBoundary, "--\r\n");
}

/// Returns the answer of a job. Errors: Malformed when the server reports that the job failed,
/// because the file is the cause.
Result<std::string> jobAnswer(std::string text)
{
    // Symbolicator and Faultline both write this tag first and without spaces.
    if (!text.starts_with(R"({"status":"failed")"))
        return text;
    FL_TRY(const auto document, json::parseJson(text));
    const auto root = document.root();
    for (auto member = root.firstChild(); member; member = member->nextSibling(root)) {
        if (member->key() == "message")
            return fail(ErrorKind::Malformed,
                        "the server failed: ", escapeControls(member->text()));
    }
    return fail(ErrorKind::Malformed, "the server failed and gave no reason");
}

} // namespace

RemoteServer::RemoteServer(std::string url, net::TransportOptions options)
    : m_url(std::move(url)), m_transport(net::makeCurlTransport(std::move(options)))
{
    while (m_url.ends_with('/'))
        m_url.pop_back();
}

Result<std::string> RemoteServer::symbolicate(const ByteView& file)
{
    net::HttpExchange exchange;
    exchange.totalTimeout = kLongestJob;
    exchange.headTimeout = kLongestJob;
    const bool isRequest = isJson(file.text()) && !apple::looksLikeIps(file.text());
    const auto target = targetOf(file.text());
    exchange.url = concat(m_url, isRequest ? "/symbolicate" : target.path);
    exchange.headers.emplace_back("Content-Type",
                                  isRequest ? std::string("application/json")
                                            : concat("multipart/form-data; boundary=", kBoundary));
    if (isRequest) {
        FL_TRY(exchange.body, requestOf(file));
    } else {
        exchange.body = ByteView::fromString(formOf(target.part, file.text()));
    }
    const auto collector = std::make_shared<AnswerCollector>();
    m_transport->start(std::move(exchange), collector);
    FL_TRY(auto answer, collector->wait());
    return jobAnswer(std::move(answer));
}

} // namespace faultline::app
