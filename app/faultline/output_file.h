#pragma once

#include "core/base/result.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace faultline::app {

/// The destination of a command's result: a file or standard output.
class OutputFile
{
public:
    /// Replaces an existing file. Errors: those of the system.
    static Result<OutputFile> open(const std::optional<std::filesystem::path>& path);

    void write(std::string_view text);
    /// Errors: Internal (any write failed).
    Result<void> finish();

    bool isTerminal() const;
    /// Returns the number of columns of the terminal, or 100 for other destinations.
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
