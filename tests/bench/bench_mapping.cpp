// SPDX-License-Identifier: GPL-3.0-or-later
// Measures mapping caches: building one, and restoring frames with one. Each job prints one JSON
// line.
#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/base/parse_limits.h"
#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/formats/debug/proguard/mapping_cache_writer.h"
#include "core/symbolicate/jvm/retrace/precise_retrace.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace faultline;

namespace {

constexpr std::string_view kUsage =
    "usage: bench_mapping build MAPPING OUT\n"
    "       bench_mapping lookup CACHE FRAMES ROUNDS (a frame is \"class method line\")\n";

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void report(std::string_view job, double seconds, std::uint64_t items)
{
    std::printf("{\"job\":\"%s\",\"seconds\":%.6f,\"items\":%s}\n", std::string(job).c_str(),
                seconds, concat(items).c_str());
}

Result<void> build(const std::filesystem::path& mapping, const std::filesystem::path& out)
{
    const auto start = std::chrono::steady_clock::now();
    FL_TRY(const auto text, mapForeignFile(mapping));
    FL_TRY(auto file, TempFile::create(std::filesystem::absolute(out).parent_path()));
    FL_CHECK(proguard::writeMappingCache(text.text(), file, ParseLimits(), {}));
    const auto sizeBytes = file.sizeBytes();
    FL_CHECK(file.keepAs(out));
    report("build", secondsSince(start), sizeBytes);
    return {};
}

std::vector<jvm::PreciseQuery> queriesOf(std::string_view text)
{
    std::vector<jvm::PreciseQuery> queries;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto row = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto first = row.find(' ');
        const auto last = row.rfind(' ');
        if (first == std::string_view::npos || first == last)
            continue;
        const auto line = parseDecimal(row.substr(last + 1));
        queries.push_back({.frame = {.module = row.substr(0, first),
                                     .function = row.substr(first + 1, last - first - 1),
                                     .line = line ? std::optional(static_cast<std::uint32_t>(*line))
                                                  : std::nullopt,
                                     .arguments = {}},
                           .descriptor = {}});
    }
    return queries;
}

Result<void>
lookUp(const std::filesystem::path& path, const std::filesystem::path& frames, std::uint64_t rounds)
{
    FL_TRY(auto file, mapForeignFile(path));
    FL_TRY(const auto cache, proguard::MappingCache::open(std::move(file)));
    FL_TRY(const auto text, mapForeignFile(frames));
    const auto queries = queriesOf(text.text());
    std::uint64_t rows = 0;
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t round = 0; round < rounds; ++round) {
        jvm::WorkBudget budget;
        jvm::PreciseRetrace retrace(cache, budget);
        for (const auto& query : queries) {
            for (const auto& chain : retrace.retrace(query, std::nullopt).alternatives)
                rows += chain.size();
        }
    }
    report("lookup", secondsSince(start), rows);
    return {};
}

Result<void> run(int argc, char** argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 3 && words[0] == "build")
        return build(words[1], words[2]);
    const auto rounds = words.size() == 4 ? parseDecimal(words[3]) : std::nullopt;
    if (rounds && words[0] == "lookup")
        return lookUp(words[1], words[2], *rounds);
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
