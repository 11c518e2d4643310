// SPDX-License-Identifier: GPL-3.0-or-later
// Measures a library of many reports: what a window asks when it opens and searches, and where a
// new report belongs. The reports are made up: signatures, versions and modules are as unequally
// frequent as in real libraries. Prints one JSON line for each figure.
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/library/indexed_lists.h"
#include "core/library/report_columns.h"
#include "core/library/sqlite_store.h"
#include "core/likeness/stack_index.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>

using namespace faultline;
using namespace faultline::library;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::string_view kUsage =
    "usage: bench_library LIBRARY REPORTS\n"
    "LIBRARY: a file; is made with so many reports if it does not exist\n";
constexpr std::size_t kFrames = 24;
constexpr std::size_t kModules = 20;
constexpr std::int64_t kFirstDay = 1'700'000'000;
constexpr std::int64_t kNow = kFirstDay + 400 * 86'400;
constexpr std::size_t kReportsOfBug = 50; ///< On average.

constexpr QueryField kFacets[] = {
    QueryField::Status,      QueryField::Version,     QueryField::Product,
    QueryField::Os,          QueryField::OsVersion,   QueryField::Arch,
    QueryField::Reason,      QueryField::Kind,        QueryField::MissingModule,
    QueryField::Tag,         QueryField::Assignee,    QueryField::Customer,
    QueryField::TopFunction, QueryField::StackModule, QueryField::ProcessType};

class ReportMaker
{
public:
    explicit ReportMaker(std::size_t reports)
        : m_bugs(std::max<std::size_t>(1, reports / kReportsOfBug))
    {
    }

