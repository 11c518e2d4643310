#include "core/formats/debug/sourcemap/map_cache.h"
#include "core/formats/debug/sourcemap/map_cache_writer.h"
#include "core/formats/debug/sourcemap/map_reference.h"

#include <cstdlib>

/// Makes a cache of a map, which ends at the first NUL, and its script, which follows. Then looks
/// positions up.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const auto input = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    const auto nul = input.text().find('\0');
    const auto map = input.text().substr(0, nul);
    const auto script =
        nul == std::string_view::npos ? std::string_view() : input.text().substr(nul + 1);
    (void)sourcemap::findMapReference(script);
    (void)sourcemap::findLenientMapReference(script);
    (void)sourcemap::readDataUrl(script);
    auto file = TempFile::createInMemory();
    sourcemap::MapCacheInput made{.script = asBytes(script), .map = asBytes(map)};
    made.scriptLimits.maxTime = std::chrono::milliseconds(500);
    if (!file || !sourcemap::writeMapCache(made, *file))
        return 0;
    const auto cache = sourcemap::MapCache::open(*file->map());
    if (!cache || !cache->verify())
        std::abort(); // A cache that was just written must open.
    for (std::uint32_t i = 0; i < 64; ++i) {
        (void)cache->lookup({i % 4, i});
        (void)cache->tokenBehind({i % 4, i});
        (void)cache->sourceText(i);
    }
    return 0;
}
