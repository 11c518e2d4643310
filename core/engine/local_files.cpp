// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/local_files.h"

namespace faultline::engine {

void allowLocalFiles(symbolicate::SymbolicateOptions& options, const std::filesystem::path& path)
{
    options.useLocalSources = true;
    options.useLocalFiles = true;
    options.crashFileFolder = std::filesystem::absolute(path).parent_path().string();
}

} // namespace faultline::engine
