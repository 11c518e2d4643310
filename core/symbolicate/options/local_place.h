// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/candidate.h"
#include "core/symbolicate/options/options.h"

#include <string>
#include <vector>

namespace faultline::symbolicate {

/// A folder, a bundle or a file of this machine in which files are looked for by their content, as
/// files of scripts and mappings are.
struct LocalPlace
{
    std::string path;
    std::string source; ///< Id of the source to which the place belongs, or its name.
    CandidateOrigin origin = CandidateOrigin::Configured;
    bool isRecursive = true; ///< If false, only the files directly in a folder are used.
};

/// The places for one symbolication, each once: the folders of the sources, and for local users the
/// folder of the crash file. Symbolicator looks into no folder in this way, so its answer has only
/// those of local users. Reads the disk.
std::vector<LocalPlace> localPlaces(const std::vector<sources::SourceConfig>& sources,
                                    const SymbolicateOptions& options);

} // namespace faultline::symbolicate
