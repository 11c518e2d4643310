// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/natvis/visualizer_set.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace faultline::symbolicate {

/// The files of Natvis: those of the program, before them those in a folder of the user's, and
/// before these those beside debug files. They are read when the first value is asked for.
/// Thread-safe.
class SummaryFiles
{
public:
    /// Set before the first use. Empty: the program's files alone.
    void setFolder(std::filesystem::path folder) { m_folder = std::move(folder); }

    /// The files for a module, and before them those beside its debug files: "app.natvis" and
    /// "app.debug.natvis" beside "app.debug". Never null. What is wrong in a file is written to the
    /// log, with its line, the first time.
    std::shared_ptr<const natvis::VisualizerSet>
    get(const std::vector<std::filesystem::path>& debugFiles, LogSink& log);

private:
    std::filesystem::path m_folder;
    std::mutex m_mutex; // Guards m_sets.
    /// By the files beside debug files.
    std::map<std::vector<std::filesystem::path>, std::shared_ptr<const natvis::VisualizerSet>>
        m_sets;
};

/// The "*.natvis" files of a folder, in the order of their names. A file that cannot be read is a
/// problem of its own. No folder is no problem.
std::vector<natvis::NatvisFile> readSummaryFiles(const std::filesystem::path& folder);

} // namespace faultline::symbolicate
