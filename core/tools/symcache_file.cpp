// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/symcache_file.h"

#include "core/base/file.h"
#include "core/base/worker_pool.h"

namespace faultline::app {

namespace {

/// Opens the symcache in the file; absent when the file contains something else.
std::optional<Result<symcache::SymCache>> openAsSymCache(const std::filesystem::path& file)
{
    auto bytes = mapForeignFile(file);
    const auto& magic = symcache_format::kMagic;
    if (!bytes || !bytes->text().starts_with(asText(std::as_bytes(std::span(magic)))))
        return std::nullopt;
    return symcache::SymCache::open(*std::move(bytes));
}

Result<symcache::SymCacheStats> convert(SymbolFiles files, TempFile& out)
{
    symcache::SymCacheInput input{.object = files.debugObject(),
                                  .companions = std::move(files.companions)};
    if (files.linked)
        input.symbolObjects.push_back(files.object);
    WorkerPool pool;
    return symcache::writeSymCache(input, out, pool, {});
}

} // namespace

Result<symcache::SymCacheStats> convertToSymCache(const std::filesystem::path& file, TempFile& out)
{
    FL_TRY(auto files, openSymbolFiles(file));
    return convert(std::move(files), out);
}

Result<symcache::SymCache> symCacheOf(SymbolFiles files)
{
    FL_TRY(auto out, TempFile::create(std::filesystem::temp_directory_path()));
    FL_TRY([[maybe_unused]] const auto stats, convert(std::move(files), out));
    FL_TRY(auto made, out.map());
    return symcache::SymCache::open(std::move(made));
}

Result<symcache::SymCache> openSymCache(const std::filesystem::path& file)
{
    if (auto symCache = openAsSymCache(file))
        return *std::move(symCache);
    FL_TRY(auto files, openSymbolFiles(file));
    return symCacheOf(std::move(files));
}

} // namespace faultline::app
