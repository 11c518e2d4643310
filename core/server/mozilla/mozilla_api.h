// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/mozilla/module_finder.h"
#include "core/server/mozilla/symbolicate_request.h"

#include <filesystem>
#include <vector>

namespace faultline::server::mozilla {

struct MozillaOptions
{
    std::filesystem::path spoolFolder;
    std::uint64_t maxBodyBytes = 55ull << 20;
};

/// Mozilla's symbolication API, versions 4 and 5 (docs/spec/mozilla-api.md). All arguments must
/// outlive it, and it must outlive the server that has its routes.
class MozillaApi
{
public:
    MozillaApi(MozillaOptions options, ModuleFinder& finder, LogSink& log)
        : m_options(std::move(options)), m_finder(finder), m_log(log)
    {
    }

    std::vector<Route> routes(RequestRunner& runner);

    /// Answers one request. Without the headers that let web pages read the answer.
    HttpOpening open(const HttpRequestHead& head, ApiVersion version, RequestRunner& runner);

private:
    HttpResponse answer(const SymbolicateRequest& request, bool showsDebug, std::stop_token stop);

    MozillaOptions m_options;
    ModuleFinder& m_finder;
    LogSink& m_log;
};

} // namespace faultline::server::mozilla
