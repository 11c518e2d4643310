// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/remote_server.h"

#include "core/base/text.h"
#include "core/formats/crash/apple/read_apple.h"
#include "core/formats/crash/sentry_event/read_sentry_event.h"
#include "core/json/json_reader.h"
#include "core/net/transport/exchange_answer.h"
#include "core/requests/native_request_writer.h"

namespace faultline::app {

namespace {

constexpr std::chrono::minutes kLongestJob{16};
constexpr std::size_t kShownBytes = 1000; // Of an answer that is an error.
constexpr std::string_view kBoundary = "faultline-crash-file-boundary-8d1f2c47";

bool isJson(std::string_view text)
{
    return trimAscii(text.substr(0, 256)).starts_with('{');
}

/// So that the answer tells as much as the same file symbolicated here. Symbolicator ignores
/// options that it does not know.
constexpr std::string_view kOptions = R"({"dif_candidates":true,"faultline":true})";

/// Returns the JSON that the server accepts: an event is converted into a request. Errors:
/// Unsupported (an event without native stacks).
Result<ByteView> requestOf(const ByteView& json)
{
    if (!sentry::looksLikeSentryEvent(json.text()))
        return json;
    FL_TRY(const auto event, sentry::readSentryEvent(json, {}));
    if (!event->isNative())
        return fail(ErrorKind::Unsupported,
                    "a server takes scripts and the JVM only with files that the request names; "
                    "symbolicate this event without --server");
    auto request = requests::writeNativeRequest(*event);
    request.insert(1, concat("\"options\":", kOptions, ","));
    return ByteView::fromString(std::move(request));
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
    return concat("--", kBoundary, "\r\nContent-Disposition: form-data; name=\"options\"\r\n\r\n",
                  kOptions, "\r\n--", kBoundary, "\r\nContent-Disposition: form-data; name=\"",
                  part, "\"; filename=\"crash\"\r\n\r\n", file, "\r\n--", kBoundary, "--\r\n");
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

RemoteServer::RemoteServer(std::string url, std::string token, net::TransportOptions options)
    : m_url(std::move(url)), m_token(std::move(token)),
      m_transport(net::makeCurlTransport(std::move(options)))
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
    if (!m_token.empty())
        exchange.headers.emplace_back("Authorization", "Bearer " + m_token);
    FL_TRY(auto answer, net::waitForAnswer(*m_transport, std::move(exchange)));
    if (answer.status != 200) {
        const bool isToken = answer.status == 401 || answer.status == 403;
        return fail(isToken ? ErrorKind::PermissionDenied : ErrorKind::DownloadFailed,
                    "the server answered ", answer.status, ": ",
                    escapeControls(answer.body.substr(0, kShownBytes)));
    }
    return jobAnswer(std::move(answer.body));
}

} // namespace faultline::app
