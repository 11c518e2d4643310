#include "core/server/symbfile/upload_headers.h"

#include "core/base/constant_time.h"
#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>

namespace faultline::server::symbfile_api {

namespace {

constexpr std::string_view kScheme = "apikey";

bool hasHeader(const HttpRequestHead& head, std::string_view name)
{
    return std::ranges::any_of(
        head.headers, [&](const auto& header) { return equalsIgnoreCase(header.first, name); });
}

} // namespace

Result<UploadHeaders> readUploadHeaders(const HttpRequestHead& head)
{
    const auto id = symbfile::FileId::parseBase64(head.header("FileID"));
    if (!id)
        return fail(ErrorKind::Malformed, "FileID is not the base64 form of 16 bytes");
    UploadHeaders headers{.id = *id, .part = 0, .parts = 1};
    if (!hasHeader(head, "FilePart") && !hasHeader(head, "FileParts"))
        return headers;
    const auto part = parseDecimal(head.header("FilePart"));
    const auto parts = parseDecimal(head.header("FileParts"));
    if (!part || !parts)
        return fail(ErrorKind::Malformed, "FilePart and FileParts must both be decimal numbers");
    if (*parts == 0 || *parts > kMaxParts)
        return fail(ErrorKind::Malformed, "FileParts must be 1 to ", kMaxParts);
    if (*part >= *parts)
        return fail(ErrorKind::Malformed, "FilePart must be less than FileParts");
    headers.part = static_cast<std::uint32_t>(*part);
    headers.parts = static_cast<std::uint32_t>(*parts);
    return headers;
}

bool isAuthorized(const HttpRequestHead& head, const std::vector<std::string>& keys)
{
    const auto value = head.header("Authorization");
    const auto space = value.find(' ');
    if (space == std::string_view::npos || !equalsIgnoreCase(value.substr(0, space), kScheme))
        return false;
    const auto token = value.substr(space + 1);
    bool isKnown = false;
    for (const auto& key : keys)
        isKnown |= equalsInConstantTime(token, key);
    return isKnown;
}

} // namespace faultline::server::symbfile_api
