// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"
#include "core/sources/source_config.h"

#include <stop_token>

namespace faultline::net {

class Downloader;

} // namespace faultline::net

namespace faultline::engine {

/// Asks a source once for a file that no build can have, and says how it answered; looks whether a
/// folder is there. Waits at most ten seconds. Must not run on a pool's thread. The caller fills in
/// the job.
SourceTestSnapshot
testSource(net::Downloader& downloader, sources::SourceConfig source, const std::stop_token& stop);

} // namespace faultline::engine
