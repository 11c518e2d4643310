// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbfile/part_folder.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/hex.h"
#include "core/base/temp_file.h"

#include <algorithm>

namespace faultline::server::symbfile_api {

namespace fs = std::filesystem;

namespace {

std::string fileName(std::uint32_t part, Bytes content)
{
    return concat(part, "-", sha256Hex(content));
}

/// Returns the number at the beginning of the file's name.
std::optional<std::uint32_t> partOf(const fs::path& file)
{
    const auto name = file.filename().string();
    const auto number = parseDecimal(std::string_view(name).substr(0, name.find('-')));
    return number && name.contains('-') ? std::optional(static_cast<std::uint32_t>(*number))
                                        : std::nullopt;
}

} // namespace

fs::path PartFolder::generation(std::uint32_t parts) const
{
    return m_folder / std::to_string(parts);
}

PartFolder::Files PartFolder::files(std::uint32_t parts) const
{
    Files files;
    std::error_code error;
    for (fs::directory_iterator at(generation(parts), error), end; !error && at != end;
         at.increment(error)) {
        if (const auto part = partOf(at->path()); part && *part < parts)
            files.emplace(*part, at->path());
    }
    return files;
}

Result<void> PartFolder::add(std::uint32_t part, std::uint32_t parts, Bytes content)
{
    const auto name = fileName(part, content);
    const auto known = files(parts);
    std::error_code ignored;
    const bool isOther =
        !known.empty() && known.contains(part) && known.at(part).filename() != name;
    const bool isOtherCount = known.empty() && fs::exists(m_folder, ignored);
    if (isOther || isOtherCount)
        removeAll();
    FL_TRY(auto file, TempFile::create(generation(parts)));
    FL_CHECK(file.append(content));
    return file.keepAs(generation(parts) / name);
}

bool PartFolder::isComplete(std::uint32_t parts) const
{
    return files(parts).size() == parts;
}

Result<std::vector<ByteView>> PartFolder::readAll(std::uint32_t parts) const
{
    std::vector<ByteView> contents;
    for (const auto& [part, path] : files(parts)) {
        FL_TRY(auto content, mapOwnFile(path));
        contents.push_back(std::move(content));
    }
    return contents;
}

void PartFolder::remove(std::uint32_t part, std::uint32_t parts)
{
    const auto known = files(parts);
    std::error_code ignored;
    if (const auto found = known.find(part); found != known.end())
        fs::remove(found->second, ignored);
}

void PartFolder::removeAll()
{
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

void PartFolder::expire(std::chrono::seconds lifetime)
{
    std::error_code error;
    auto newest = fs::file_time_type::min();
    for (fs::recursive_directory_iterator at(m_folder, error), end; !error && at != end;
         at.increment(error)) {
        std::error_code gone;
        const auto time = at->last_write_time(gone);
        newest = gone ? newest : std::max(newest, time);
    }
    if (newest != fs::file_time_type::min() && newest + lifetime < fs::file_time_type::clock::now())
        removeAll();
}

} // namespace faultline::server::symbfile_api
