// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/map_cache.h"
#include "core/formats/debug/sourcemap/map_cache_writer.h"
#include "core/formats/debug/sourcemap/map_reference.h"

#include <cstdlib>

namespace {

using namespace faultline;

/// Makes a cache and looks positions up.
void convert(const sourcemap::MapCacheInput& input)
{
    auto file = TempFile::createInMemory();
    if (!file || !sourcemap::writeMapCache(input, *file))
        return;
    const auto cache = sourcemap::MapCache::open(*file->map());
    if (!cache || !cache->verify())
        std::abort(); // A cache that was just written must open.
    (void)cache->firstDamage();
    for (std::uint32_t i = 0; i < 64; ++i) {
        (void)cache->lookup({i % 4, i});
        (void)cache->tokenAfter({i % 4, i});
        (void)cache->sourceText(i);
        (void)cache->scopesAt({i % 4, i}, 32);
    }
}

} // namespace

/// A map, which ends at the first NUL, and its script, which follows: as the reference and as
/// people read them. Each section by URL is the same map.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto input = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    const auto nul = input.text().find('\0');
    const auto map = input.text().substr(0, nul);
    const auto script =
        nul == std::string_view::npos ? std::string_view() : input.text().substr(nul + 1);
    for (const auto& reference :
         {sourcemap::findMapReference(script), sourcemap::findLenientMapReference(script)}) {
        if (reference)
            (void)sourcemap::isFollowedByCode(script, *reference);
    }
    (void)sourcemap::readDataUrl(script);
    sourcemap::MapCacheInput made{.script = asBytes(script), .map = asBytes(map)};
    made.scriptLimits.maxTime = std::chrono::milliseconds(500);
    convert(made);
    auto linked = std::make_shared<sourcemap::LinkedMaps>();
    linked->join = [](std::string_view, std::string_view url) { return std::string(url); };
    const auto urls = sourcemap::linkedMapUrls(made.map, made.options.limits);
    for (const auto& url : urls.value_or(std::vector<std::string>()))
        linked->maps.emplace(url, ByteView::copyOf(made.map));
    made.options.leniency = sourcemap::Leniency::Lenient;
    made.options.limits.maxLinkedSections = 64;
    made.options.linked = std::move(linked);
    convert(made);
    return 0;
}
