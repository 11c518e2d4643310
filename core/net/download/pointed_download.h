#pragma once

#include "core/net/download/downloader.h"

namespace faultline::net {

/// Downloads what a symbol store's `file.ptr` leads to: first the pointer, then the file, under the
/// rules of followFilePointer(). `file` is that of the pointer. Calls `done` exactly once, like
/// Downloader::start(), with the pointer's outcome when it leads nowhere. The downloader outlives
/// it.
void startPointedDownload(Downloader& downloader,
                          const sources::RemoteFile& file,
                          TempFile target,
                          std::string label,
                          std::stop_token stop,
                          Downloader::Completion done);

} // namespace faultline::net
