// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbfile/part_folder.h"

#include "core/base/file.h"
#include "core/base/folder_walk.h"
#include "core/base/hash.h"
#include "core/base/hex.h"
#include "core/base/temp_file.h"

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

namespace faultline::server::symbfile_api {

namespace fs = std::filesystem;

namespace {

std::string fileName(std::uint32_t part, Bytes content)
{
    return concat(part, "-", sha256Hex(content));
}

/// Returns the number in "<number>-<SHA-256>".
std::optional<std::uint32_t> partOf(std::string_view name)
{
    constexpr std::size_t kHashDigits = 64;
    const auto hyphen = name.find('-');
    if (hyphen == name.npos)
        return std::nullopt;
    const auto hash = name.substr(hyphen + 1);
    const auto number = parseDecimal(name.substr(0, hyphen));
    const bool fits = number && hash.size() == kHashDigits &&
                      hash.find_first_not_of("0123456789abcdef") == hash.npos;
    return fits ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

/// Only what this program made, by its name and its owner.
void removeParts(const Folder& generation)
{
    for (const auto& name : generation.names().value_or(std::vector<std::string>())) {
        const auto info =
            partOf(name) || TempFile::isName(name) ? generation.find(name) : std::nullopt;
        if (info && S_ISREG(info->st_mode) && info->st_uid == ::geteuid())
            static_cast<void>(generation.removeFile(name));
    }
}

} // namespace

fs::path PartFolder::generation(std::uint32_t parts) const
{
    return m_folder / std::to_string(parts);
}

PartFolder::Files PartFolder::files(std::uint32_t parts) const
{
    Files files;
    auto walk = FolderWalk::begin(generation(parts));
    while (const auto* entry = walk ? walk->next() : nullptr) {
        walk->passOver();
        if (const auto part = partOf(entry->path.filename().string()); part && *part < parts)
            files.emplace(*part, entry->path);
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
    const auto found = known.find(part);
    const auto folder = open();
    const auto generation =
        folder ? folder->inner(std::to_string(parts)) : std::unexpected(folder.error());
    if (generation && found != known.end())
        static_cast<void>(generation->removeFile(found->second.filename().string()));
}

/// No link in the place of the folder is followed.
Result<Folder> PartFolder::open() const
{
    FL_TRY(const auto parent, Folder::open(m_folder.parent_path()));
    return parent.inner(m_folder.filename().string());
}

void PartFolder::removeAll()
{
    {
        const auto folder = open();
        if (!folder)
            return;
        for (const auto& name : folder->names().value_or(std::vector<std::string>())) {
            const auto generation =
                parseDecimal(name) ? folder->inner(name) : fail(ErrorKind::NotFound, "another's");
            if (!generation)
                continue;
            removeParts(*generation);
            folder->removeEmptyFolder(name);
        }
    }
    if (const auto parent = Folder::open(m_folder.parent_path()))
        parent->removeEmptyFolder(m_folder.filename().string());
}

void PartFolder::expire(std::chrono::seconds lifetime)
{
    auto newest = fs::file_time_type::min();
    auto walk = FolderWalk::begin(m_folder);
    while (const auto* entry = walk ? walk->next() : nullptr) {
        std::error_code gone;
        const auto time = fs::last_write_time(entry->path, gone);
        newest = gone ? newest : std::max(newest, time);
    }
    if (newest != fs::file_time_type::min() && newest + lifetime < fs::file_time_type::clock::now())
        removeAll();
}

} // namespace faultline::server::symbfile_api
