// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/cache_command.h"
#include "app/faultline/command_line.h"
#include "app/faultline/command_support.h"
#include "app/faultline/config_command.h"
#include "app/faultline/corpus_command.h"
#include "app/faultline/crash_command.h"
#include "app/faultline/documentation_command.h"
#include "app/faultline/exit_code.h"
#include "app/faultline/healthcheck_command.h"
#include "app/faultline/inspect_command.h"
#include "app/faultline/library_command.h"
#include "app/faultline/mcp_command.h"
#include "app/faultline/open_command.h"
#include "app/faultline/out_of_memory.h"
#include "app/faultline/query_command.h"
#include "app/faultline/serve_command.h"
#include "app/faultline/stackwalk_command.h"
#include "app/faultline/symbolicate_command.h"
#include "app/faultline/symbolicator_arguments.h"
#include "app/faultline/symbols_command.h"
#include "app/faultline/threads_command.h"
#include "core/base/contained.h"
#include "core/base/descriptor_limit.h"
#include "core/base/file.h"
#include "core/base/resource_limits.h"
#include "core/base/text.h"
#include "core/selfdump/crash_handler.h"

#include <cerrno>
#include <cstdio>

using namespace faultline::app;

namespace {

int run(const PrintAndExit& print)
{
    if (print.exitCode == 0)
        std::fputs(print.text.c_str(), stdout);
    else // The text repeats arguments, which may contain anything.
        for (const auto line : faultline::splitLines(print.text))
            std::fprintf(stderr, "%s\n", faultline::escapeControls(line).c_str());
    return print.exitCode;
}

/// Each command is an overload of run() for its arguments.
int runCommand(const CommandLine& line)
{
    return std::visit([](const auto& arguments) { return static_cast<int>(run(arguments)); }, line);
}

/// `faultline crash` tests how an end is reported, so nothing holds it.
bool wantsToCrash(const CommandLine& line)
{
    return std::holds_alternative<CrashArguments>(line);
}

/// Memory and threads may run out in the middle of anything.
int runContained(const std::vector<std::string>& arguments)
{
    const auto line = faultline::contained([&] { return parseCommandLine(arguments); });
    if (line && wantsToCrash(*line))
        return runCommand(*line);
    const auto exitCode = line ? faultline::contained([&] { return runCommand(*line); })
                               : faultline::Result<int>(std::unexpected(line.error()));
    if (exitCode)
        return *exitCode;
    complain(exitCode.error());
    return static_cast<int>(ExitCode::Failed);
}

/// Commands write small results to standard output without checking. This checks once, at the end,
/// whether everything was written.
int withOutput(int exitCode)
{
    errno = 0;
    const bool isWritten = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (isWritten || exitCode == static_cast<int>(ExitCode::Failed))
        return exitCode;
    complain(errno == 0 ? faultline::Error{.kind = faultline::ErrorKind::Internal,
                                           .detail = "cannot write standard output"}
                        : faultline::errorFromErrno(errno, "write", "standard output"));
    return static_cast<int>(ExitCode::Failed);
}

} // namespace

int main(int argc, char* argv[])
{
    faultline::occupyStandardDescriptors();
    if (const auto result = faultline::selfdump::runDumpWriter(argc, argv))
        return *result;
    if (const auto folder = faultline::selfdump::dumpFolder())
        faultline::selfdump::installCrashHandler(*folder);
    endWhenOutOfMemory();
    faultline::outliveResourceLimits();
    faultline::raiseDescriptorLimit();
    return withOutput(
        runContained(withoutSymbolicator(argc > 0 ? argv[0] : "", {argv + 1, argv + argc})));
}
