// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/library_support.h"

#include "app/faultline/command_support.h"
#include "app/faultline/settings.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/library/sqlite_store.h"

#include <cstdio>
#include <ctime>
#include <pwd.h>
#include <unistd.h>

namespace faultline::app {

namespace {

constexpr std::uint64_t kMaxListBytes = 4 << 20;
constexpr std::uint64_t kRowsPerPage = 1000;

library::SqliteStore::Access storeAccess(LibraryAccess access)
{
    switch (access) {
    case LibraryAccess::Read: return library::SqliteStore::Access::Read;
    case LibraryAccess::Write: return library::SqliteStore::Access::Write;
    case LibraryAccess::Create: break;
    }
    return library::SqliteStore::Access::Create;
}

/// The lists that a folder has; a missing file is an empty list.
Result<signature::RuleLayer> layerIn(const std::filesystem::path& folder)
{
    signature::RuleLayer layer{.name = folder.string(), .texts = {}};
    for (std::size_t i = 0; i < signature::kListCount; ++i) {
        const auto list = static_cast<signature::ListKind>(i);
        const auto content =
            readFile(folder / concat(signature::listName(list), ".txt"), kMaxListBytes);
        if (content)
            layer.text(list) = content->text();
        else if (content.error().kind != ErrorKind::NotFound)
            return std::unexpected(content.error());
    }
    return layer;
}

} // namespace

Result<std::filesystem::path> libraryPath(const LibraryArguments& arguments)
{
    if (arguments.libraryFile)
        return *arguments.libraryFile;
    const auto folder = userDataFolder();
    if (!folder)
        return fail(ErrorKind::NotFound, "there is no home folder; --library names a library");
    return *folder / "reports.fldb";
}

Result<std::unique_ptr<library::LibraryStore>> openLibrary(const LibraryArguments& arguments,
                                                           LibraryAccess access)
{
    FL_TRY(const auto path, libraryPath(arguments));
    if (access == LibraryAccess::Create && path.has_parent_path()) {
        std::error_code error;
        std::filesystem::create_directories(path.parent_path(), error);
    }
    FL_TRY(auto store, library::SqliteStore::open(path, storeAccess(access)));
    return std::unique_ptr<library::LibraryStore>(std::move(store));
}

Result<signature::SignatureRulesPtr>
libraryRules(const LibraryArguments& arguments, const std::optional<std::filesystem::path>& folder)
{
    FL_TRY(auto beside, libraryPath(arguments));
    beside += ".rules";
    const auto& chosen = folder ? *folder : beside;
    std::error_code error;
    std::vector<signature::RuleLayer> layers{signature::shippedLayer()};
    if (std::filesystem::is_directory(chosen, error)) {
        FL_TRY(auto layer, layerIn(chosen));
        layers.push_back(std::move(layer));
    } else if (folder) {
        return fail(ErrorKind::NotFound, folder->string(), " is no folder");
    }
    return signature::SignatureRules::compile(std::move(layers));
}

Result<signature::Mode> libraryMode(library::LibraryStore& store,
                                    const std::optional<std::string>& named)
{
    if (named)
        return signature::parseMode(*named).value_or(signature::Mode::Faultline);
    FL_TRY(const auto latest, store.search({}, {library::QueryField::Id, true}, 0, 1));
    if (latest.damage)
        return fail(ErrorKind::Malformed, *latest.damage);
    if (latest.rows.empty())
        return signature::Mode::Faultline;
    FL_TRY(const auto report, store.report(latest.rows.front().id));
    return report.record.mode;
}

Result<library::Query> queryOf(const std::vector<std::string>& words)
{
    std::string line;
    for (const auto& word : words)
        line += (line.empty() ? "" : " ") + word;
    return library::Query::parse(line, presentTime());
}

library::Author presentAuthor()
{
    const auto* user = ::getpwuid(::getuid());
    return {.name = user != nullptr ? toValidUtf8(user->pw_name) : concat("user ", ::getuid()),
            .at = presentTime()};
}

std::int64_t presentTime()
{
    return std::time(nullptr);
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

void warnOfDamage(const std::optional<std::string>& damage)
{
    if (damage)
        std::fprintf(stderr, "faultline: the list is not whole: %s\n",
                     escapeControls(*damage).c_str());
}

} // namespace faultline::app
