// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/bundle/report_bundle.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/model/report.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/run/symbolication.h"

#include <stop_token>

namespace faultline::engine {

/// Searches for a source file of a resolved module: in its bundles, in embedded sources, at local
/// paths, at the link in its debug files if the link's host may be asked, and at debuginfod
/// servers. The caller sets `job` and `event` of the answer. Waits for the download: for job
/// threads only.
SourceSnapshot loadSourceFile(const symbolicate::Services& services,
                              const symbolicate::ResolvedModule& module,
                              std::string path,
                              std::uint32_t line,
                              const symbolicate::SymbolicateOptions& options,
                              const std::stop_token& stop);

/// The text of a source file out of a report bundle. No other place is asked.
SourceSnapshot loadStoredSource(const bundle::ReportBundle& stored, std::string path);

} // namespace faultline::engine
