// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/symbfile/file_id.h"
#include "core/server/http/http_types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::server::symbfile_api {

inline constexpr std::uint32_t kMaxParts = 1024;

/// Says which part of which file an upload is.
struct UploadHeaders
{
    symbfile::FileId id;
    std::uint32_t part = 0;
    std::uint32_t parts = 1;
    std::string buildId{};                      ///< Lower-case digits; empty when not sent.
    std::optional<std::uint64_t> loadAddress{}; ///< Where the file is linked to be loaded.
};

/// Reads FileID, FilePart, FileParts, X-Build-Id and X-Load-Address (docs/spec/symbfile.md §§9,
/// 10). Without a number of parts, the upload is the only part. Errors: Malformed.
Result<UploadHeaders> readUploadHeaders(const HttpRequestHead& head);

/// Tells whether `Authorization: APIKey <token>` contains one of the keys. Takes the same time for
/// all wrong tokens of one length.
bool isAuthorized(const HttpRequestHead& head, const std::vector<std::string>& keys);

} // namespace faultline::server::symbfile_api
