// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/settings.h"
#include "app/faultline/symbols_command.h"
#include "core/base/text.h"
#include "core/tools/symbol_push.h"

#include <cstdio>
#include <unistd.h>

namespace faultline::app {

namespace {

constexpr const char* kKeyVariable = "FAULTLINE_API_KEY";

Result<void> push(net::Transport& transport, const std::filesystem::path& file, PushOptions options)
{
    FL_TRY(const auto symbols, readPushedSymbols(file));
    const bool isTerminal = isatty(STDERR_FILENO) != 0;
    if (isTerminal)
        options.onPart = [&](std::size_t part, std::size_t parts) {
            std::fprintf(stderr, "\r%s: part %zu of %zu",
                         escapeControls(file.filename().string()).c_str(), part, parts);
        };
    const auto pushed = pushSymbols(transport, symbols, options);
    if (isTerminal)
        std::fputs("\n", stderr);
    if (pushed)
        std::printf("%s %s\n", symbols.id.base64().c_str(), file.c_str());
    return pushed;
}

} // namespace

ExitCode run(const SymbolsPushArguments& arguments)
{
    const auto key = readSecret(arguments.keyFile, kKeyVariable);
    if (!key) {
        complain(key.error());
        return ExitCode::Usage;
    }
    if (key->empty()) {
        std::fprintf(stderr, "faultline: no API key: set %s or use --key-file\n", kKeyVariable);
        return ExitCode::Usage;
    }
    auto settings = loadUserSettings(arguments.config);
    if (!settings) {
        complain(settings.error());
        return ExitCode::Usage;
    }
    const auto transport = net::makeCurlTransport(settings->engine.transport);
    auto outcome = ExitCode::Ok;
    for (const auto& file : arguments.files) {
        const auto pushed = push(*transport, file, {.server = arguments.server, .apiKey = *key});
        if (pushed)
            continue;
        complain(file.string(), pushed.error());
        outcome = ExitCode::Failed;
    }
    return outcome;
}

} // namespace faultline::app
