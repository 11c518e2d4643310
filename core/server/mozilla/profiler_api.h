// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/mozilla/mozilla_api.h"
#include "core/server/mozilla/profiled_code.h"
#include "core/server/mozilla/profiler_request.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::server::mozilla {

struct ProfilerOptions
{
    std::filesystem::path spoolFolder;
    std::string token; ///< The secret first step of every path. Never empty.
    /// Web pages that may ask, as browsers name them in `Origin`. Programs send no such header.
    std::vector<std::string> allowedOrigins;
    std::uint64_t maxBodyBytes = 64u << 10; ///< Of a question for a source or for code.
};

/// What the Firefox profiler asks a symbol server on the user's machine, as samply answers it
/// (docs/spec/mozilla-api.md §16): `/source/v1`, `/asm/v1` and `/symbolicate/v5` below a secret
/// path. Any other path is unknown to those who do not know the secret, and a page of an origin
/// that is not allowed gets neither an answer nor leave to read the refusal. All arguments must
/// outlive it, and it must outlive the server that has its routes.
class ProfilerApi
{
public:
    ProfilerApi(ProfilerOptions options, MozillaApi& names, ProfiledCode& code, LogSink& log)
        : m_options(std::move(options)), m_names(names), m_code(code), m_log(log)
    {
    }

    std::vector<Route> routes(RequestRunner& runner);

private:
    using Question = HttpOpening (ProfilerApi::*)(const HttpRequestHead& head,
                                                  RequestRunner& runner);

    HttpOpening guarded(const HttpRequestHead& head, Question question, RequestRunner& runner);
    HttpOpening preflight(const HttpRequestHead& head) const;
    bool knowsToken(const HttpRequestHead& head) const;
    bool isAllowed(std::string_view origin) const;

    HttpOpening openNames(const HttpRequestHead& head, RequestRunner& runner);
    HttpOpening openSource(const HttpRequestHead& head, RequestRunner& runner);
    HttpOpening openCode(const HttpRequestHead& head, RequestRunner& runner);
    HttpResponse answerSource(const SourceRequest& request, std::stop_token stop);
    HttpResponse answerCode(const CodeRequest& request, const std::stop_token& stop);
    HttpResponse refuse(const Error& error) const;

    ProfilerOptions m_options;
    MozillaApi& m_names;
    ProfiledCode& m_code;
    LogSink& m_log;
};

} // namespace faultline::server::mozilla
