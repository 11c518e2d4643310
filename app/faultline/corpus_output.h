// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace faultline::app {

enum class CorpusStart : std::uint8_t { New, Resume };

/// The file of a corpus's lines. All lines of an input file are written at once, so only the last
/// file's can be cut when the program is killed: resuming removes them, and that file is made anew.
/// What is remembered of a finished file are 16 bytes. Holds the output's lock. Thread-safe.
class CorpusOutput
{
public:
    /// Errors: Unsupported (the output exists and is not resumed, or another process writes it),
    /// Malformed (it has lines of something else), those of the system.
    static Result<std::unique_ptr<CorpusOutput>> open(const std::filesystem::path& path,
                                                      CorpusStart start);
    ~CorpusOutput();
    CorpusOutput(const CorpusOutput&) = delete;
    CorpusOutput& operator=(const CorpusOutput&) = delete;

    /// `file` as lines have it.
    bool has(std::string_view file) const;

    /// Appends the lines of one file, which end in a line break. After an error the output is as
    /// before it, as far as the system lets it.
    Result<void> append(std::string_view lines);

    /// How many files it had at the start.
    std::size_t resumedCount() const { return m_finished.size(); }

private:
    using FileKey = std::array<std::uint8_t, 16>;

    struct KeyHash
    {
        std::size_t operator()(const FileKey& key) const
        {
            std::size_t hash = 0;
            std::memcpy(&hash, key.data(), sizeof hash);
            return hash;
        }
    };

    CorpusOutput(int descriptor, std::filesystem::path path)
        : m_descriptor(descriptor), m_path(std::move(path))
    {
    }

    static FileKey keyOf(std::string_view file);
    Result<void> readBack();

    const int m_descriptor;
    const std::filesystem::path m_path;
    std::unordered_set<FileKey, KeyHash> m_finished; ///< Not changed after open().
    std::mutex m_mutex;                              // Guards the writing.
};

} // namespace faultline::app
