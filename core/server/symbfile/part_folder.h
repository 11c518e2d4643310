// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/folder.h"
#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace faultline::server::symbfile_api {

/// The parts of one unfinished upload. Each is a file with its number and the hash of its content
/// in the name. Use it under the lock of the uploaded file.
class PartFolder
{
public:
    /// `folder` need not exist.
    explicit PartFolder(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// Stores a part. If it contradicts the stored parts, in content or in their number, the upload
    /// starts over with this part. Errors: those of writing.
    Result<void> add(std::uint32_t part, std::uint32_t parts, Bytes content);

    bool isComplete(std::uint32_t parts) const;
    /// Returns the parts in the order of their numbers. Errors: those of reading.
    Result<std::vector<ByteView>> readAll(std::uint32_t parts) const;

    void remove(std::uint32_t part, std::uint32_t parts);
    /// Removes the files of parts; what others put there stays.
    void removeAll();
    /// Removes parts that have waited for the others longer than `lifetime`.
    void expire(std::chrono::seconds lifetime);

private:
    using Files = std::map<std::uint32_t, std::filesystem::path>;

    std::filesystem::path generation(std::uint32_t parts) const;
    Files files(std::uint32_t parts) const;
    Result<Folder> open() const;

    std::filesystem::path m_folder;
};

} // namespace faultline::server::symbfile_api
