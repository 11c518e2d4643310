#pragma once

#include "core/base/result.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace faultline::app {

/// Where a command's result goes: a file, or standard output.
class OutputFile
{
public:
    /// Errors: those of the system. An existing file is replaced.
    static Result<OutputFile> open(const std::optional<std::filesystem::path>& path);

    void write(std::string_view text);
    /// Errors: Internal, when any write failed.
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
};

} // namespace faultline::app
