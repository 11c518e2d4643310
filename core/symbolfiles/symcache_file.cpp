// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolfiles/symcache_file.h"

#include "core/base/file.h"
#include "core/base/worker_pool.h"

namespace faultline::symbolfiles {

namespace {

/// Opens the symcache in the file; absent when the file contains something else.
std::optional<Result<symcache::SymCache>> openAsSymCache(const std::filesystem::path& file)
{
    auto bytes = mapForeignFile(file);
    if (!bytes || !looksLikeSymCache(bytes->span()))
        return std::nullopt;
    return symcache::SymCache::open(*std::move(bytes));
}

Result<symcache::SymCacheStats> convert(SymbolFiles files, TempFile& out, std::stop_token stop)
{
    symcache::SymCacheInput input{.object = files.debugObject(),
                                  .companions = std::move(files.companions)};
    if (files.linked)
        input.symbolObjects.push_back(files.object);
    WorkerPool pool;
    return symcache::writeSymCache(input, out, pool, std::move(stop));
}

} // namespace

Result<symcache::SymCacheStats> convertToSymCache(const std::filesystem::path& file, TempFile& out)
{
    FL_TRY(auto files, openSymbolFiles(file));
    return convert(std::move(files), out, {});
}

bool looksLikeSymCache(Bytes file)
{
    const auto& magic = symcache_format::kMagic;
    return asText(file).starts_with(asText(std::as_bytes(std::span(magic))));
}

Result<symcache::SymCache> symCacheOf(SymbolFiles files, std::stop_token stop)
{
    FL_TRY(auto out, TempFile::create(std::filesystem::temp_directory_path()));
    FL_TRY([[maybe_unused]] const auto stats, convert(std::move(files), out, std::move(stop)));
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

} // namespace faultline::symbolfiles
