// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/library_command.h"
#include "app/faultline/library_support.h"
#include "core/base/text.h"
#include "core/engine/library/library_signing.h"
#include "core/json/json_writer.h"

#include <cstdio>

namespace faultline::app {

namespace {

/// Signs all reports by the rules, without changing the library.
Result<void> signAll(engine::Signing& signing)
{
    for (bool isMore = true; isMore;) {
        FL_TRY(isMore, signing.step());
    }
    return {};
}

void printPreview(const engine::SignPreview& preview, const LibrarySignArguments& arguments)
{
    std::string text;
    if (arguments.format == OutputFormat::Json) {
        json::JsonWriter json(text);
        json.beginObject().member("moved", preview.moved).member("same", preview.same);
        json.member("kept", preview.kept).member("splits", preview.splits);
        json.member("merges", preview.merges).member("dry_run", arguments.dryRun).endObject();
        text += '\n';
    } else {
        text = concat(preview.moved, arguments.dryRun ? " would move, " : " moved, ", preview.same,
                      " stay, ", preview.kept, " cannot be signed; ", preview.splits,
                      " groups split, ", preview.merges, " signatures join several groups\n");
    }
    std::fputs(text.c_str(), stdout);
}

} // namespace

ExitCode run(const LibrarySignArguments& arguments)
{
    const auto rules = libraryRules(arguments, arguments.rules);
    if (!rules)
        return rulesFailure(rules.error());
    const auto store =
        openLibrary(arguments, arguments.dryRun ? LibraryAccess::Read : LibraryAccess::Write);
    if (!store)
        return libraryFailure(store.error());
    const auto mode = libraryMode(**store, arguments.mode);
    if (!mode)
        return libraryFailure(mode.error());
    engine::Signing signing(**store, *rules, *mode, [](library::ReportId id, const Error& error) {
        complain(concat("report ", id), error);
    });
    if (const auto isSigned = signAll(signing); !isSigned)
        return libraryFailure(isSigned.error());
    if (!arguments.dryRun) {
        if (const auto resigned = (*store)->resign(signing.signatures()); !resigned)
            return libraryFailure(resigned.error());
    }
    printPreview(signing.preview(), arguments);
    return ExitCode::Ok;
}

} // namespace faultline::app
