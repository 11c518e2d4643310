// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/library_command.h"
#include "app/faultline/library_support.h"
#include "core/base/text.h"
#include "core/engine/library/library_place.h"
#include "core/json/json_writer.h"
#include "core/library/schema_state.h"

#include <algorithm>
#include <cstdio>

namespace faultline::app {

namespace {

library::TriageChange changeOf(const LibraryTagArguments& arguments)
{
    library::TriageChange change;
    if (arguments.status)
        change.status = library::parseStatus(*arguments.status);
    else if (arguments.fixedIn)
        change.status = library::Status::FixedIn;
    else if (arguments.duplicateOf)
        change.status = library::Status::DuplicateOf;
    change.fixedIn = arguments.fixedIn;
    change.duplicateOf = arguments.duplicateOf;
    change.assignee = arguments.assignee;
    change.ticket = arguments.ticket;
    change.notes = arguments.note;
    change.customer = arguments.customer;
    change.addTags = arguments.add;
    change.removeTags = arguments.remove;
    return change;
}

/// The rows as they are now, so that a change in between is noticed.
Result<std::vector<library::Target>> targetsOf(library::LibraryStore& store,
                                               const std::vector<std::int64_t>& reports)
{
    std::vector<library::Target> targets;
    for (const auto id : reports) {
        if (std::ranges::find(targets, id, &library::Target::id) != targets.end())
            continue;
        FL_TRY(const auto report, store.report(id));
        targets.push_back({id, report.summary.rowVersion});
    }
    return targets;
}

Result<std::vector<library::ActionId>> apply(library::LibraryStore& store,
                                             const LibraryTagArguments& arguments)
{
    std::vector<library::ActionId> actions;
    const auto author = engine::presentAuthor();
    if (arguments.undo) {
        FL_TRY(const auto action, store.undo(*arguments.undo, author));
        actions.push_back(action);
    }
    const auto change = changeOf(arguments);
    if (!arguments.reports.empty()) {
        FL_TRY(const auto targets, targetsOf(store, arguments.reports));
        FL_TRY(const auto action, store.changeReports(targets, change, author));
        if (action)
            actions.push_back(*action);
    }
    for (const auto id : arguments.groups) {
        FL_TRY(const auto group, store.group(id));
        FL_TRY(const auto action, store.changeGroup({id, group.rowVersion}, change, author));
        if (action)
            actions.push_back(*action);
    }
    return actions;
}

void printActions(const std::vector<library::ActionId>& actions, OutputFormat format)
{
    std::string text;
    if (format == OutputFormat::Json) {
        json::JsonWriter json(text);
        json.beginObject().key("actions").beginArray();
        for (const auto action : actions)
            json.value(action);
        json.endArray().endObject();
        text += '\n';
    } else {
        for (const auto action : actions)
            text += concat("action ", action, "; --undo ", action, " takes it back\n");
        if (actions.empty())
            text = "nothing changed\n";
    }
    std::fputs(text.c_str(), stdout);
}

} // namespace

ExitCode run(const LibraryTagArguments& arguments)
{
    if (arguments.reports.empty() && arguments.groups.empty() && !arguments.undo) {
        complain({ErrorKind::Malformed, "no report, group or action is named"});
        return ExitCode::Usage;
    }
    const auto store = openLibrary(arguments, LibraryAccess::Write);
    if (!store)
        return libraryFailure(store.error());
    const auto actions = apply(**store, arguments);
    if (actions) {
        printActions(*actions, arguments.format);
        return ExitCode::Ok;
    }
    const auto outcome = libraryFailure(actions.error());
    return actions.error().kind == ErrorKind::Malformed ? ExitCode::Usage : outcome;
}

/// All numbers are looked up before the first report goes, so that a wrong one removes nothing.
ExitCode run(const LibraryRemoveArguments& arguments)
{
    const auto store = openLibrary(arguments, LibraryAccess::Write);
    if (!store)
        return libraryFailure(store.error());
    const auto targets = targetsOf(**store, arguments.reports);
    if (!targets)
        return libraryFailure(targets.error());
    std::uint64_t removed = 0;
    for (const auto& target : *targets) {
        if (const auto done = (*store)->remove(target); !done)
            return libraryFailure(done.error());
        ++removed;
    }
    std::string text;
    if (arguments.format == OutputFormat::Json) {
        json::JsonWriter json(text);
        json.beginObject().member("removed", removed).endObject();
        text += '\n';
    } else {
        text = concat("removed ", removed, removed == 1 ? " report\n" : " reports\n");
    }
    std::fputs(text.c_str(), stdout);
    return ExitCode::Ok;
}

ExitCode run(const LibraryMigrateArguments& arguments)
{
    const auto path = libraryPath(arguments);
    const auto backup = path ? engine::migrateLibraryFile(*path) : std::unexpected(path.error());
    if (!backup)
        return libraryFailure(backup.error());
    std::string text;
    if (arguments.format == OutputFormat::Json) {
        json::JsonWriter json(text);
        json.beginObject().member("schema", library::kSchemaVersion);
        if (*backup)
            json.member("backup", **backup);
        json.endObject();
        text += '\n';
    } else {
        text = *backup ? concat("migrated; the former state is in ", escapeControls(**backup), "\n")
                       : std::string("nothing to do\n");
    }
    std::fputs(text.c_str(), stdout);
    return ExitCode::Ok;
}

} // namespace faultline::app
