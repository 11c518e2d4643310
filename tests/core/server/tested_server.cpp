// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/server/tested_server.h"

#include <QDir>

namespace faultline::test {

void TestedServer::start(const std::function<void(server::ServerOptions&)>& change)
{
    m_server.reset();
    m_service = std::make_unique<FakeService>();
    server::ServerOptions options;
    options.stopGrace = std::chrono::milliseconds(0);
    options.spoolFolder = m_folder.path().toStdString();
    options.policy.readSources =
        [](std::string_view json) -> Result<std::vector<sources::SourceConfig>> {
        if (json == "[]")
            return std::vector<sources::SourceConfig>();
        return fail(ErrorKind::Malformed, "unknown source type");
    };
    change(options);
    auto server = server::Server::start(std::move(options), {.service = *m_service}, silentLog());
    if (!server)
        qFatal("%s", server.error().detail.c_str());
    m_server = *std::move(server);
    m_port = m_server->port();
}

bool TestedServer::end()
{
    m_server.reset();
    m_service.reset();
    return QDir(m_folder.path()).isEmpty();
}

} // namespace faultline::test
