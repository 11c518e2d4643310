// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/options/options.h"

#include <filesystem>

namespace faultline::engine {

/// Allows what only local users may read: files and sources of this machine, and debug files beside
/// the crash file `path`.
void allowLocalFiles(symbolicate::SymbolicateOptions& options, const std::filesystem::path& path);

} // namespace faultline::engine
