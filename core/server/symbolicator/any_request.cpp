// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/any_request.h"

#include "core/server/symbolicator/apple_route.h"
#include "core/server/symbolicator/minidump_route.h"

namespace faultline::server {

namespace {

/// Reads the part that names the crash file. A kind without a file is not a native kind.
void decodeAttachment(const json::JsonCursor& attachment, AnyRequest& request)
{
    const auto type = attachment.member("type").string();
    if (type == "minidump") {
        request.job.upload = minidumpUpload();
        request.job.options.rewriteFirstModule =
            requests::decodeRewriteRules(attachment.member("rewrite_first_module"));
    } else if (type == "applecrashreport") {
        request.job.upload = appleUpload();
    } else {
        attachment.member("type").refuse("unknown variant");
        return;
    }
    request.storageUrl = attachment.member("storage_url").string();
    request.storageToken = attachment.member("storage_token").optionalString();
}

} // namespace

Result<AnyRequest> decodeAnyRequest(const json::JsonDocument& body,
                                    const requests::RequestPolicy& policy)
{
    json::JsonErrors errors;
    const json::JsonCursor root(body.root(), errors);
    AnyRequest request;
    decodeAttachment(root.member("symbolicate"), request);
    auto& options = request.job.options;
    // As in the reference, the server's own sources are not used for these requests.
    const auto sources = root.member("sources");
    options.sources = sources.isAbsent() ? std::vector<sources::SourceConfig>()
                                         : requests::decodeSources(sources, policy);
    if (const auto platform = root.member("platform"); !platform.isAbsent() && !platform.isNull())
        requests::decodePlatform(platform);
    if (const auto scraping = root.member("scraping"); !scraping.isAbsent())
        options.scraping = requests::decodeScraping(scraping, policy);
    if (const auto member = root.member("options"); !member.isAbsent()) {
        const auto decoded = requests::decodeOptions(member);
        options.extractVariables = decoded.extractVariables;
        request.job.answer.candidates = decoded.candidates;
        request.job.answer.extras = decoded.extras;
        options.wantsSignature = decoded.extras == report::IncludeExtras::Yes;
    }
    request.job.answer.maxFramesPerThread = request.job.upload.maxFramesPerThread;
    if (!errors.ok())
        return std::unexpected(*errors.first());
    return request;
}

} // namespace faultline::server
