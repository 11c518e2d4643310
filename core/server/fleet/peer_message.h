// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/server/fleet/fleet_ids.h"
#include "core/server/fleet/fleet_key.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::server {

// How instances ask each other. A question is a GET request with the header kPeerHeader: a number
// that is used once, and a seal over it and the target. The answer has status 200 and begins with a
// line that has a seal over that number, the instance that answers, its status and the content. So
// neither a stranger at a peer's former address, nor who repeats an earlier answer, is believed.

inline constexpr std::string_view kPeerHeader = "Faultline-Peer";

/// `target` is the path with its query, as it is sent.
std::string writePeerQuestion(const FleetKey& key, std::string_view nonce, std::string_view target);

/// The value of the header of a request for `target`. Returns its number; absent when it does not
/// come from the fleet.
std::optional<std::string>
readPeerQuestion(const FleetKey& key, std::string_view header, std::string_view target);

/// What an answer has before its content.
inline constexpr std::size_t kPeerAnswerLineBytes = 119;

struct PeerAnswer
{
    InstanceId instance{}; ///< Who answers.
    unsigned status = 0;   ///< 100 to 999.
    std::string content;

    friend bool operator==(const PeerAnswer&, const PeerAnswer&) = default;
};

std::string writePeerAnswer(const FleetKey& key,
                            std::string_view nonce,
                            const InstanceId& instance,
                            unsigned status,
                            std::string_view content);

/// Errors: Malformed (no such line), PermissionDenied (its seal is not one of the fleet's for this
/// question).
Result<PeerAnswer> readPeerAnswer(const FleetKey& key, std::string_view nonce, std::string body);

} // namespace faultline::server
