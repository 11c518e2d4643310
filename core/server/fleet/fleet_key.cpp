// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/fleet/fleet_key.h"

#include "core/base/byte_view.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/net/cloud/signatures.h"

#include <span>

namespace faultline::server {

namespace {

std::string_view nameOf(FleetKey::Use use)
{
    switch (use) {
    case FleetKey::Use::Id: return "faultline fleet id";
    case FleetKey::Use::Ask: return "faultline fleet ask";
    case FleetKey::Use::Answer: return "faultline fleet answer";
    }
    return {};
}

} // namespace

Sha256Digest FleetKey::seal(Use use, std::initializer_list<std::string_view> parts) const
{
    std::string message(nameOf(use));
    for (const auto part : parts)
        message += concat("\n", part.size(), ":", part);
    return net::hmacSha256(asBytes(m_token), asBytes(message));
}

std::string FleetKey::sealText(Use use, std::initializer_list<std::string_view> parts) const
{
    const auto digest = seal(use, parts);
    return hexOfBytes(std::as_bytes(std::span(digest)));
}

} // namespace faultline::server
