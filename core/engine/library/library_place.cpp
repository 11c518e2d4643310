// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/library_place.h"

#include "core/base/file.h"
#include "core/base/temp_file.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/library/postgres_database.h"
#include "core/library/postgres_schema.h"
#include "core/library/postgres_store.h"
#include "core/library/sqlite_schema.h"
#include "core/library/sqlite_store.h"

#include <ctime>
#include <map>
#include <pwd.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace faultline::engine {

namespace {

constexpr std::uint64_t kMaxListBytes = 4 << 20;

std::filesystem::path rulesFolder(const std::filesystem::path& library)
{
    auto folder = library;
    folder += ".rules";
    return folder;
}

std::filesystem::path listFile(const std::filesystem::path& folder, signature::ListKind list)
{
    return folder / concat(signature::listName(list), ".txt");
}

/// The lists that a folder has; a missing file is an empty list.
Result<signature::RuleLayer> layerIn(const std::filesystem::path& folder)
{
    signature::RuleLayer layer{.name = folder.string(), .texts = {}};
    for (std::size_t i = 0; i < signature::kListCount; ++i) {
        const auto list = static_cast<signature::ListKind>(i);
        const auto content = readFile(listFile(folder, list), kMaxListBytes);
        if (content)
            layer.text(list) = content->text();
        else if (content.error().kind != ErrorKind::NotFound)
            return std::unexpected(content.error());
    }
    return layer;
}

bool isOnServer(const std::filesystem::path& place)
{
    return library::isPostgresUrl(place.string());
}

std::string keptName(signature::ListKind list)
{
    return concat("rules.", signature::listName(list));
}

/// The texts that a library on a server keeps; none while there is no library.
Result<std::map<std::string, std::string>> textsOnServer(const std::filesystem::path& place,
                                                         library::LibraryStore* open)
{
    if (open != nullptr)
        return open->keptTexts();
    const auto store = openLibraryFile(place, library::StoreAccess::Read);
    if (!store && store.error().kind == ErrorKind::NotFound)
        return std::map<std::string, std::string>();
    if (!store)
        return std::unexpected(store.error());
    return (*store)->keptTexts();
}

Result<signature::RuleLayer> layerOnServer(const std::filesystem::path& place,
                                           library::LibraryStore* open)
{
    signature::RuleLayer layer{.name = library::shownUrl(place.string()), .texts = {}};
    FL_TRY(const auto texts, textsOnServer(place, open));
    for (std::size_t i = 0; i < signature::kListCount; ++i) {
        const auto found = texts.find(keptName(static_cast<signature::ListKind>(i)));
        if (found != texts.end())
            layer.texts[i] = found->second;
    }
    return layer;
}

Result<void> writeToServer(const std::filesystem::path& place,
                           const signature::RuleLayer& own,
                           library::LibraryStore* open)
{
    std::map<std::string, std::string> texts;
    for (std::size_t i = 0; i < signature::kListCount; ++i)
        texts.emplace(keptName(static_cast<signature::ListKind>(i)), own.texts[i]);
    if (open != nullptr)
        return open->keepTexts(texts);
    FL_TRY(const auto store, openLibraryFile(place, library::StoreAccess::Write));
    return store->keepTexts(texts);
}

} // namespace

Result<std::unique_ptr<library::LibraryStore>> openLibraryFile(const std::filesystem::path& file,
                                                               library::StoreAccess access)
{
    if (isOnServer(file)) {
        FL_TRY(auto store, library::PostgresStore::open(file.string(), access));
        return std::unique_ptr<library::LibraryStore>(std::move(store));
    }
    if (access == library::StoreAccess::Create && file.has_parent_path()) {
        std::error_code error; // Opening tells what is wrong.
        std::filesystem::create_directories(file.parent_path(), error);
    }
    FL_TRY(auto store, library::SqliteStore::open(file, access));
    return std::unique_ptr<library::LibraryStore>(std::move(store));
}

std::string shownPlace(const std::filesystem::path& file)
{
    return isOnServer(file) ? library::shownUrl(file.string()) : file.string();
}

Result<std::optional<std::string>> migrateLibraryFile(const std::filesystem::path& file)
{
    if (isOnServer(file))
        return library::migratePostgresLibrary(file.string());
    FL_TRY(const auto copy, library::migrateLibrary(file));
    return copy ? std::optional(copy->string()) : std::nullopt;
}

Result<signature::SignatureRulesPtr>
rulesOfLibrary(const std::filesystem::path& file,
               const std::optional<std::filesystem::path>& folder,
               library::LibraryStore* open)
{
    const auto chosen = folder ? *folder : rulesFolder(file);
    std::error_code error;
    std::vector<signature::RuleLayer> layers{signature::shippedLayer()};
    if (!folder && isOnServer(file)) {
        FL_TRY(auto layer, layerOnServer(file, open));
        layers.push_back(std::move(layer));
    } else if (std::filesystem::is_directory(chosen, error)) {
        FL_TRY(auto layer, layerIn(chosen));
        layers.push_back(std::move(layer));
    } else if (folder) {
        return fail(ErrorKind::NotFound, folder->string(), " is no folder");
    }
    return signature::SignatureRules::compile(std::move(layers));
}

Result<signature::RuleLayer> ownRulesOf(const std::filesystem::path& file,
                                        library::LibraryStore* open)
{
    return isOnServer(file) ? layerOnServer(file, open) : layerIn(rulesFolder(file));
}

Result<void> writeOwnRules(const std::filesystem::path& file,
                           const signature::RuleLayer& own,
                           library::LibraryStore* open)
{
    if (isOnServer(file))
        return writeToServer(file, own, open);
    const auto folder = rulesFolder(file);
    for (std::size_t i = 0; i < signature::kListCount; ++i) {
        const auto list = static_cast<signature::ListKind>(i);
        FL_TRY(auto written, TempFile::create(folder));
        FL_CHECK(written.append(asBytes(own.text(list))));
        FL_CHECK(written.keepAs(listFile(folder, list)));
    }
    return {};
}

Result<signature::Mode> modeOfLibrary(library::LibraryStore& store)
{
    FL_TRY(const auto latest, store.search({}, {library::QueryField::Id, true}, 0, 1));
    if (latest.damage)
        return fail(ErrorKind::Malformed, *latest.damage);
    if (latest.rows.empty())
        return signature::Mode::Faultline;
    FL_TRY(const auto report, store.report(latest.rows.front().id));
    return report.record.mode;
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

} // namespace faultline::engine
