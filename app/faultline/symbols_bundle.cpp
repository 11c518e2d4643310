// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/symbols_command.h"
#include "core/tools/kept_file.h"
#include "core/tools/source_collector.h"

#include <cstdio>

namespace faultline::app {

namespace {

Result<BundleOptions> optionsFrom(const SymbolsBundleArguments& arguments)
{
    BundleOptions options{.objectName = arguments.file.filename().string(),
                          .pathMappings = {},
                          .anyFile = arguments.anyFile};
    for (const auto& mapping : arguments.pathMappings) {
        const auto equals = mapping.find('=');
        if (equals == 0 || equals == std::string::npos)
            return fail(ErrorKind::Malformed, "--map needs FROM=TO, not ", mapping);
        options.pathMappings.emplace_back(mapping.substr(0, equals), mapping.substr(equals + 1));
    }
    return options;
}

Result<BundleStats>
writeBundle(const SymbolsBundleArguments& arguments, const BundleOptions& options, UserFile& out)
{
    FL_TRY(const auto files, symbolfiles::openSymbolFiles(arguments.file));
    return bundleSources(files, options, out.content());
}

} // namespace

ExitCode run(const SymbolsBundleArguments& arguments)
{
    const auto options = optionsFrom(arguments);
    if (!options) {
        complain(options.error());
        return ExitCode::Usage;
    }
    const auto checked = checkIsNoInput(arguments.output, {arguments.file});
    auto out = checked ? UserFile::create(arguments.output) : std::unexpected(checked.error());
    if (!out) {
        complain(out.error());
        return ExitCode::Failed;
    }
    const auto stats = writeBundle(arguments, *options, *out);
    if (!stats) {
        complain(arguments.file.string(), stats.error());
        return stats.error().kind == ErrorKind::Internal ? ExitCode::Failed : ExitCode::Unreadable;
    }
    if (const auto kept = stats->files > 0 ? out->keep() : Result<void>(); !kept) {
        complain(kept.error());
        return ExitCode::Failed;
    }
    std::printf("%zu files bundled (%zu of them from the debug info), %zu not here, %zu refused, "
                "%zu left out because they changed\n",
                stats->files, stats->embedded, stats->absent, stats->refused, stats->changed);
    if (stats->foreign > 0)
        std::fprintf(stderr,
                     "faultline: %zu files left out because they are no sources by name or lie "
                     "where no sources lie; --any-file takes them\n",
                     stats->foreign);
    if (stats->files == 0)
        std::fprintf(stderr, "faultline: no bundle written: none of the sources is here\n");
    return stats->files == 0 ? ExitCode::Failed : ExitCode::Ok;
}

} // namespace faultline::app