    ReportRecord next(std::size_t number)
    {
        const auto bug = unequal(m_bugs);
        std::mt19937_64 own(bug); // What all crashes of a bug have in common.
        ReportRecord record;
        record.sha256 = sha256Hex(asBytes(concat("report ", number)));
        record.path = concat("/crashes/", number / 1000, "/", record.sha256.substr(0, 16), ".dmp");
        record.kind = "minidump";
        record.crashedAt = kFirstDay + std::int64_t(m_random() % (400 * 86'400));
        record.product = concat("product ", own() % 5);
        record.version = concat("4.", unequal(12), ".", unequal(6));
        record.build = concat("2026", 100 + unequal(60));
        record.os = std::array{"Windows", "Linux", "macOS"}[unequal(3)];
        record.osVersion = concat("10.0.", 19'000 + unequal(40));
        record.arch = unequal(4) == 3 ? "arm64" : "x86-64";
        record.processType = std::array{"main", "worker", "gpu"}[unequal(3)];
        record.reason = concat("reason ", own() % 12);
        record.address = m_random();
        record.threadName = concat("thread ", own() % 30);
        record.frames = framesOf(own);
        record.topFunction = record.frames.front().function;
        record.inAppFunction = record.frames[2].function;
        record.signature = concat(record.inAppFunction, " | ", record.frames[3].function);
        record.modules = modules();
        record.threadCount = std::uint32_t(8 + unequal(60));
        record.comment = unequal(10) == 9 ? "it went away when I saved the file" : "";
        record.annotations = {{"session", std::string(record.sha256.substr(0, 12))}};
        record.quality = std::uint32_t(unequal(5));
        return record;
    }

private:
    /// A number below `count`; small ones are frequent.
    std::size_t unequal(std::size_t count)
    {
        const double share = std::uniform_real_distribution<>(0, 1)(m_random);
        return std::min(count - 1, std::size_t(double(count) * share * share * share));
    }

    /// Below its own frames a bug's crashes differ.
    std::vector<RecordedFrame> framesOf(std::mt19937_64& own)
    {
        std::vector<RecordedFrame> frames;
        for (std::size_t i = 0; i < kFrames; ++i) {
            const auto function = i < 6 ? own() % 20'000 : 20'000 + unequal(3000);
            frames.push_back({.module = concat("module", function % 60),
                              .function = concat("space", function % 97, "::Class", function % 1009,
                                                 "::function", function),
                              .isOwn = i > 1 && i < 18});
        }
        return frames;
    }

    std::vector<RecordedModule> modules()
    {
        std::vector<RecordedModule> modules;
        for (std::size_t i = 0; i < kModules; ++i)
            modules.push_back({.name = concat("module", i * 3 + unequal(3)),
                               .version = "1.0",
                               .debugId = concat("id", i),
                               .isOnStack = i < 6,
                               .isMissing = unequal(30) == 29});
        return modules;
    }

    std::size_t m_bugs;
    std::mt19937_64 m_random{20'261'127};
};

double millisecondsOf(const std::function<void()>& work)
{
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// The median of five.
void tell(std::string_view name, const std::function<void()>& work, int rounds = 5)
{
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i)
        times.push_back(millisecondsOf(work));
    std::ranges::sort(times);
    std::printf("{\"figure\": \"%.*s\", \"ms\": %.1f, \"longest\": %.1f}\n", int(name.size()),
                name.data(), times[times.size() / 2], times.back());
    std::fflush(stdout);
}

template <class T>
T take(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "bench_library: %s\n", result.error().detail.c_str());
        std::exit(1);
    }
    return *std::move(result);
}

void make(const std::filesystem::path& file, std::size_t reports)
{
    const auto store = take(SqliteStore::open(file, SqliteStore::Access::Create));
    ReportMaker maker(reports);
    for (std::size_t i = 0; i < reports; ++i)
        take(store->add({.record = maker.next(i),
                         .payload = {},
                         .batch = {},
                         .importedAt = kNow,
                         .customer = i % 7 == 0 ? concat("customer ", i % 300) : ""}));
}

Query queryOf(std::string_view line)
{
    return take(Query::parse(line, kNow));
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fputs(kUsage.data(), stderr);
        return 2;
    }
    const std::filesystem::path file = argv[1];
    const auto count = std::size_t(std::strtoull(argv[2], nullptr, 10));
    if (!std::filesystem::exists(file))
        tell("make", [&] { make(file, count); }, 1);
    tell("open", [&] {
        const auto store = take(SqliteStore::open(file, SqliteStore::Access::Write));
        take(store->groups({}, {}, 0, 50));
    });
    const auto store = take(SqliteStore::open(file, SqliteStore::Access::Write));
    tell("groups, first page", [&] { take(store->groups({}, {}, 0, 50)); });
    tell("groups of a version", [&] { take(store->groups(queryOf("version:=4.2.1"), {}, 0, 50)); });
    tell("reports, first page", [&] { take(store->search({}, {}, 0, 100)); });
    tell("reports by words", [&] { take(store->search(queryOf("function7 saved"), {}, 0, 100)); });
    tell("reports by contains",
         [&] { take(store->search(queryOf("signature:~class77"), {}, 0, 100)); });
    tell("reports by pattern",
         [&] { take(store->search(queryOf("signature:@Class7+:"), {}, 0, 100)); });
    tell(
        "facets by the store",
        [&] {
            for (const auto field : kFacets)
                take(store->countBy(field, {}, 8));
        },
        1);
    std::unique_ptr<ReportColumns> columns;
    tell("columns", [&] { columns = take(ReportColumns::read(*store)); }, 1);
    IndexedLists lists(*store, *columns);
    tell("columns: groups", [&] { take(lists.groups({}, {}, 0, 50)); });
    tell("columns: groups of a version",
         [&] { take(lists.groups(queryOf("version:=4.2.1"), {}, 0, 50)); });
    tell("columns: reports", [&] { take(lists.search({}, {}, 0, 100)); });
    tell("columns: by words", [&] { take(lists.search(queryOf("function7 saved"), {}, 0, 100)); });
    tell("columns: by pattern",
         [&] { take(lists.search(queryOf("signature:@Class7+:"), {}, 0, 100)); });
    tell("columns: facets", [&] {
        for (const auto field : kFacets)
            take(lists.countBy(field, {}, 8));
    });
    ReportMaker maker(count);
    std::size_t number =
        count + std::size_t(Clock::now().time_since_epoch().count() % 1'000'000'000);
    tell(
        "add",
        [&] {
            take(store->add({.record = maker.next(number++),
                             .payload = {},
                             .batch = {},
                             .importedAt = kNow,
                             .customer = {}}));
        },
        101);

    tell("columns: a change", [&] { take(columns->update(*store)); }, 1);
    likeness::StackIndex index;
    tell(
        "index of stacks",
        [&] {
            static_cast<void>(store->eachStack(
                count, [&](ReportId id, GroupId group, std::vector<RecordedFrame> frames) {
                    index.add(id, group, frames);
                }));
        },
        1);
    tell("calibrate", [&] { index.calibrate(); }, 1);
    tell("place", [&] { index.place(maker.next(number++).frames); }, 101);
    tell("regroup", [&] { index.groupsAlike(); }, 1);
    return 0;
}
