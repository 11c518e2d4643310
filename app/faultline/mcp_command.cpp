// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/mcp_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/library_support.h"
#include "app/faultline/local_engine.h"
#include "app/faultline/report_output.h"
#include "app/faultline/stop_signals.h"
#include "core/base/host_port.h"
#include "core/base/random_id.h"
#include "core/base/text.h"
#include "core/mcp/http_door.h"
#include "core/mcp/request_queue.h"
#include "core/mcp/session.h"
#include "core/server/http/http_server.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <unistd.h>

namespace faultline::app {

namespace {

constexpr std::size_t kThreads = 4;
constexpr std::size_t kShortestToken = 16;

mcp::Services servicesOf(const McpArguments& arguments, LocalEngine& engine)
{
    mcp::Services services;
    services.open = [&engine, profile = profileOf(arguments.share)](
                        const std::filesystem::path& path, const std::optional<std::string>& part,
                        const mcp::OnStep& step, const std::stop_token& stop) {
        return engine.openFile(path, part, profile, step, stop);
    };
    services.folders = engine.assistantFolders();
    services.folders.insert(services.folders.end(), arguments.folders.begin(),
                            arguments.folders.end());
    // What a library says of its reports has not gone through core/redact.
    if (arguments.share != ShareWith::Outside)
        services.openReports = libraryReader(arguments.reportsFile);
    services.version = FAULTLINE_VERSION;
    return services;
}

/// One client at standard input and output.
class StandardDoor
{
public:
    StandardDoor(const mcp::Services& services, mcp::RequestQueue& queue)
        : m_queue(queue), m_session(services)
    {
    }

    /// Returns when the input has ended and everything is answered, or nobody reads the answers.
    ExitCode serve()
    {
        std::array<char, 64 * 1024> bytes{};
        while (!m_isGone) {
            const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0)
                break;
            receive({bytes.data(), static_cast<std::size_t>(count)});
        }
        receive("\n"); // The last line may have no end.
        if (m_isGone)
            m_session.cancelAll();
        m_queue.finish();
        return m_isGone ? ExitCode::Failed : ExitCode::Ok;
    }

private:
    void receive(std::string_view bytes)
    {
        for (const auto& line : m_lines.add(bytes))
            receiveLine(line);
    }

    void receiveLine(const mcp::LineReader::Line& line)
    {
        if (line.isTooLong) {
            send(mcp::errorMessage(
                "null", mcp::RpcCode::InvalidRequest,
                concat("a message has at most ", mcp::kMostMessageBytes, " bytes")));
            return;
        }
        auto call = m_session.begin(line.text);
        if (mcp::Session::isQuick(call)) {
            answer(call);
            return;
        }
        const auto kept = std::make_shared<mcp::Session::Call>(std::move(call));
        if (m_queue.post([this, kept] { answer(*kept); }))
            return;
        if (const auto refusal = m_session.refuse(*kept))
            send(*refusal);
    }

    void answer(const mcp::Session::Call& call)
    {
        const auto text =
            m_session.answer(call, [this](const std::string& message) { send(message); });
        if (text)
            send(*text);
    }

    void send(const std::string& text)
    {
        const std::lock_guard lock(m_mutex);
        const auto line = text + "\n";
        const bool isWritten = std::fwrite(line.data(), 1, line.size(), stdout) == line.size() &&
                               std::fflush(stdout) == 0;
        m_isGone = m_isGone || !isWritten;
    }

    mcp::RequestQueue& m_queue;
    mcp::LineReader m_lines;
    std::mutex m_mutex;                 // Guards standard output.
    std::atomic<bool> m_isGone = false; ///< Nobody reads the answers.
    mcp::Session m_session;
};

/// "127.0.0.1:8080", "[::1]:8080". Errors: Malformed, Unsupported (no loopback address).
Result<server::HttpServerOptions> addressOf(const std::string& text)
{
    auto parsed = parseHostPort(text);
    if (!parsed)
        return fail(ErrorKind::Malformed, "--http: expected ADDRESS:PORT");
    auto& address = parsed->host;
    if (!address.starts_with("127.") && address != "::1")
        return fail(ErrorKind::Unsupported, "--http: ", address,
                    " is no loopback address, and answers leave this machine only over one that "
                    "encrypts");
    server::HttpServerOptions options;
    options.address = std::move(address);
    options.port = parsed->port;
    options.maxConnections = 256;
    options.alwaysServed.clear();
    return options;
}

/// The given token, or one that is made and printed.
Result<std::string> tokenOf(const McpArguments& arguments)
{
    FL_TRY(auto token, readSecret(arguments.tokenFile, "FAULTLINE_MCP_TOKEN"));
    if (!token.empty() && token.size() < kShortestToken)
        return fail(ErrorKind::Malformed, "the token has less than ", kShortestToken,
                    " characters");
    if (token.empty()) {
        token = randomToken();
        std::fprintf(stdout, "token %s\n", token.c_str());
    }
    return token;
}

ExitCode serveHttp(const McpArguments& arguments,
                   const mcp::Services& services,
                   std::unique_ptr<mcp::RequestQueue> queue,
                   LogSink& log,
                   const sigset_t& signals)
{
    const auto options = addressOf(*arguments.http);
    const auto token = options ? tokenOf(arguments) : std::unexpected(options.error());
    if (!token) {
        complain(token.error());
        return ExitCode::Usage;
    }
    std::error_code error;
    mcp::HttpDoor door(services, *queue,
                       {.tokens = {*token},
                        .origins = arguments.origins,
                        .spoolFolder = std::filesystem::temp_directory_path(error)});
    const auto server = server::HttpServer::start(*options, door, log);
    if (!server) {
        complain(server.error());
        return ExitCode::Failed;
    }
    const auto host =
        options->address.contains(':') ? concat("[", options->address, "]") : options->address;
    std::fprintf(stdout, "listening on http://%s:%u/mcp\n", host.c_str(),
                 unsigned{(*server)->port()});
    std::fflush(stdout);
    int received = 0;
    sigwait(&signals, &received);
    door.cancelAll();
    queue->stop(); // Before the server, whose connections its work holds.
    (*server)->stop();
    return ExitCode::Ok;
}

} // namespace

ExitCode run(const McpArguments& arguments)
{
    std::signal(SIGPIPE, SIG_IGN); // NOLINT(bugprone-signal-handler,cert-err33-c)
    const auto signals = stopSignals();
    if (arguments.http)
        pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    auto setting = localSetting(arguments.config, arguments.offline, arguments.symbols,
                                arguments.modules, arguments.program);
    if (!setting)
        return ExitCode::Usage;
    const auto log = makeConsoleLog(setting->config.logging);
    LocalEngine engine(*std::move(setting));
    const auto services = servicesOf(arguments, engine);
    auto queue = mcp::RequestQueue::start(kThreads);
    if (!queue) {
        complain(queue.error());
        return ExitCode::Failed;
    }
    if (arguments.http)
        return serveHttp(arguments, services, *std::move(queue), *log, signals);
    return StandardDoor(services, **queue).serve();
}

} // namespace faultline::app
