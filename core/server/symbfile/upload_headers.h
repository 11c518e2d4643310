#pragma once

#include "core/base/result.h"
#include "core/formats/debug/symbfile/file_id.h"
#include "core/server/http/http_types.h"

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
};

/// Reads FileID, FilePart and FileParts (docs/spec/symbfile.md §§9, 10). Without the latter two,
/// the upload is the only part. Errors: Malformed.
Result<UploadHeaders> readUploadHeaders(const HttpRequestHead& head);

/// Tells whether `Authorization: APIKey <token>` contains one of the keys. Takes the same time for
/// all wrong tokens of one length.
bool isAuthorized(const HttpRequestHead& head, const std::vector<std::string>& keys);

} // namespace faultline::server::symbfile_api
