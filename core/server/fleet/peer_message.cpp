// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/fleet/peer_message.h"

#include "core/base/constant_time.h"
#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>
#include <span>

namespace faultline::server {

namespace {

// "faultline-peer 1 SEAL INSTANCE STATUS\n", each part of a fixed length.
constexpr std::string_view kMark = "faultline-peer 1 ";
constexpr std::size_t kSealDigits = 64;
constexpr std::size_t kInstanceDigits = 32;
constexpr std::size_t kStatusDigits = 3;
constexpr std::size_t kInstanceAt = kMark.size() + kSealDigits + 1;
constexpr std::size_t kStatusAt = kInstanceAt + kInstanceDigits + 1;
static_assert(kStatusAt + kStatusDigits + 1 == kPeerAnswerLineBytes);
constexpr std::size_t kNonceDigits = 32;

std::string sealOfAnswer(const FleetKey& key,
                         std::string_view nonce,
                         std::string_view instance,
                         std::string_view status,
                         std::string_view content)
{
    return key.sealText(FleetKey::Use::Answer,
                        {nonce, instance, status, sha256Hex(asBytes(content))});
}

bool isHex(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return hexValue(c) >= 0; });
}

InstanceId instanceFrom(std::string_view digits)
{
    InstanceId instance{};
    for (std::size_t i = 0; i < instance.size(); ++i)
        instance[i] =
            static_cast<std::uint8_t>(hexValue(digits[2 * i]) * 16 + hexValue(digits[2 * i + 1]));
    return instance;
}

/// Are spaces, digits and the line's end where they should be?
bool isAnswerLine(std::string_view line)
{
    return line.size() == kPeerAnswerLineBytes && line.starts_with(kMark) &&
           line[kInstanceAt - 1] == ' ' && line[kStatusAt - 1] == ' ' && line.ends_with('\n') &&
           isHex(line.substr(kInstanceAt, kInstanceDigits)) &&
           parseDecimal(line.substr(kStatusAt, kStatusDigits)).has_value();
}

} // namespace

std::string writePeerQuestion(const FleetKey& key, std::string_view nonce, std::string_view target)
{
    return concat(nonce, " ", key.sealText(FleetKey::Use::Ask, {nonce, target}));
}

std::optional<std::string>
readPeerQuestion(const FleetKey& key, std::string_view header, std::string_view target)
{
    const auto nonce = header.substr(0, kNonceDigits);
    if (nonce.size() != kNonceDigits ||
        !equalsInConstantTime(header, writePeerQuestion(key, nonce, target)))
        return std::nullopt;
    return std::string(nonce);
}

std::string writePeerAnswer(const FleetKey& key,
                            std::string_view nonce,
                            const InstanceId& instance,
                            unsigned status,
                            std::string_view content)
{
    const auto who = hexOfBytes(std::as_bytes(std::span(instance)));
    const auto statusText = std::to_string(status);
    return concat(kMark, sealOfAnswer(key, nonce, who, statusText, content), " ", who, " ",
                  statusText, "\n", content);
}

Result<PeerAnswer> readPeerAnswer(const FleetKey& key, std::string_view nonce, std::string body)
{
    const std::string_view line = std::string_view(body).substr(0, kPeerAnswerLineBytes);
    if (!isAnswerLine(line))
        return fail(ErrorKind::Malformed, "the answer is not one of a fleet");
    const auto instance = line.substr(kInstanceAt, kInstanceDigits);
    const auto status = line.substr(kStatusAt, kStatusDigits);
    const auto seal = sealOfAnswer(key, nonce, instance, status,
                                   std::string_view(body).substr(kPeerAnswerLineBytes));
    if (!equalsInConstantTime(seal, line.substr(kMark.size(), kSealDigits)))
        return fail(ErrorKind::PermissionDenied, "the answer's seal is not this fleet's");
    PeerAnswer answer{.instance = instanceFrom(instance),
                      .status = static_cast<unsigned>(*parseDecimal(status)),
                      .content = {}};
    body.erase(0, kPeerAnswerLineBytes);
    answer.content = std::move(body);
    return answer;
}

} // namespace faultline::server
