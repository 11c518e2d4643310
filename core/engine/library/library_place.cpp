// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/library_place.h"

#include "core/base/file.h"
#include "core/base/temp_file.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

#include <ctime>
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

} // namespace

Result<std::unique_ptr<library::LibraryStore>> openLibraryFile(const std::filesystem::path& file,
                                                               library::SqliteStore::Access access)
{
    if (access == library::SqliteStore::Access::Create && file.has_parent_path()) {
        std::error_code error; // Opening tells what is wrong.
        std::filesystem::create_directories(file.parent_path(), error);
    }
    FL_TRY(auto store, library::SqliteStore::open(file, access));
    return std::unique_ptr<library::LibraryStore>(std::move(store));
}

Result<signature::SignatureRulesPtr>
rulesOfLibrary(const std::filesystem::path& file,
               const std::optional<std::filesystem::path>& folder)
{
    const auto chosen = folder ? *folder : rulesFolder(file);
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

Result<signature::RuleLayer> ownRulesOf(const std::filesystem::path& file)
{
    return layerIn(rulesFolder(file));
}

Result<void> writeOwnRules(const std::filesystem::path& file, const signature::RuleLayer& own)
{
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
