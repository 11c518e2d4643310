// SPDX-License-Identifier: GPL-3.0-or-later
// Measures source map caches: building one, and random look-ups in one. Each job prints one JSON
// line.
#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/formats/debug/sourcemap/map_cache.h"
#include "core/formats/debug/sourcemap/map_cache_writer.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace faultline;

namespace {

constexpr std::string_view kUsage = "usage: bench_sourcemap build MAP OUT [SCRIPT]\n"
                                    "       bench_sourcemap lookup CACHE LINES COLUMNS COUNT\n";

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void report(std::string_view job, double seconds, std::uint64_t items, std::uint64_t rounds = 1)
{
    std::printf("{\"job\":\"%s\",\"seconds\":%.6f,\"items\":%s,\"rounds\":%s}\n",
                std::string(job).c_str(), seconds, concat(items).c_str(), concat(rounds).c_str());
}

Result<void> build(const std::filesystem::path& map,
                   const std::filesystem::path& out,
                   const std::optional<std::filesystem::path>& script)
{
    const auto start = std::chrono::steady_clock::now();
    FL_TRY(const auto mapText, mapForeignFile(map));
    auto scriptText = ByteView();
    if (script) {
        FL_TRY(scriptText, mapForeignFile(*script));
    }
    FL_TRY(auto file, TempFile::create(std::filesystem::absolute(out).parent_path()));
    FL_CHECK(sourcemap::writeMapCache({.script = scriptText.span(), .map = mapText.span()}, file));
    const auto sizeBytes = file.sizeBytes();
    FL_CHECK(file.keepAs(out));
    report("build", secondsSince(start), sizeBytes);
    return {};
}

Result<void> lookUp(const std::filesystem::path& path,
                    std::uint32_t lines,
                    std::uint32_t columns,
                    std::uint64_t count)
{
    FL_TRY(auto file, mapForeignFile(path));
    FL_TRY(const auto cache, sourcemap::MapCache::open(std::move(file)));
    std::minstd_rand random(1);
    std::uint64_t found = 0;
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < count; ++i) {
        const sourcemap::Position position{static_cast<std::uint32_t>(random() % lines),
                                           static_cast<std::uint32_t>(random() % columns)};
        const auto hit = cache.lookup(position);
        found += hit && cache.source(hit->source) ? 1 : 0;
    }
    report("lookup", secondsSince(start), found, count);
    return {};
}

Result<void> run(int argc, char** argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() >= 3 && words[0] == "build")
        return build(words[1], words[2],
                     words.size() > 3 ? std::optional<std::filesystem::path>(words[3])
                                      : std::nullopt);
    if (words.size() == 5 && words[0] == "lookup") {
        const auto lines = parseDecimal(words[2]);
        const auto columns = parseDecimal(words[3]);
        const auto count = parseDecimal(words[4]);
        if (lines && columns && count && *lines > 0 && *columns > 0)
            return lookUp(words[1], static_cast<std::uint32_t>(*lines),
                          static_cast<std::uint32_t>(*columns), *count);
    }
    return fail(ErrorKind::Unsupported, kUsage);
}

} // namespace

int main(int argc, char** argv)
{
    const auto done = run(argc, argv);
    if (!done)
        std::fprintf(stderr, "%s\n", done.error().describe().c_str());
    return done ? 0 : 1;
}
