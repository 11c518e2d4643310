// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/profiler_request.h"

#include "core/base/hex.h"
#include "core/json/json_cursor.h"

namespace faultline::server::mozilla {

namespace {

constexpr std::size_t kMaxNameBytes = 4096;
constexpr std::size_t kMaxHexDigits = 8;

/// "0x" and up to 32 bits; the prefix is required.
std::uint32_t readHex(const json::JsonCursor& value)
{
    const auto text = value.string();
    const auto digits = std::string_view(text).substr(std::min<std::size_t>(2, text.size()));
    const auto number =
        text.starts_with("0x") && digits.size() <= kMaxHexDigits ? parseHex(digits) : std::nullopt;
    if (!number)
        value.refuse("expected a text with 0x and at most 8 hexadecimal digits");
    return static_cast<std::uint32_t>(number.value_or(0));
}

void checkLength(const json::JsonCursor& value, std::string_view text)
{
    if (text.size() > kMaxNameBytes)
        value.refuse("the text is too long");
    if (text.contains('\0'))
        value.refuse("the text has a null byte");
}

std::optional<std::string> readName(const json::JsonCursor& value)
{
    auto text = value.optionalString();
    checkLength(value, text.value_or(""));
    return text && !text->empty() ? std::move(text) : std::nullopt;
}

/// An id that cannot be one is an error here: no file can have it.
std::optional<DebugId> readDebugId(const json::JsonCursor& value)
{
    const auto text = value.optionalString();
    if (!text || text->empty())
        return std::nullopt;
    const auto id = DebugId::parse(*text);
    if (!id || id->isNil())
        value.refuse("the debug id cannot be one");
    return id;
}

std::optional<CodeId> readCodeId(const json::JsonCursor& value)
{
    const auto text = value.optionalString();
    auto id = CodeId::parse(text.value_or(""));
    return id.empty() ? std::nullopt : std::optional(std::move(id));
}

std::unexpected<Error> refusal(const Error& error)
{
    return fail(ErrorKind::Malformed, "Couldn't parse request: ", error.detail);
}

} // namespace

Result<SourceRequest> decodeSourceRequest(const json::JsonDocument& body)
{
    json::JsonErrors errors;
    const json::JsonCursor root(body.root(), errors);
    SourceRequest request;
    const auto name = root.member("debugName");
    const auto id = root.member("debugId");
    request.wanted.debugFile = name.string();
    checkLength(name, *request.wanted.debugFile);
    request.wanted.debugId = readDebugId(id);
    if (!request.wanted.debugId)
        id.refuse("a debug id is needed");
    request.offset = readHex(root.member("moduleOffset"));
    const auto file = root.member("file");
    request.file = file.string();
    checkLength(file, request.file);
    if (!errors.ok())
        return refusal(*errors.first());
    return request;
}

Result<CodeRequest> decodeCodeRequest(const json::JsonDocument& body)
{
    json::JsonErrors errors;
    const json::JsonCursor root(body.root(), errors);
    CodeRequest request;
    request.wanted = {.codeFile = readName(root.member("name")),
                      .codeId = readCodeId(root.member("codeId")),
                      .debugFile = readName(root.member("debugName")),
                      .debugId = readDebugId(root.member("debugId"))};
    if (!request.wanted.codeId && !request.wanted.debugId)
        root.refuse("a codeId or a debugId is needed");
    request.startAddress = readHex(root.member("startAddress"));
    const auto size = root.member("size");
    request.sizeBytes = readHex(size);
    if (request.sizeBytes > kMaxCodeBytes)
        size.refuse("more than 1 MiB of code");
    request.continueUntilFunctionEnd = root.member("continueUntilFunctionEnd").booleanOr(false);
    if (!errors.ok())
        return refusal(*errors.first());
    return request;
}

} // namespace faultline::server::mozilla
