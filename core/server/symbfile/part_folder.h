#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace faultline::server::symbfile_api {

/// The parts of one unfinished upload, each a file named after its number and content. Used under
/// the lock of the file that it is for.
class PartFolder
{
public:
    /// `folder` need not exist.
    explicit PartFolder(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// Keeps a part. One with other bytes, or of another count of parts, begins anew. Errors: those
    /// of writing.
    Result<void> add(std::uint32_t part, std::uint32_t parts, Bytes content);

    bool isComplete(std::uint32_t parts) const;
    /// In the order of their numbers. Errors: those of reading.
    Result<std::vector<ByteView>> readAll(std::uint32_t parts) const;

    void remove(std::uint32_t part, std::uint32_t parts);
    void removeAll();
    /// Removes parts that have waited too long for the others.
    void expire(std::chrono::seconds lifetime);

private:
    using Files = std::map<std::uint32_t, std::filesystem::path>;

    std::filesystem::path generation(std::uint32_t parts) const;
    Files files(std::uint32_t parts) const;

    std::filesystem::path m_folder;
};

} // namespace faultline::server::symbfile_api
