// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/json/json_document.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::mcp {

/// Codes of JSON-RPC 2.0, section 5.1.
enum class RpcCode : std::int32_t {
    ParseError = -32700,
    InvalidRequest = -32600,
    UnknownMethod = -32601,
    InvalidParams = -32602,
    InternalError = -32603,
    Busy = -32000 ///< Ours: too many requests are being answered.
};

/// Limits of a text from a client. Its errors name them.
constexpr std::size_t kMostMessageBytes = 1u << 20;
constexpr std::uint32_t kDeepestMessage = 32;
constexpr std::size_t kMostMessages = 64; ///< In a batch.
constexpr std::size_t kMostIdBytes = 256;

/// One message of a client.
struct Message
{
    enum class Kind : std::uint8_t { Request, Notification, Response, Invalid };
    Kind kind = Kind::Invalid;
    std::string id = "null"; ///< As JSON: a text or an integer.
    std::string method = {};
    std::optional<json::JsonValue> params = {}; ///< An object.
    std::string problem = {};                   ///< Of Invalid, for people.
};

/// The messages of one text: one, or those of a batch (JSON-RPC 2.0, section 6; revision 2025-03-26
/// of the protocol has batches, later ones have none).
struct Incoming
{
    std::shared_ptr<const json::JsonDocument> document; ///< Keeps the values of the messages alive.
    std::vector<Message> messages = {};
    bool isBatch = false;
};

/// Errors: Malformed (no JSON, an empty batch), TooLarge (a limit).
Result<Incoming> readMessages(std::string_view text);

/// A response with a result, which is JSON. No line break is in it.
std::string resultMessage(std::string_view id, std::string_view result);
std::string errorMessage(std::string_view id, RpcCode code, std::string_view text);
/// A notification; `params` is JSON.
std::string notificationMessage(std::string_view method, std::string_view params);

/// Cuts what a client writes into lines. A line that is too long is passed over to its end.
class LineReader
{
public:
    struct Line
    {
        std::string text = {};
        bool isTooLong = false; ///< More than kMostMessageBytes; there is no text.
    };

    /// Adds bytes and returns the lines that they complete, without those that are blank.
    std::vector<Line> add(std::string_view bytes);

private:
    void addPart(std::string_view part);

    std::string m_rest;
    bool m_isTooLong = false;
};

} // namespace faultline::mcp
