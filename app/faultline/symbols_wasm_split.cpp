// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/symbols_command.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/tools/kept_file.h"
#include "core/tools/wasm_splitter.h"

#include <cstdio>

namespace faultline::app {

namespace {

constexpr std::uint64_t kMaxModuleBytes = 4ull << 30;

Result<void> writeFile(const std::filesystem::path& path, Bytes content)
{
    auto out = UserFile::create(path);
    if (!out) // Internal, because the module is not at fault.
        return fail(ErrorKind::Internal, out.error().detail);
    FL_CHECK(out->content().append(content));
    if (const auto kept = out->keep(); !kept)
        return fail(ErrorKind::Internal, kept.error().detail);
    return {};
}

/// Returns the URL of the companion: the given one, or its file name, which debuggers look for
/// beside the module.
std::string companionUrl(const SymbolsWasmSplitArguments& arguments)
{
    if (arguments.externalDwarfUrl)
        return *arguments.externalDwarfUrl;
    return arguments.debugOutput ? arguments.debugOutput->filename().string() : std::string();
}

/// The module may replace itself, but its debug info may replace neither it nor its new form.
Result<void> checkDebugOutput(const SymbolsWasmSplitArguments& arguments)
{
    if (!arguments.debugOutput)
        return {};
    const auto& debug = *arguments.debugOutput;
    std::error_code ignored;
    const bool isOutput = arguments.output && !isStream(debug) &&
                          std::filesystem::weakly_canonical(debug, ignored) ==
                              std::filesystem::weakly_canonical(*arguments.output, ignored);
    const auto checked = checkIsNoInput(debug, {arguments.file});
    if (isOutput || !checked)
        return fail(ErrorKind::Internal, "cannot write ", debug.string(),
                    " as --debug-output: it is the module itself");
    return {};
}

Result<WasmSplit> split(const SymbolsWasmSplitArguments& arguments)
{
    FL_CHECK(checkDebugOutput(arguments));
    // Read the file instead of mapping it, because the output may replace it.
    FL_TRY(const auto bytes, readFile(arguments.file, kMaxModuleBytes));
    FL_TRY(auto result, splitWasm(bytes, {.stripDebug = arguments.strip,
                                          .stripNames = arguments.stripNames,
                                          .externalDebugUrl = companionUrl(arguments),
                                          .buildId = arguments.buildId}));
    if (arguments.debugOutput)
        FL_CHECK(writeFile(*arguments.debugOutput, result.debug));
    FL_CHECK(writeFile(arguments.output.value_or(arguments.file), result.module));
    return result;
}

} // namespace

ExitCode run(const SymbolsWasmSplitArguments& arguments)
{
    const bool losesDebugInfo = (arguments.strip || arguments.stripNames) && !arguments.debugOutput;
    if (losesDebugInfo && !arguments.output) {
        std::fprintf(stderr,
                     "faultline: stripping %s in place without --debug-output would lose "
                     "its debug info\n",
                     arguments.file.c_str());
        return ExitCode::Usage;
    }
    const auto result = split(arguments);
    if (!result) {
        complain(arguments.file.string(), result.error());
        return result.error().kind == ErrorKind::Internal ? ExitCode::Failed : ExitCode::Unreadable;
    }
    if (!arguments.quiet)
        std::printf("%s\n", result->buildId.c_str());
    return ExitCode::Ok;
}

} // namespace faultline::app
