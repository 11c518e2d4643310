// SPDX-License-Identifier: GPL-3.0-or-later
// Measures symcaches on real files: building one, and random look-ups in one. Each job prints one
// JSON line.
#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/debug/open/open_object.h"
#include "core/symcache/symcache.h"
#include "core/symcache/symcache_writer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace faultline;

namespace {

constexpr std::string_view kUsage =
    "usage: bench_symcache build FILE OUT [--threads N]\n"
    "       bench_symcache lookup CACHE ADDRESSES [--rounds N] [--print]\n"
    "       bench_symcache extent CACHE\n"
    "ADDRESSES: one hexadecimal number a line, relative to the image's start\n";

struct Options
{
    std::vector<std::string> words;
    std::size_t rounds = 1;
    std::size_t threads = 0;
    bool print = false;
};

Options parseOptions(int argc, char** argv)
{
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const auto number = i + 1 < argc ? parseDecimal(argv[i + 1]) : std::nullopt;
        if (word == "--print") {
            options.print = true;
        } else if (word == "--rounds" && number) {
            options.rounds = static_cast<std::size_t>(*number);
            ++i;
        } else if (word == "--threads" && number) {
            options.threads = static_cast<std::size_t>(*number);
            ++i;
        } else {
            options.words.emplace_back(word);
        }
    }
    return options;
}

/// A value of /proc/self/status in KiB.
std::uint64_t statusKib(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        std::uint64_t value = 0;
        if (word == key && status >> value)
            return value;
    }
    return 0;
}

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Samples this process's anonymous memory. The system records only the peak of its sum with mapped
/// files, which cost nothing.
class AnonymousPeak
{
public:
    AnonymousPeak()
        : m_thread([this](const std::stop_token& stop) {
              while (!stop.stop_requested()) {
                  m_peakKib = std::max(m_peakKib.load(), statusKib("RssAnon:"));
                  std::this_thread::sleep_for(std::chrono::milliseconds(2));
              }
          })
    {
    }

    std::uint64_t kib() const { return m_peakKib; }

private:
    std::atomic<std::uint64_t> m_peakKib = 0;
    std::jthread m_thread;
};

void report(std::string_view job,
            double seconds,
            std::size_t items,
            std::uint64_t bytes,
            const std::string& more)
{
    const std::string line = concat(",\"items\":", items, ",\"bytes\":", bytes,
                                    ",\"peak_kib\":", statusKib("VmHWM:"), more, "}");
    std::printf("{\"job\":\"%s\",\"seconds\":%.6f%s\n", std::string(job).c_str(), seconds,
                line.c_str());
}

Result<void> build(const Options& options)
{
    const AnonymousPeak memory;
    const auto start = std::chrono::steady_clock::now();
    const std::filesystem::path target = options.words[2];
    WorkerPool pool(options.threads);
    FL_TRY(const ByteView file, mapForeignFile(options.words[1]));
    FL_TRY(object::ObjectPtr object, object::openObject(file, ParseLimits{}));
    FL_TRY(TempFile out, TempFile::create(std::filesystem::absolute(target).parent_path()));
    FL_TRY(
        const symcache::SymCacheStats stats,
        symcache::writeSymCache({.object = std::move(object), .symbolObjects = {}}, out, pool, {}));
    FL_CHECK(out.keepAs(target));
    const double seconds = secondsSince(start);
    report("symcache-build", seconds, 1, stats.sizeBytes,
           concat(",\"anonymous_kib\":", memory.kib(), ",\"units\":", stats.units,
                  ",\"damaged_units\":", stats.damagedUnits,
                  ",\"damaged_records\":", stats.damagedRecords, ",\"functions\":", stats.functions,
                  ",\"symbols\":", stats.symbols, ",\"hidden\":", stats.hiddenFunctions,
                  ",\"rows\":", stats.rows));
    for (const std::string& note : stats.notes)
        std::fprintf(stderr, "%s\n", note.c_str());
    return {};
}

Result<std::vector<std::uint64_t>> readAddresses(const std::string& path)
{
    FL_TRY(const ByteView text, readFile(path, std::uint64_t{1} << 30));
    std::vector<std::uint64_t> addresses;
    for (std::string_view line : splitLines(text.text())) {
        line = trimAscii(line);
        if (line.starts_with("0x"))
            line.remove_prefix(2);
        if (line.empty())
            continue;
        const auto address = parseHex(line);
        if (!address)
            return fail(ErrorKind::Malformed, "address list: no hexadecimal number in line ",
                        addresses.size() + 1);
        addresses.push_back(*address);
    }
    return addresses;
}

void printAnswers(const symcache::SymCache& cache, const std::vector<std::uint64_t>& addresses)
{
    for (const std::uint64_t address : addresses) {
        std::string line = hexDigits(address);
        line += '\t';
        auto frames = cache.lookup(address);
        for (bool first = true; const auto frame = frames.next(); first = false)
            line +=
                concat(first ? "" : "\t", frame->function, " at ", frame->path, ':', frame->line);
        std::printf("%s\n", line.c_str());
    }
}

Result<void> lookup(const Options& options)
{
    FL_TRY(const auto addresses, readAddresses(options.words[2]));
    FL_TRY(const ByteView file, mapOwnFile(options.words[1]));
    const auto openStart = std::chrono::steady_clock::now();
    FL_TRY(const symcache::SymCache cache, symcache::SymCache::open(file));
    const double openSeconds = secondsSince(openStart);
    const auto start = std::chrono::steady_clock::now();
    std::size_t found = 0;
    std::uint64_t sum = 0; // Used, so that the compiler cannot remove the work.
    for (std::size_t round = 0; round < options.rounds; ++round) {
        for (const std::uint64_t address : addresses) {
            auto frames = cache.lookup(address);
            while (const auto frame = frames.next()) {
                sum += frame->line + frame->function.size() + frame->path.size();
                ++found;
            }
        }
    }
    report("symcache-lookup", secondsSince(start), addresses.size() * options.rounds, file.size(),
           concat(",\"open_us\":", static_cast<std::uint64_t>(openSeconds * 1e6),
                  ",\"frames\":", found, ",\"sum\":", sum));
    if (options.print)
        printAnswers(cache, addresses);
    return {};
}

/// Finds the end of the code that the symcache knows, to make addresses for look-ups.
Result<void> extent(const Options& options)
{
    FL_TRY(const ByteView file, mapOwnFile(options.words[1]));
    FL_TRY(const symcache::SymCache cache, symcache::SymCache::open(file));
    std::printf("%s\n", hexDigits(cache.lastRowStart()).c_str());
    return {};
}

} // namespace

int main(int argc, char** argv)
{
    const Options options = parseOptions(argc, argv);
    Result<void> outcome = fail(ErrorKind::Unsupported, kUsage);
    if (options.words.size() == 3 && options.words[0] == "build")
        outcome = build(options);
    else if (options.words.size() == 3 && options.words[0] == "lookup")
        outcome = lookup(options);
    else if (options.words.size() == 2 && options.words[0] == "extent")
        outcome = extent(options);
    if (outcome)
        return 0;
    std::fprintf(stderr, "%s\n", outcome.error().detail.c_str());
    return 1;
}
