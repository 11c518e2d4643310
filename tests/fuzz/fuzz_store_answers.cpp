// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/aws_roles.h"
#include "core/net/cloud/gcs_token.h"
#include "core/net/cloud/s3_refusal.h"
#include "core/net/download/sentry_listing.h"
#include "core/net/transport/secrets.h"

/// The first byte chooses the reader for the rest, an answer of a server.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    if (size == 0)
        return 0;
    const auto text = asText(std::as_bytes(std::span(data + 1, size - 1)));
    switch (data[0]) {
    case 'x': {
        net::HttpHead head;
        head.status = 403;
        const auto error = net::errorForS3Refusal(head, text);
        static_cast<void>(net::shownText(error.detail, {"a secret key", text.substr(0, 8)}));
        break;
    }
    case 'r': static_cast<void>(net::parseAwsRoleKeys(text)); break;
    case 't': static_cast<void>(net::parseGcsToken(text)); break;
    case 'a': {
        const auto key = net::parseServiceAccount(text);
        if (key)
            static_cast<void>(net::gcsAssertion(*key, net::GcsScope::ReadOnly, {}));
        break;
    }
    case 'l': static_cast<void>(net::parseSentryListing(text)); break;
    default: static_cast<void>(net::parseUtcTime(text)); break;
    }
    return 0;
}
