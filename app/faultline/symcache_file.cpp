#include "app/faultline/symcache_file.h"

#include "app/faultline/companion_files.h"
#include "core/base/file.h"
#include "core/base/worker_pool.h"
#include "core/formats/open/open_object.h"

namespace faultline::app {

namespace {

Result<SymCacheStats> convert(const std::filesystem::path& file, ByteView bytes, TempFile& out)
{
    FL_TRY(const auto object, openObject(std::move(bytes), {}));
    WorkerPool pool;
    return writeSymCache({.object = object,
                          .symbolObjects = {},
                          .companions = findCompanionFiles(file, *object)},
                         out, pool, {});
}

bool isSymCache(const ByteView& bytes)
{
    const auto& magic = symcache_format::kMagic;
    return bytes.text().starts_with(asText(std::as_bytes(std::span(magic))));
}

} // namespace

Result<SymCacheStats> convertToSymCache(const std::filesystem::path& file, TempFile& out)
{
    FL_TRY(auto bytes, mapForeignFile(file));
    return convert(file, std::move(bytes), out);
}

Result<SymCache> openSymCache(const std::filesystem::path& file)
{
    FL_TRY(auto bytes, mapForeignFile(file));
    if (isSymCache(bytes))
        return SymCache::open(std::move(bytes));
    FL_TRY(auto out, TempFile::create(std::filesystem::temp_directory_path()));
    FL_TRY([[maybe_unused]] const auto stats, convert(file, std::move(bytes), out));
    FL_TRY(auto made, out.map());
    return SymCache::open(std::move(made));
}

} // namespace faultline::app
