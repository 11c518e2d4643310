// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::app {

/// Where a command's result goes: a file, or standard output.
class OutputFile
{
public:
    /// Errors: those of the system. An existing file is emptied; a device or a pipe is written.
    static Result<OutputFile> open(const std::optional<std::filesystem::path>& path);

    void write(std::string_view text);
    /// Errors: those of the first write that failed, with the path.
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

    std::unique_ptr<std::FILE, Closer> m_file;
    std::FILE* m_stream = nullptr;
    std::string m_name = "standard output";
    int m_failure = 0; ///< errno of the first write that failed.
};

} // namespace faultline::app
