// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbfile/upload_headers.h"

#include "core/base/constant_time.h"
#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>

namespace faultline::server::symbfile_api {

namespace {

constexpr std::string_view kScheme = "apikey";
constexpr std::size_t kMaxBuildIdDigits = 128;

bool hasHeader(const HttpRequestHead& head, std::string_view name)
{
    return std::ranges::any_of(
        head.headers, [&](const auto& header) { return equalsIgnoreCase(header.first, name); });
}

/// Reads what ties the upload to a module. A build id becomes part of a path.
Result<void> readModuleHeaders(const HttpRequestHead& head, UploadHeaders& headers)
{
    const auto build = head.header("X-Build-Id");
    const bool isHex = std::ranges::all_of(build, [](char c) { return hexValue(c) >= 0; });
    if (!isHex || build.size() % 2 != 0 || build.size() > kMaxBuildIdDigits ||
        (build.empty() && hasHeader(head, "X-Build-Id")))
        return fail(ErrorKind::Malformed, "X-Build-Id must be 1 to ", kMaxBuildIdDigits / 2,
                    " bytes in hexadecimal digits");
    headers.buildId = toLowerAscii(build);
    if (!hasHeader(head, "X-Load-Address"))
        return {};
    headers.loadAddress = parseHex(head.header("X-Load-Address"));
    if (!headers.loadAddress)
        return fail(ErrorKind::Malformed, "X-Load-Address must be a hexadecimal number");
    return {};
}

} // namespace

Result<UploadHeaders> readUploadHeaders(const HttpRequestHead& head)
{
    const auto id = symbfile::FileId::parseBase64(head.header("FileID"));
    if (!id)
        return fail(ErrorKind::Malformed, "FileID is not the base64 form of 16 bytes");
    UploadHeaders headers{.id = *id, .buildId = {}, .loadAddress = std::nullopt};
    FL_CHECK(readModuleHeaders(head, headers));
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
    return isAmongSecrets(value.substr(space + 1), keys);
}

} // namespace faultline::server::symbfile_api
