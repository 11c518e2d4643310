// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/server_client.h"

#include "core/base/percent.h"
#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/model/codec/report_reader.h"
#include "core/net/transport/exchange_answer.h"
#include "core/requests/native_request_writer.h"
#include "core/sources/remote_file.h"
#include "core/sources/url.h"

#include <utility>

namespace faultline::remote {

namespace {

constexpr std::chrono::minutes kLongestJob{16};
constexpr std::chrono::seconds kLongestStatus{15};
constexpr std::chrono::minutes kLongestAction{5}; // Cleaning reads every entry of the caches.
constexpr std::size_t kMostStatusBytes = std::size_t{8} << 20;
constexpr std::size_t kShownBytes = 1000; // Of an answer that is an error.
constexpr std::string_view kBoundary = "faultline-crash-file-boundary-8d1f2c47";
/// So that the answer tells what was tried.
constexpr std::string_view kOptions = R"({"dif_candidates":true})";

ErrorKind kindOfStatus(std::uint32_t status)
{
    switch (status) {
    case 400:
    case 413: return ErrorKind::Malformed;
    case 401:
    case 403: return ErrorKind::PermissionDenied;
    case 404:
    case 405: return ErrorKind::Unsupported;
    default: return ErrorKind::DownloadFailed;
    }
}

/// `url` as it may be shown.
Error errorOf(const std::string& url, const net::ExchangeAnswer& answer)
{
    return {kindOfStatus(answer.status),
            concat(url, " answered ", answer.status, ": ",
                   escapeControls(std::string_view(answer.body).substr(0, kShownBytes)))};
}

/// The parts of a report refer to each other by index, so the local event must be like the other.
bool isSameEvent(const Event& local, const Event& remote)
{
    return local.kind == remote.kind && local.threads.size() == remote.threads.size() &&
           local.modules.size() == remote.modules.size();
}

std::string_view requestRoute(const Event& event)
{
    if (std::holds_alternative<ScriptEvent>(event.detail))
        return "/symbolicate-js";
    return std::holds_alternative<JvmEvent>(event.detail) ? "/symbolicate-jvm" : "/symbolicate";
}

net::HttpExchange jsonExchange(std::string_view route, ByteView body)
{
    net::HttpExchange exchange;
    exchange.url = route;
    exchange.headers.emplace_back("Content-Type", "application/json");
    exchange.body = std::move(body);
    return exchange;
}

/// Errors: Unsupported (an event without native stacks).
Result<net::HttpExchange> exchangeOfEvent(const Event& event)
{
    if (!event.isNative())
        return fail(ErrorKind::Unsupported,
                    "Symbolicator takes scripts and the JVM only in requests that name the source "
                    "of their files; a Faultline server's report takes this event (--format text, "
                    "markdown or json)");
    auto request = requests::writeNativeRequest(event);
    request.insert(1, concat("\"options\":", kOptions, ","));
    return jsonExchange("/symbolicate", ByteView::fromString(std::move(request)));
}

std::string formOf(std::string_view part, std::string_view file)
{
    return concat("--", kBoundary, "\r\nContent-Disposition: form-data; name=\"options\"\r\n\r\n",
                  kOptions, "\r\n--", kBoundary, "\r\nContent-Disposition: form-data; name=\"",
                  part, "\"; filename=\"crash\"\r\n\r\n", file, "\r\n--", kBoundary, "--\r\n");
}

net::HttpExchange exchangeOfCrashFile(const ByteView& file, EventKind kind)
{
    const bool isApple = kind == EventKind::AppleText || kind == EventKind::AppleIps;
    net::HttpExchange exchange;
    exchange.url = isApple ? "/applecrashreport" : "/minidump";
    exchange.headers.emplace_back("Content-Type",
                                  concat("multipart/form-data; boundary=", kBoundary));
    exchange.body = ByteView::fromString(
        formOf(isApple ? "apple_crash_report" : "upload_file_minidump", file.text()));
    return exchange;
}

Result<net::HttpExchange> exchangeOf(const ByteView& file, const intake::Input& input)
{
    switch (input.form) {
    case intake::InputForm::Request: return jsonExchange(requestRoute(*input.event), file);
    case intake::InputForm::Event:
    case intake::InputForm::Text: return exchangeOfEvent(*input.event);
    case intake::InputForm::CrashFile: break;
    }
    return exchangeOfCrashFile(file, input.event->kind);
}

/// Returns the answer of a job. Errors: Malformed when the server reports that the job failed,
/// because the file is the cause.
Result<std::string> jobAnswer(std::string text)
{
    // Symbolicator and Faultline both write this tag first and without spaces.
    if (!text.starts_with(R"({"status":"failed")"))
        return text;
    FL_TRY(const auto document, json::parseJson(text));
    const auto message = json::textMember(document.root(), "message");
    if (message.empty())
        return fail(ErrorKind::Malformed, "the server failed and gave no reason");
    return fail(ErrorKind::Malformed, "the server failed: ", escapeControls(message));
}

std::string_view actionRoute(ServerAction action)
{
    switch (action) {
    case ServerAction::Unblock: return "/status/unblock";
    case ServerAction::ClearMemory: return "/status/clear-memory";
    case ServerAction::CleanCaches: return "/status/clean-caches";
    case ServerAction::Reload: return "/status/reload";
    case ServerAction::Drain: break;
    }
    return "/status/drain";
}

} // namespace

ServerClient::ServerClient(ServerAddress server,
                           const net::TransportOptions& transport,
                           ParseLimits limits)
    : m_server(std::move(server)), m_limits(limits), m_transport(net::makeCurlTransport(transport))
{
    while (m_server.url.ends_with('/'))
        m_server.url.pop_back();
}

Result<ReportPtr>
ServerClient::report(const ByteView& file, const EventPtr& event, const std::stop_token& stop)
{
    net::HttpExchange request;
    request.url = "/report";
    request.headers.emplace_back("Content-Type", "application/octet-stream");
    request.body = file;
    auto answer = exchange(std::move(request), stop);
    if (!answer && answer.error().kind == ErrorKind::Unsupported)
        return fail(ErrorKind::Unsupported, sources::withoutCredentials(m_server.url),
                    " is no Faultline server of this version: it has no whole reports");
    if (!answer)
        return std::unexpected(std::move(answer.error()));
    FL_TRY(auto report,
           codec::readReport(ByteView::fromString(*std::move(answer)), m_limits, stop));
    // Only events of machine code have memory. Those of the JVM have restored names there.
    if (event && event->isNative() && report.event && isSameEvent(*event, *report.event))
        report.event = event;
    report.diagnostics.push_back({Diagnostic::Severity::Note, "server",
                                  "symbolicated by " + sources::withoutCredentials(m_server.url)});
    return std::make_shared<const Report>(std::move(report));
}

Result<std::string>
ServerClient::answer(const ByteView& file, const intake::Input& input, const std::stop_token& stop)
{
    FL_TRY(auto request, exchangeOf(file, input));
    FL_TRY(auto text, exchange(std::move(request), stop));
    return jobAnswer(std::move(text));
}

Result<ServerStatus> ServerClient::status(const std::stop_token& stop)
{
    net::HttpExchange request;
    request.url = "/status.json";
    FL_TRY(const auto text, shortExchange(std::move(request), stop));
    return readServerStatus(text);
}

Result<ReportPtr> ServerClient::modulesOf(std::string_view requestId, const std::stop_token& stop)
{
    net::HttpExchange request;
    request.url = concat("/status/requests/", sources::encodedSegment(requestId), "/modules");
    FL_TRY(auto text, shortExchange(std::move(request), stop));
    FL_TRY(auto report, codec::readReport(ByteView::fromString(std::move(text)), m_limits, stop));
    return std::make_shared<const Report>(std::move(report));
}

Result<void> ServerClient::act(ServerAction action,
                               const std::string& host,
                               const std::string& token,
                               const std::stop_token& stop)
{
    auto form = concat("token=", percentEncoded(token, isUnreserved));
    if (action == ServerAction::Unblock)
        form += concat("&host=", percentEncoded(host, isUnreserved));
    net::HttpExchange request;
    request.url = actionRoute(action);
    request.headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
    request.body = ByteView::fromString(std::move(form));
    request.totalTimeout = kLongestAction;
    request.headTimeout = kLongestAction;
    // The page that the server leads to afterwards is of no interest.
    FL_CHECK(send(std::move(request), kMostStatusBytes, stop));
    return {};
}

Result<std::string> ServerClient::shortExchange(net::HttpExchange exchange,
                                                const std::stop_token& stop)
{
    exchange.totalTimeout = kLongestStatus;
    exchange.headTimeout = kLongestStatus;
    return send(std::move(exchange), kMostStatusBytes, stop);
}

Result<std::string> ServerClient::exchange(net::HttpExchange exchange, const std::stop_token& stop)
{
    exchange.totalTimeout = kLongestJob;
    exchange.headTimeout = kLongestJob;
    return send(std::move(exchange), m_limits.maxReportBytes, stop);
}

Result<std::string>
ServerClient::send(net::HttpExchange exchange, std::size_t maxBytes, const std::stop_token& stop)
{
    exchange.url = m_server.url + exchange.url;
    if (!m_server.token.empty())
        exchange.headers.emplace_back("Authorization", "Bearer " + m_server.token);
    FL_TRY(auto answer, net::waitForAnswer(*m_transport, std::move(exchange), maxBytes, stop));
    if (answer.status != 200)
        return std::unexpected(errorOf(sources::withoutCredentials(m_server.url), answer));
    return std::move(answer.body);
}

} // namespace faultline::remote
