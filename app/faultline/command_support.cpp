#include "app/faultline/command_support.h"

#include "core/sources/source_parser.h"

#include <algorithm>
#include <cstdio>

namespace faultline::app {

void complain(const std::string& file, const Error& error)
{
    std::fprintf(stderr, "faultline: %s: %s\n", file.c_str(), error.detail.c_str());
}

void complain(const Error& error)
{
    std::fprintf(stderr, "faultline: %s\n", error.detail.c_str());
}

SourceConfig symbolSource(const std::string& argument, std::size_t index)
{
    const auto id = concat("local:", index);
    std::error_code ignored;
    if (!std::filesystem::is_directory(argument, ignored))
        return parseSourceArgument(argument, id);
    SourceConfig source;
    source.id = id;
    source.where = FolderSource{argument};
    return source;
}

ExitCode worse(ExitCode a, ExitCode b)
{
    if (a == ExitCode::Failed || b == ExitCode::Failed)
        return ExitCode::Failed;
    if (a == ExitCode::Unreadable || b == ExitCode::Unreadable)
        return ExitCode::Unreadable;
    return std::max(a, b);
}

ExitCode finishOutput(OutputFile& output, ExitCode outcome)
{
    if (const auto written = output.finish(); !written) {
        complain(written.error());
        return ExitCode::Failed;
    }
    return outcome;
}

} // namespace faultline::app
