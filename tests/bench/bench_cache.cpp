// SPDX-License-Identifier: GPL-3.0-or-later
// Measures a cache hit from the request of a symcache to one that is ready for look-ups, on several
// threads at once. Prints one JSON line for each layer and number of threads.
#include "core/base/file.h"
#include "core/cache/cache_store.h"
#include "core/symcache/symcache.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

using namespace faultline;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::string_view kUsage = "usage: bench_cache SYMCACHE FOLDER\n"
                                    "FOLDER: for the caches; is removed first\n";
constexpr std::size_t kModules = 200;
constexpr auto kTime = std::chrono::seconds(2);

/// A module's symcache, as a server keeps it. All modules have the same content but different keys.
class ModuleItem final : public cache::CacheItemRequest<symcache::SymCache>
{
public:
    ModuleItem(std::size_t module, ByteView content)
        : m_module(module), m_content(std::move(content))
    {
    }

    const cache::CacheVersions& versions() const override
    {
        static constexpr cache::CacheVersions kVersions{
            "symcaches", cache::CacheCategory::Derived, 1, {}};
        return kVersions;
    }

    cache::CacheKey key() const override
    {
        return cache::CacheKeyBuilder("42")
            .addFile("bench", concat("https://symbols.example/libmodule", m_module,
                                     ".so/0F3C9A527B1E4D869C205AE1D7F4B3C80/libmodule.so.sym"))
            .build();
    }

    Result<void> compute(const cache::CacheInputs&, TempFile& out, std::stop_token) override
    {
        return out.append(m_content.span());
    }

    Result<symcache::SymCache> load(ByteView bytes) const override
    {
        return symcache::SymCache::open(std::move(bytes));
    }

private:
    std::size_t m_module;
    ByteView m_content;
};

struct Measured
{
    std::vector<double> microseconds;
    bool failed = false;
};

/// Asks for one module after the other until the time is over.
void ask(cache::CacheStore& store, const ByteView& content, std::size_t first, Measured& measured)
{
    const auto end = Clock::now() + kTime;
    for (std::size_t i = first; !measured.failed; ++i) {
        const auto start = Clock::now();
        if (start >= end)
            return;
        const auto item = std::make_shared<ModuleItem>(i % kModules, content);
        measured.failed = !store.fetch(item).wait();
        measured.microseconds.push_back(
            std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
}

bool measure(const char* layer,
             cache::CacheStore& store,
             const ByteView& content,
             std::size_t threads)
{
    std::vector<Measured> measured(threads);
    {
        std::vector<std::jthread> askers;
        for (std::size_t t = 0; t < threads; ++t)
            askers.emplace_back([&, t] { ask(store, content, t * 7, measured[t]); });
    }
    std::vector<double> all;
    for (const auto& one : measured) {
        all.insert(all.end(), one.microseconds.begin(), one.microseconds.end());
        if (one.failed)
            return false;
    }
    std::ranges::sort(all);
    const auto at = [&](std::size_t percent) { return all[all.size() * percent / 100]; };
    std::printf("{\"layer\":\"%s\",\"threads\":%zu,\"per_second\":%.0f,\"p50_us\":%.1f,"
                "\"p99_us\":%.1f}\n",
                layer, threads, double(all.size()) / double(kTime.count()), at(50), at(99));
    return true;
}

/// With `memoryBytes` 0, every request goes to the disk.
bool measureLayer(const char* layer,
                  const std::filesystem::path& folder,
                  std::size_t memoryBytes,
                  const ByteView& content)
{
    WorkerPool compute;
    WorkerPool io(4);
    cache::CacheStoreConfig config;
    config.folder = folder;
    config.memoryBytes = memoryBytes;
    cache::CacheStore store(config, compute, io, silentLog());
    for (std::size_t i = 0; i < kModules; ++i) {
        if (!store.fetch(std::make_shared<ModuleItem>(i, content)).wait())
            return false;
    }
    return measure(layer, store, content, 1) && measure(layer, store, content, 8) &&
           measure(layer, store, content, 64);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fputs(kUsage.data(), stderr);
        return 2;
    }
    const auto content = mapOwnFile(argv[1]);
    const std::filesystem::path folder = argv[2];
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    const bool good = content && measureLayer("memory", folder, 256u << 20, *content) &&
                      measureLayer("disk", folder, 0, *content);
    if (!good)
        std::fputs("bench_cache: an item could not be had\n", stderr);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
