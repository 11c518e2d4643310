// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/library_support.h"

#include "app/faultline/command_support.h"
#include "app/faultline/settings.h"
#include "core/base/text.h"
#include "core/engine/library/library_place.h"

#include <cstdio>

namespace faultline::app {

namespace {

constexpr std::uint64_t kRowsPerPage = 1000;

library::StoreAccess storeAccess(LibraryAccess access)
{
    switch (access) {
    case LibraryAccess::Read: return library::StoreAccess::Read;
    case LibraryAccess::Write: return library::StoreAccess::Write;
    case LibraryAccess::Create: break;
    }
    return library::StoreAccess::Create;
}

} // namespace

Result<std::filesystem::path> libraryPath(const LibraryArguments& arguments)
{
    if (arguments.reportsFile)
        return *arguments.reportsFile;
    auto file = userLibraryFile();
    if (!file)
        return fail(ErrorKind::NotFound, "there is no home folder; --library names a library");
    return *std::move(file);
}

Result<std::unique_ptr<library::LibraryStore>> openLibrary(const LibraryArguments& arguments,
                                                           LibraryAccess access)
{
    FL_TRY(const auto path, libraryPath(arguments));
    return engine::openLibraryFile(path, storeAccess(access));
}

std::function<Result<std::unique_ptr<library::LibraryStore>>()>
libraryReader(std::optional<std::filesystem::path> file)
{
    LibraryArguments arguments;
    arguments.reportsFile = std::move(file);
    return
        [arguments = std::move(arguments)] { return openLibrary(arguments, LibraryAccess::Read); };
}

Result<signature::SignatureRulesPtr>
libraryRules(const LibraryArguments& arguments, const std::optional<std::filesystem::path>& folder)
{
    FL_TRY(const auto path, libraryPath(arguments));
    return engine::rulesOfLibrary(path, folder);
}

Result<signature::Mode> libraryMode(library::LibraryStore& store,
                                    const std::optional<std::string>& named)
{
    if (named)
        return signature::parseMode(*named).value_or(signature::Mode::Faultline);
    return engine::modeOfLibrary(store);
}

Result<library::Query> queryOf(const std::vector<std::string>& words)
{
    std::string line;
    for (const auto& word : words)
        line += (line.empty() ? "" : " ") + word;
    return library::Query::parse(line, engine::presentTime());
}

Result<std::optional<std::string>>
eachReport(library::LibraryStore& store,
           library::Query query,
           const std::function<Result<void>(const library::ReportSummary&)>& visit)
{
    // Each page begins after the last id, so that reports which others add or remove meanwhile
    // move no row from one page to the next.
    query.terms.push_back({.field = library::QueryField::Id,
                           .comparison = library::QueryOperator::Greater,
                           .value = {}});
    auto& after = query.terms.back();
    for (;;) {
        FL_TRY(const auto page,
               store.search(query, {library::QueryField::Id, false}, 0, kRowsPerPage));
        for (const auto& row : page.rows)
            FL_CHECK(visit(row));
        if (page.damage || page.rows.size() < kRowsPerPage)
            return page.damage;
        after.number = after.last = page.rows.back().id;
    }
}

ExitCode libraryFailure(const Error& error)
{
    complain(error);
    const bool isOurs = error.kind == ErrorKind::Internal || error.kind == ErrorKind::Conflict ||
                        error.kind == ErrorKind::Timeout;
    return isOurs ? ExitCode::Failed : ExitCode::Unreadable;
}

ExitCode rulesFailure(const Error& error)
{
    if (error.kind != ErrorKind::Malformed && error.kind != ErrorKind::NotFound)
        return libraryFailure(error);
    complain(error);
    return ExitCode::Usage;
}

void warnOfDamage(const std::optional<std::string>& damage)
{
    if (damage)
        std::fprintf(stderr, "faultline: the list is not whole: %s\n",
                     escapeControls(*damage).c_str());
}

} // namespace faultline::app
