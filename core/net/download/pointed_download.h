// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/download/downloader.h"

namespace faultline::net {

/// Downloads the target of a symbol store's `file.ptr`: first the pointer, then the file, by the
/// rules of followFilePointer(). `file` is the pointer's. Calls `done` exactly once, like
/// Downloader::start(). If the pointer leads nowhere, `done` gets the pointer's own outcome. The
/// downloader must outlive it.
void startPointedDownload(Downloader& downloader,
                          const sources::RemoteFile& file,
                          TempFile target,
                          std::string label,
                          std::stop_token stop,
                          Downloader::Completion done);

} // namespace faultline::net
