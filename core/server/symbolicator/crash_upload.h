// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json_report.h"
#include "core/server/symbolicator/crash_form.h"
#include "core/server/symbolicator/job_metrics.h"
#include "core/server/symbolicator/server_context.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::server {

/// How a route reads its kind of crash file; one constant value per route.
struct CrashUpload
{
    /// The event, or the failed job's message: clients know some of Symbolicator's texts.
    using EventOrMessage = std::expected<EventPtr, std::string>;

    JobTask task;
    std::string_view filePart; ///< Name of the part that holds the crash file.
    AcceptsRewriteRules rewriteRules = AcceptsRewriteRules::No;
    std::string_view missingMessage; ///< Answered with 400 when the file part is missing.
    std::optional<std::uint32_t> maxFramesPerThread;
    /// Returns the text of a 400 answer if these bytes get one; absent if they start a job.
    std::optional<std::string_view> (*refusal)(const ServerContext& context,
                                               const ByteView& file) = nullptr;
    /// Called on a job thread.
    EventOrMessage (*readEvent)(SymbolicationService& service, const ByteView& file) = nullptr;
};

/// The input of a job for one crash file.
struct CrashJob
{
    symbolicate::SymbolicateOptions options;
    report::JsonOptions answer;
    CrashUpload upload;
};

/// Returns the job's envelope. Call it on a job thread.
std::string symbolicateCrashFile(const ServerContext& context,
                                 const ByteView& file,
                                 const CrashJob& job,
                                 const std::stop_token& stop);

/// Accepts a multipart upload and answers with the job that symbolicates its crash file.
HttpOpening
openCrashUpload(ServerContext& context, const HttpRequestHead& head, const CrashUpload& upload);

} // namespace faultline::server
