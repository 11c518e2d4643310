// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/requests/read_request.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/requests/jvm_request.h"
#include "core/requests/native_request.h"
#include "core/requests/script_request.h"

#include <algorithm>
#include <array>
#include <optional>

namespace faultline::requests {

namespace {

enum class Kind : std::uint8_t { Native, Script, Jvm };

constexpr std::size_t kHeadBytes = 1U << 20; // Of a file that may be as large as a memory dump.

std::optional<json::JsonValue> firstItemOf(const json::JsonValue& object, std::string_view name)
{
    const auto list = json::member(object, name);
    return list && list->kind() == json::JsonKind::Array ? list->firstChild() : std::nullopt;
}

/// The first frame of the first stack that has one.
std::optional<json::JsonValue> firstFrame(const json::JsonValue& root)
{
    std::optional<json::JsonValue> frame;
    json::forEachChildOf(root, "stacktraces", [&](const json::JsonValue& stack) {
        if (!frame)
            frame = firstItemOf(stack, "frames");
    });
    return frame;
}

/// Absent when the frame has no member that only one kind has.
std::optional<Kind> kindOfFrame(const json::JsonValue& frame)
{
    if (json::member(frame, "instruction_addr"))
        return Kind::Native;
    if (json::member(frame, "index") && json::member(frame, "module"))
        return Kind::Jvm;
    if (json::member(frame, "abs_path") && json::member(frame, "lineno"))
        return Kind::Script;
    return std::nullopt;
}

std::optional<Kind> kindOfModules(const json::JsonValue& root)
{
    const auto first = firstItemOf(root, "modules");
    if (!first)
        return std::nullopt;
    const auto type = json::textMember(*first, "type");
    if (type == "sourcemap")
        return Kind::Script;
    if (type == "proguard" || type == "source")
        return Kind::Jvm;
    return Kind::Native;
}

Kind kindOf(const json::JsonValue& root)
{
    if (const auto frame = firstFrame(root)) {
        if (const auto kind = kindOfFrame(*frame))
            return *kind;
    }
    if (const auto kind = kindOfModules(root))
        return *kind;
    if (json::member(root, "source"))
        return Kind::Script;
    return json::member(root, "exceptions") || json::member(root, "classes") ? Kind::Jvm
                                                                             : Kind::Native;
}

/// Other JSON has modules too, such as the documentation of a program.
bool hasDebugModule(const json::JsonValue& root)
{
    constexpr std::array kMembers{"debug_id",   "code_id",   "uuid",      "image_addr",
                                  "debug_file", "code_file", "image_size"};
    const auto first = firstItemOf(root, "modules");
    if (!first)
        return json::member(root, "modules").has_value();
    return std::ranges::any_of(
               kMembers,
               [&](const char* name) { return json::member(*first, name).has_value(); }) ||
           parseObjectType(json::textMember(*first, "type")) != ObjectType::Unknown;
}

/// Every member of a native request is optional, but a request without both of these has nothing to
/// symbolicate.
Result<void> checkIsRequest(const json::JsonDocument& document)
{
    if (document.isEmpty() || json::member(document.root(), "stacktraces") ||
        hasDebugModule(document.root()))
        return {};
    return fail(ErrorKind::Unsupported,
                "JSON that is neither an event nor a request: it has no exception, threads, "
                "debug_meta, stacktraces or modules");
}

Result<Request>
decode(const json::JsonDocument& document, const RequestPolicy& policy, const ParseLimits& limits)
{
    switch (document.isEmpty() ? Kind::Native : kindOf(document.root())) {
    case Kind::Script: return decodeScriptRequest(document, policy, limits);
    case Kind::Jvm: return decodeJvmRequest(document, policy);
    case Kind::Native: break;
    }
    return decodeNativeRequest(document, policy);
}

} // namespace

bool looksLikeRequest(std::string_view text)
{
    text = text.substr(0, kHeadBytes);
    return trimAscii(withoutByteOrderMark(text).substr(0, 256)).starts_with('{') &&
           (text.find(R"("stacktraces")") != std::string_view::npos ||
            text.find(R"("modules")") != std::string_view::npos);
}

Result<Request>
readRequest(std::string_view text, const RequestPolicy& policy, const ParseLimits& limits)
{
    FL_TRY(const auto document, json::parseJson(withoutByteOrderMark(text)));
    FL_CHECK(checkIsRequest(document));
    FL_TRY(auto request, decode(document, policy, limits));
    request.options.answer = symbolicate::AnswerStyle::Best;
    return request;
}

} // namespace faultline::requests
