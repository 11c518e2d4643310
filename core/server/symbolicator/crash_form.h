// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/requests/request_parts.h"
#include "core/server/http/body_spool.h"
#include "core/server/http/http_types.h"
#include "core/server/http/multipart_parser.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace faultline::server {

/// The parts of an upload, decoded (docs/spec/http-api.md §7.2).
struct CrashForm
{
    std::optional<ByteView> file;
    std::optional<std::vector<sources::SourceConfig>> sources;
    std::optional<std::string> platform;
    symbolicate::ScrapingConfig scraping;
    requests::RequestOptions options;
    std::shared_ptr<const symbolicate::RewriteRules> rewriteFirstModule;
};

enum class AcceptsRewriteRules : std::uint8_t { No, Yes };

struct CrashFormOptions
{
    std::string filePart; ///< Name of the part that holds the crash file.
    AcceptsRewriteRules rewriteRules = AcceptsRewriteRules::No;
    std::filesystem::path spoolFolder;
    std::uint64_t maxBodyBytes = 0;
    const requests::RequestPolicy& policy; ///< Must outlive the exchange.
};

using CrashFormHandler =
    std::move_only_function<void(CrashForm form, RequestExchange::Respond respond)>;

/// Accepts a multipart upload. The file part is spooled; the other parts hold at most 1 MiB of JSON
/// each. Unknown parts are skipped, and a repeated part replaces the earlier one. Errors get the
/// answers of docs/spec/http-api.md §4.2.
HttpOpening
openCrashForm(const HttpRequestHead& head, CrashFormOptions options, CrashFormHandler handler);

} // namespace faultline::server
