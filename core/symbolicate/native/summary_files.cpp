// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/summary_files.h"

#include "core/base/file.h"
#include "core/base/folder_walk.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>

namespace faultline::symbolicate {

namespace {

constexpr std::uint64_t kMaxFileBytes = 8u << 20;
constexpr std::size_t kMaxFiles = 256;

std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    auto walk = FolderWalk::begin(folder);
    while (const auto* entry = walk ? walk->next() : nullptr) {
        if (entry->isFolder)
            walk->passOver();
        else if (toLowerAscii(entry->path.extension().string()) == ".natvis")
            files.push_back(entry->path);
        if (files.size() == kMaxFiles)
            break;
    }
    std::ranges::sort(files);
    return files;
}

/// The files that go with debug files.
std::vector<std::filesystem::path> filesBeside(const std::vector<std::filesystem::path>& debugFiles)
{
    std::vector<std::filesystem::path> found;
    for (const auto& debugFile : debugFiles) {
        auto replaced = debugFile;
        replaced.replace_extension(".natvis");
        auto appended = debugFile;
        appended += ".natvis";
        for (const auto& path : {appended, replaced}) {
            std::error_code error;
            if (std::filesystem::is_regular_file(path, error) &&
                std::ranges::find(found, path) == found.end())
                found.push_back(path);
        }
    }
    return found;
}

natvis::NatvisFile readOne(const std::filesystem::path& path)
{
    const auto name = path.filename().string();
    const auto bytes = readFile(path, kMaxFileBytes);
    if (bytes)
        return natvis::readNatvis(name, bytes->text());
    natvis::NatvisFile file{.name = name, .visualizers = {}, .intrinsics = {}, .problems = {}};
    file.problems.push_back({name, 0, bytes.error().detail});
    return file;
}

} // namespace

std::vector<natvis::NatvisFile> readSummaryFiles(const std::filesystem::path& folder)
{
    std::vector<natvis::NatvisFile> files;
    for (const auto& path : filesIn(folder))
        files.push_back(readOne(path));
    return files;
}

std::shared_ptr<const natvis::VisualizerSet>
SummaryFiles::get(const std::vector<std::filesystem::path>& debugFiles, LogSink& log)
{
    const auto beside = filesBeside(debugFiles);
    const std::scoped_lock lock(m_mutex);
    auto& set = m_sets[beside];
    if (set)
        return set;
    std::vector<natvis::NatvisFile> files;
    for (const auto& path : beside)
        files.push_back(readOne(path));
    if (!m_folder.empty())
        std::ranges::move(readSummaryFiles(m_folder), std::back_inserter(files));
    set = natvis::withBuiltInFiles(std::move(files));
    for (const auto& problem : set->problems())
        log.write(LogLevel::Warning, "engine.symbols",
                  concat(problem.file, ":", problem.line, ": ", problem.text));
    return set;
}

} // namespace faultline::symbolicate
