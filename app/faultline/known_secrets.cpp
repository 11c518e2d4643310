// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/known_secrets.h"

#include "core/sources/source_traits.h"
#include "core/sources/url.h"

namespace faultline::app {

namespace {

void addClientSecrets(const config::ServeConfig& serve, std::vector<std::string>& secrets)
{
    const auto add = [&](const std::vector<std::string>& tokens) {
        secrets.insert(secrets.end(), tokens.begin(), tokens.end());
    };
    if (serve.bearerTokens)
        add(*serve.bearerTokens);
    secrets.push_back(serve.peerToken);
    if (serve.protocols.mozilla.upload)
        add(serve.protocols.mozilla.upload->tokens);
    if (serve.protocols.symbfile)
        add(serve.protocols.symbfile->apiKeys);
}

} // namespace

std::vector<std::string> knownSecrets(const config::ServiceConfig& config)
{
    auto secrets = config.hidden.values();
    addClientSecrets(config.serve, secrets);
    const auto& engine = config.engine;
    for (const auto& source : engine.sources) {
        for (auto& secret : sources::secretsOf(source))
            secrets.push_back(std::move(secret));
    }
    secrets.push_back(engine.sourceAccess.cloud.awsContainerToken);
    for (const auto& proxy : {engine.transport.proxies.http, engine.transport.proxies.https}) {
        secrets.emplace_back(sources::credentialsIn(proxy));
        secrets.emplace_back(sources::passwordIn(proxy));
    }
    std::erase(secrets, std::string());
    return secrets;
}

} // namespace faultline::app
