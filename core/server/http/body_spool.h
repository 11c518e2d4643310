// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"

#include <filesystem>
#include <optional>

namespace faultline::server {

/// Collects bytes of unknown length. A few stay in memory; more go to a temporary file without a
/// name. Use it on one thread at a time. Errors: those of TempFile.
class BodySpool
{
public:
    static constexpr std::size_t kMemoryBytes = std::size_t{1} << 20;

    /// `folder` is for temporary files.
    explicit BodySpool(std::filesystem::path folder, std::size_t memoryBytes = kMemoryBytes)
        : m_folder(std::move(folder)), m_memoryBytes(memoryBytes)
    {
    }

    Result<void> append(Bytes bytes);

    /// What stays in memory.
    std::size_t memoryBytes() const { return m_memoryBytes; }

    std::uint64_t sizeBytes() const { return m_file ? m_file->sizeBytes() : m_memory.size(); }

    /// The bytes if all of them are in memory; otherwise nothing.
    std::string_view inMemory() const { return m_file ? std::string_view() : asText(m_memory); }

    /// Returns all bytes and empties the spool. The view may outlive the spool.
    Result<ByteView> take();

private:
    Result<void> moveToFile();

    std::filesystem::path m_folder;
    std::size_t m_memoryBytes;
    std::vector<std::byte> m_memory;
    std::optional<TempFile> m_file;
};

} // namespace faultline::server
