// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tools/kept_file.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::app {

/// Where a command's result goes: a file, or standard output. A file appears, or replaces an older
/// one, only when it is complete. A device or a pipe is written at once.
class OutputFile
{
public:
    using Path = std::filesystem::path;

    /// `inputs` must not be replaced. Errors: Unsupported (the file is an input or a folder), and
    /// those of the system.
    static Result<OutputFile> open(const std::optional<Path>& path,
                                   const std::vector<Path>& inputs = {});

    void write(std::string_view text);

    /// Was anything written that counts?
    bool hasContent() const { return m_hasContent; }

    /// What was written is no result: finishOutput() leaves what was there.
    void abandon() { m_hasContent = false; }

    /// Puts the file in its place; without this call, what was there stays. Errors: those of the
    /// first write that failed, with the path. What was there stays then, too.
    Result<void> finish();

    bool isTerminal() const;
    /// Columns of the terminal; 100 elsewhere.
    std::size_t width() const;

private:
    struct Closer
    {
        void operator()(std::FILE* file) const;
    };

    OutputFile() = default;

    Result<void> openStreamAt(const Path& path);
    void collect(std::string_view text);
    void flushCollected();

    std::optional<UserFile> m_collected; ///< Absent: the result goes to m_stream.
    std::string m_waiting;               ///< Of what is collected.
    std::unique_ptr<std::FILE, Closer> m_file;
    std::FILE* m_stream = nullptr;
    std::string m_name = "standard output";
    std::optional<Error> m_failure; ///< The first write that failed.
    bool m_hasContent = false;
};

} // namespace faultline::app
