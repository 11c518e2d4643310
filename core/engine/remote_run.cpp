// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/remote_run.h"

#include "core/base/text.h"
#include "core/model/codec/report_reader.h"
#include "core/net/transport/exchange_answer.h"

#include <utility>

namespace faultline::engine {

namespace {

constexpr std::chrono::minutes kLongestJob{16};
constexpr std::size_t kShownBytes = 1000; // Of an answer that is an error.

Error errorOf(const std::string& url, const net::ExchangeAnswer& answer)
{
    const auto text = concat(url, " answered ", answer.status, ": ",
                             escapeControls(std::string_view(answer.body).substr(0, kShownBytes)));
    switch (answer.status) {
    case 400:
    case 413: return {ErrorKind::Malformed, text};
    case 401:
    case 403: return {ErrorKind::PermissionDenied, text};
    case 404:
    case 405:
        return {ErrorKind::Unsupported,
                concat(url, " is no Faultline server of this version: it has no whole reports")};
    default: return {ErrorKind::DownloadFailed, text};
    }
}

/// The parts of a report refer to each other by index, so the local event must be like the other.
bool isSameEvent(const Event& local, const Event& remote)
{
    return local.kind == remote.kind && local.threads.size() == remote.threads.size() &&
           local.modules.size() == remote.modules.size();
}

} // namespace

RemoteRun::RemoteRun(EngineServer server, net::TransportOptions transport, ParseLimits limits)
    : m_server(std::move(server)), m_limits(limits),
      m_transport(net::makeCurlTransport(std::move(transport)))
{
    while (m_server.url.ends_with('/'))
        m_server.url.pop_back();
}

Result<ReportPtr>
RemoteRun::symbolicate(const ByteView& file, const EventPtr& event, const std::stop_token& stop)
{
    net::HttpExchange exchange;
    exchange.url = m_server.url + "/report";
    exchange.headers.emplace_back("Content-Type", "application/octet-stream");
    if (!m_server.token.empty())
        exchange.headers.emplace_back("Authorization", "Bearer " + m_server.token);
    exchange.body = file;
    exchange.totalTimeout = kLongestJob;
    exchange.headTimeout = kLongestJob;
    FL_TRY(auto answer,
           net::waitForAnswer(*m_transport, std::move(exchange), m_limits.maxReportBytes, stop));
    if (answer.status != 200)
        return std::unexpected(errorOf(m_server.url, answer));
    FL_TRY(auto report,
           codec::readReport(ByteView::fromString(std::move(answer.body)), m_limits, stop));
    if (event && report.event && isSameEvent(*event, *report.event))
        report.event = event;
    report.diagnostics.push_back(
        {Diagnostic::Severity::Note, "server", "symbolicated by " + m_server.url});
    return std::make_shared<const Report>(std::move(report));
}

} // namespace faultline::engine
