#include "app/faultline/cache_command.h"
#include "app/faultline/command_line.h"
#include "app/faultline/command_support.h"
#include "app/faultline/config_command.h"
#include "app/faultline/exit_code.h"
#include "app/faultline/open_command.h"
#include "app/faultline/out_of_memory.h"
#include "app/faultline/serve_command.h"
#include "app/faultline/stackwalk_command.h"
#include "app/faultline/symbolicate_command.h"
#include "app/faultline/symbols_command.h"
#include "core/base/file.h"
#include "core/base/text.h"

#include <cerrno>
#include <cstdio>

using namespace faultline::app;

namespace {

struct Runner
{
    int operator()(const PrintAndExit& print) const
    {
        if (print.exitCode == 0)
            std::fputs(print.text.c_str(), stdout);
        else // The text repeats arguments, which may hold anything.
            for (const auto line : faultline::splitLines(print.text))
                std::fprintf(stderr, "%s\n", faultline::escapeControls(line).c_str());
        return print.exitCode;
    }

    int operator()(const ServeArguments& arguments) const
    {
        return static_cast<int>(serve(arguments));
    }

    int operator()(const SymbolicateArguments& arguments) const
    {
        return static_cast<int>(symbolicate(arguments));
    }

    int operator()(const StackwalkArguments& arguments) const
    {
        return static_cast<int>(stackwalk(arguments));
    }

    int operator()(const SymbolsInfoArguments& arguments) const
    {
        return static_cast<int>(symbolsInfo(arguments));
    }

    int operator()(const SymbolsSymcacheArguments& arguments) const
    {
        return static_cast<int>(symbolsSymcache(arguments));
    }

    int operator()(const SymbolsLookupArguments& arguments) const
    {
        return static_cast<int>(symbolsLookup(arguments));
    }

    int operator()(const SymbolsDumpArguments& arguments) const
    {
        return static_cast<int>(symbolsDump(arguments));
    }

    int operator()(const SymbolsBundleArguments& arguments) const
    {
        return static_cast<int>(symbolsBundle(arguments));
    }

    int operator()(const SymbolsSortArguments& arguments) const
    {
        return static_cast<int>(symbolsSort(arguments));
    }

    int operator()(const SymbolsWasmSplitArguments& arguments) const
    {
        return static_cast<int>(symbolsWasmSplit(arguments));
    }

    int operator()(const SymbolsFetchArguments& arguments) const
    {
        return static_cast<int>(symbolsFetch(arguments));
    }

    int operator()(const CacheListArguments& arguments) const
    {
        return static_cast<int>(cacheList(arguments));
    }

    int operator()(const CacheShowArguments& arguments) const
    {
        return static_cast<int>(cacheShow(arguments));
    }

    int operator()(const CacheCleanupArguments& arguments) const
    {
        return static_cast<int>(cacheCleanup(arguments));
    }

    int operator()(const CacheVerifyArguments& arguments) const
    {
        return static_cast<int>(cacheVerify(arguments));
    }

    int operator()(const CacheImportArguments& arguments) const
    {
        return static_cast<int>(cacheImport(arguments));
    }

    int operator()(const ConfigPresetsArguments& arguments) const
    {
        return static_cast<int>(configPresets(arguments));
    }

    int operator()(const OpenArguments& arguments) const
    {
        return static_cast<int>(openWorkbench(arguments));
    }
};

/// The commands write small results to standard output without looking; here is seen whether they
/// arrived.
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
    endWhenOutOfMemory();
    return withOutput(std::visit(Runner{}, parseCommandLine({argv + 1, argv + argc})));
}
