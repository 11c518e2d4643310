// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/healthcheck_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/settings.h"
#include "core/base/worker_pool.h"
#include "core/net/transport/http_caller.h"

#include <chrono>
#include <cstdio>
#include <future>

namespace faultline::app {

namespace {

constexpr std::size_t kMostBytes = 1024;

/// Where the configured server listens; one that listens everywhere is asked on this machine.
std::string addressOf(const config::ListenAddress& bind)
{
    const bool isAny = bind.address == "0.0.0.0" || bind.address == "::";
    const auto host = isAny ? std::string("127.0.0.1") : bind.address;
    return host.contains(':') ? concat("[", host, "]:", bind.port) : concat(host, ":", bind.port);
}

Result<std::string> wantedAddress(const HealthcheckArguments& arguments)
{
    if (!arguments.address.empty())
        return arguments.address;
    FL_TRY(const auto config, loadServerSettings(arguments.config));
    return addressOf(config.serve.bind);
}

Result<void> ask(const std::string& address, std::chrono::milliseconds timeout)
{
    const auto transport = net::makeCurlTransport({});
    WorkerPool io(1);
    net::HttpCaller caller(*transport, io,
                           {.connectTimeout = timeout,
                            .headTimeout = timeout,
                            .totalTimeout = timeout,
                            .userAgent = {}});
    std::promise<Result<net::HttpAnswer>> answered;
    caller.call(caller.exchangeFor(concat("http://", address, "/healthcheck"),
                                   net::HttpTrust::AlwaysTrusted),
                kMostBytes, {},
                [&](Result<net::HttpAnswer> answer) { answered.set_value(std::move(answer)); });
    FL_TRY(const auto answer, answered.get_future().get());
    constexpr int kOk = 200;
    if (answer.head.status != kOk)
        return fail(ErrorKind::DownloadFailed, "the server answered ", answer.head.status);
    return {};
}

} // namespace

ExitCode run(const HealthcheckArguments& arguments)
{
    const auto address = wantedAddress(arguments);
    if (!address) {
        complain(address.error());
        return ExitCode::Usage;
    }
    const auto healthy = ask(*address, std::chrono::seconds(arguments.timeoutSeconds));
    std::fputs(healthy ? "OK\n" : "ERROR\n", stdout);
    if (healthy)
        return ExitCode::Ok;
    complain(*address, healthy.error());
    return ExitCode::Failed;
}

} // namespace faultline::app
