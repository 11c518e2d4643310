// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/server/http/http_types.h"

#include <filesystem>

namespace faultline::server::mozilla {

/// What a client sends to `/upload/`: an archive, or the URL of one.
struct UploadForm
{
    std::string archiveName; ///< Of the archive in the form; empty when there is a URL.
    ByteView archive;
    std::string url;
    bool isTry = false;
};

/// Decodes a form. An archive is copied to `spoolFolder`. Errors: Malformed, with the text that the
/// client gets (docs/spec/mozilla-api.md §14); those of TempFile.
Result<UploadForm> readUploadForm(std::string_view contentType,
                                  const ByteView& body,
                                  const std::filesystem::path& spoolFolder);

} // namespace faultline::server::mozilla
