// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/growth/object_reading.h"

#include "core/base/temp_file.h"
#include "core/base/worker_pool.h"
#include "core/formats/debug/open/open_object.h"
#include "core/symcache/symcache.h"
#include "core/symcache/symcache_writer.h"
#include "core/tools/breakpad_dump.h"
#include "core/tools/code_text.h"
#include "core/tools/gsym_dump.h"

#include <cstdio>
#include <cstdlib>

namespace faultline::growth {

namespace {

symcache::SymCache symCacheOf(const object::ObjectPtr& object, TempFile& out)
{
    WorkerPool pool(1);
    const auto stats = symcache::writeSymCache({.object = object}, out, pool, {});
    auto bytes = out.map();
    auto cache =
        stats && bytes ? symcache::SymCache::open(*std::move(bytes)) : std::unexpected(Error{});
    if (!cache) {
        std::fputs("growth: no symcache\n", stderr);
        std::exit(2);
    }
    return *std::move(cache);
}

} // namespace

object::ObjectPtr mustOpen(const ByteView& file)
{
    auto object = object::openObject(file, {});
    if (!object) {
        std::fprintf(stderr, "growth: %s\n", object.error().detail.c_str());
        std::exit(2);
    }
    return *std::move(object);
}

Made asSymCache(std::vector<std::byte> bytes)
{
    const auto file = ByteView::fromVector(std::move(bytes));
    return {file.size(), [file] {
                const auto object = mustOpen(file);
                static_cast<void>(object->features());
                static_cast<void>(object->companions());
                static_cast<void>(object->windowsFrames());
                static_cast<void>(object->warnings());
                auto out = TempFile::createInMemory();
                return symCacheOf(object, *out).bytes().size();
            }};
}

Made asDumps(std::vector<std::byte> bytes)
{
    const auto file = ByteView::fromVector(std::move(bytes));
    return {file.size(), [file] {
                std::uint64_t size = 0;
                const auto count = [&size](std::string_view text) { size += text.size(); };
                const auto object = mustOpen(file);
                static_cast<void>(
                    app::dumpBreakpad({.files = {.object = object}, .name = "a"}, count));
                auto out = TempFile::createInMemory();
                const auto cache = symCacheOf(object, *out);
                static_cast<void>(app::writeCodeText(cache, 0, count));
                if (const auto gsym = app::makeGsym(cache, *object))
                    size += gsym->size();
                return size;
            }};
}

} // namespace faultline::growth
