#pragma once

#include "core/server/symbolicator/crash_form.h"
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

    std::string_view filePart; ///< Name of the part that holds the crash file.
    AcceptsRewriteRules rewriteRules = AcceptsRewriteRules::No;
    std::string_view missingMessage; ///< Answered with 400 when the file part is missing.
    std::optional<std::uint32_t> maxFramesPerThread;
    /// Why these bytes get 400 and no job; absent when they get a job.
    std::optional<std::string_view> (*refusal)(const SymbolicationService& service,
                                               const ByteView& file);
    /// Called on a job thread.
    EventOrMessage (*readEvent)(SymbolicationService& service, const ByteView& file);
};

/// Accepts a multipart upload and answers with the job that symbolicates its crash file.
HttpOpening
openCrashUpload(ServerContext& context, const HttpRequestHead& head, const CrashUpload& upload);

} // namespace faultline::server
