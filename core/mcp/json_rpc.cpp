// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mcp/json_rpc.h"

#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/json/json_writer.h"

#include <utility>

namespace faultline::mcp {

namespace {

using json::JsonKind;

/// The id as JSON. Errors: Malformed.
Result<std::string> idOf(const json::JsonValue& value)
{
    const bool isId = value.kind() == JsonKind::String || value.kind() == JsonKind::Unsigned ||
                      value.kind() == JsonKind::Signed;
    if (!isId)
        return fail(ErrorKind::Malformed, "an id is a text or an integer");
    if (value.text().size() > kMostIdBytes)
        return fail(ErrorKind::Malformed, "an id has at most ", kMostIdBytes, " bytes");
    std::string text;
    json::JsonWriter(text).value(value);
    return text;
}

Message invalid(std::string problem, std::string id = "null")
{
    return {.kind = Message::Kind::Invalid, .id = std::move(id), .problem = std::move(problem)};
}

Message messageOf(const json::JsonValue& value)
{
    if (value.kind() != JsonKind::Object)
        return invalid("a message is an object");
    Message message;
    const auto id = value.member("id");
    if (id) {
        auto text = idOf(*id);
        if (!text)
            return invalid(text.error().detail);
        message.id = *std::move(text);
    }
    if (json::textMember(value, "jsonrpc") != "2.0")
        return invalid("\"jsonrpc\" is not \"2.0\"", message.id);
    message.method = json::textMember(value, "method");
    const bool isAnswer = value.member("result") || value.member("error");
    if (message.method.empty())
        return isAnswer ? Message{.kind = Message::Kind::Response, .id = message.id}
                        : invalid("there is no \"method\"", message.id);
    message.params = value.member("params");
    if (message.params && message.params->kind() != JsonKind::Object)
        return invalid("\"params\" is not an object", message.id);
    message.kind = id ? Message::Kind::Request : Message::Kind::Notification;
    return message;
}

} // namespace

Result<Incoming> readMessages(std::string_view text)
{
    if (text.size() > kMostMessageBytes)
        return fail(ErrorKind::TooLarge, "a message has at most ", kMostMessageBytes, " bytes");
    FL_TRY(auto parsed, json::parseJson(text, {.maxDepth = kDeepestMessage}));
    Incoming incoming;
    incoming.document = std::make_shared<const json::JsonDocument>(std::move(parsed));
    const auto root = incoming.document->root();
    if (root.kind() != JsonKind::Array) {
        incoming.messages.push_back(messageOf(root));
        return incoming;
    }
    incoming.isBatch = true;
    for (auto child = root.firstChild(); child; child = child->nextSibling(root)) {
        if (incoming.messages.size() >= kMostMessages)
            return fail(ErrorKind::TooLarge, "a batch has at most ", kMostMessages, " messages");
        incoming.messages.push_back(messageOf(*child));
    }
    if (incoming.messages.empty())
        return fail(ErrorKind::Malformed, "a batch has at least one message");
    return incoming;
}

std::string resultMessage(std::string_view id, std::string_view result)
{
    std::string text;
    json::JsonWriter(text)
        .beginObject()
        .member("jsonrpc", "2.0")
        .key("id")
        .raw(id)
        .key("result")
        .raw(result)
        .endObject();
    return text;
}

std::string errorMessage(std::string_view id, RpcCode code, std::string_view problem)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("jsonrpc", "2.0").key("id").raw(id).key("error").beginObject();
    json.member("code", std::int64_t{static_cast<std::int32_t>(code)});
    json.member("message", escapeControls(problem)).endObject().endObject();
    return text;
}

std::string notificationMessage(std::string_view method, std::string_view params)
{
    std::string text;
    json::JsonWriter(text)
        .beginObject()
        .member("jsonrpc", "2.0")
        .member("method", method)
        .key("params")
        .raw(params)
        .endObject();
    return text;
}

std::vector<LineReader::Line> LineReader::add(std::string_view bytes)
{
    std::vector<Line> lines;
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        addPart(bytes.substr(0, end));
        if (end == std::string_view::npos)
            break;
        bytes.remove_prefix(end + 1);
        if (m_isTooLong)
            lines.push_back({.isTooLong = true});
        else if (!trimAscii(m_rest).empty())
            lines.push_back({.text = std::move(m_rest)});
        m_rest.clear();
        m_isTooLong = false;
    }
    return lines;
}

void LineReader::addPart(std::string_view part)
{
    m_isTooLong = m_isTooLong || m_rest.size() + part.size() > kMostMessageBytes;
    if (m_isTooLong)
        m_rest.clear();
    else
        m_rest += part;
}

} // namespace faultline::mcp
