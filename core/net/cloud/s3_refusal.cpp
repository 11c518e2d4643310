// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/s3_refusal.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/net/transport/http_status.h"

#include <algorithm>
#include <array>

namespace faultline::net {

namespace {

struct NamedEntity
{
    std::string_view name;
    char character;
};

constexpr std::size_t kMaxEntityBytes = 10;
constexpr std::array kEntities{NamedEntity{"lt", '<'}, NamedEntity{"gt", '>'},
                               NamedEntity{"amp", '&'}, NamedEntity{"quot", '"'},
                               NamedEntity{"apos", '\''}};

/// Only ASCII characters; such a document can contain all others directly.
std::optional<char> characterOf(std::string_view entity)
{
    if (const auto* found = std::ranges::find(kEntities, entity, &NamedEntity::name);
        found != kEntities.end())
        return found->character;
    std::optional<std::uint64_t> number;
    if (entity.starts_with("#x"))
        number = parseHex(entity.substr(2));
    else if (entity.starts_with('#'))
        number = parseDecimal(entity.substr(1));
    if (!number || *number == 0 || *number > 0x7f)
        return std::nullopt;
    return static_cast<char>(*number);
}

std::string decoded(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const auto start = std::min(text.find('&'), text.size());
        out += text.substr(0, start);
        text.remove_prefix(start);
        const auto end = text.substr(0, kMaxEntityBytes).find(';');
        const auto character = end == std::string_view::npos || text.empty()
                                   ? std::nullopt
                                   : characterOf(text.substr(1, end - 1));
        if (character) {
            out += *character;
            text.remove_prefix(end + 1);
        } else if (!text.empty()) {
            out += '&';
            text.remove_prefix(1);
        }
    }
    return out;
}

/// Text of the first element with that name; absent when the element does not end.
std::optional<std::string> elementText(std::string_view xml, std::string_view name)
{
    const auto open = concat("<", name, ">");
    const auto start = xml.find(open);
    if (start == std::string_view::npos)
        return std::nullopt;
    const auto text = xml.substr(start + open.size());
    const auto end = text.find(concat("</", name, ">"));
    if (end == std::string_view::npos)
        return std::nullopt;
    return decoded(text.substr(0, end));
}

bool isRefusal(std::string_view code)
{
    constexpr std::array<std::string_view, 5> kCodes{
        "AuthorizationHeaderMalformed", "AuthorizationQueryParametersError", "AccessDenied",
        "SignatureDoesNotMatch", "InvalidAccessKeyId"};
    return std::ranges::find(kCodes, code) != kCodes.end();
}

bool isAbsence(std::string_view code)
{
    return code == "NoSuchBucket" || code == "NoSuchKey" || code == "NotFound";
}

ErrorKind kindOf(std::uint32_t status)
{
    if (status == 401 || status == 403)
        return ErrorKind::PermissionDenied;
    return status == 404 ? ErrorKind::NotFound : ErrorKind::DownloadFailed;
}

} // namespace

std::optional<S3ErrorText> readS3Error(std::string_view body)
{
    const auto root = body.find("<Error");
    if (root == std::string_view::npos)
        return std::nullopt;
    auto code = elementText(body.substr(root), "Code");
    if (!code || code->empty())
        return std::nullopt;
    return S3ErrorText{*std::move(code), elementText(body.substr(root), "Message").value_or("")};
}

Error errorForS3Refusal(const HttpHead& head, std::string_view body)
{
    const auto told = readS3Error(body);
    if (!told)
        return {kindOf(head.status), statusText(head.status)};
    auto text = told->message.empty() ? told->code : concat(told->code, ": ", told->message);
    if (isRefusal(told->code))
        return {ErrorKind::PermissionDenied, std::move(text)};
    if (isAbsence(told->code))
        return {ErrorKind::NotFound, std::move(text)};
    return {kindOf(head.status), std::move(text)};
}

} // namespace faultline::net
