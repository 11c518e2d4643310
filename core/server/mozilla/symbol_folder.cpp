// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/symbol_folder.h"

#include "core/base/file.h"
#include "core/base/temp_file.h"
#include "core/base/text.h"
#include "core/packing/compress.h"
#include "core/server/mozilla/module_file_name.h"

#include <algorithm>

namespace faultline::server::mozilla {

namespace {

constexpr std::string_view kSymbolSuffix = ".sym";
constexpr std::uint64_t kMaxRecordBytes = 4096;

Result<void> writeFile(const std::filesystem::path& path, Bytes content)
{
    FL_TRY(auto file, TempFile::create(path.parent_path()));
    FL_CHECK(file.append(content));
    return file.keepAs(path);
}

} // namespace

Result<SymbolFolder::Outcome> SymbolFolder::put(const SymbolKey& key, Bytes content) const
{
    const bool isSymbolFile = key.file.ends_with(kSymbolSuffix);
    ByteView packed;
    if (isSymbolFile) {
        FL_CHECK(recordCodeFile(key, asText(content)));
        FL_TRY(packed, packing::compressGzip(content));
        content = packed.span();
    }
    const auto known = read(key);
    if (known && std::ranges::equal(known->span(), content))
        return Outcome::WasThere;
    FL_CHECK(writeFile(filesFolder() / key.path(), content));
    return Outcome::Stored;
}

Result<ByteView> SymbolFolder::read(const SymbolKey& key) const
{
    return mapForeignFile(filesFolder() / key.path());
}

std::filesystem::path SymbolFolder::recordPath(const SymbolKey& code) const
{
    return m_folder / "code-ids" / toLowerAscii(code.debugFile) / code.id;
}

Result<void> SymbolFolder::recordCodeFile(const SymbolKey& key, std::string_view symbols) const
{
    const auto record = codeFileRecord(symbols);
    if (!record)
        return {};
    const auto code = makeSymbolKey(record->file, record->id, key.file);
    if (!code)
        return {};
    const auto target = key.path();
    return writeFile(recordPath(*code), asBytes(target));
}

std::optional<SymbolKey> SymbolFolder::findRecord(const SymbolKey& asked) const
{
    const auto content = readFile(recordPath(asked), kMaxRecordBytes);
    return content ? parseSymbolKey(content->text()) : std::nullopt;
}

} // namespace faultline::server::mozilla
