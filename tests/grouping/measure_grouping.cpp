// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/json/json_writer.h"
#include "core/library/sqlite_store.h"
#include "core/likeness/stack_index.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>

using namespace faultline;

/// What the program says about the crashes of a library, as JSON lines for score_grouping.py:
/// measure_grouping LIBRARY ORDER. A line of ORDER has the path of a crash and the number of its
/// bug, in the order of arrival.
namespace {

struct Crash
{
    std::string path;
    std::int64_t bug = 0;
    library::ReportRecord record;
};

std::vector<Crash> crashesOf(const char* order)
{
    std::vector<Crash> crashes;
    std::ifstream file(order);
    std::string path;
    for (std::int64_t bug = 0; file >> path >> bug;)
        crashes.push_back({path, bug, {}});
    return crashes;
}

/// Reads the records; crashes that the library does not have are left out.
Result<void> addRecords(library::LibraryStore& store, std::vector<Crash>& crashes)
{
    std::map<std::string, library::ReportRecord> records;
    std::vector<library::ReportId> ids;
    constexpr std::uint64_t kAll = 1'000'000;
    FL_CHECK(store.eachStack(
        kAll, [&](library::ReportId id, library::GroupId,
                  const std::vector<library::RecordedFrame>&) { ids.push_back(id); }));
    for (const auto id : ids) {
        FL_TRY(auto stored, store.report(id));
        records[stored.record.path] = std::move(stored.record);
    }
    for (auto& crash : crashes)
        crash.record = records[crash.path];
    // The index passes over stacks without any frame, too.
    std::erase_if(crashes, [](const Crash& crash) { return crash.record.frames.empty(); });
    return {};
}

void write(json::JsonWriter& json, const std::vector<library::RecordedFrame>& frames)
{
    json.key("frames").beginArray();
    for (const auto& frame : frames) {
        json.beginArray().value(frame.module).value(frame.function);
        json.value(frame.isOwn).value(frame.isInlined).endArray();
    }
    json.endArray();
}

/// How like each crash is to those before it, once all are known.
std::vector<double>
likenesses(const likeness::StackIndex& index, const std::vector<Crash>& crashes, std::size_t number)
{
    std::vector<double> all;
    for (std::size_t i = 0; i < number; ++i)
        all.push_back(
            index.explain(crashes[number].record.frames, crashes[i].record.frames).likeness);
    return all;
}

void print(const Crash& crash,
           std::uint32_t group,
           double arrival,
           const std::vector<likeness::BlamedFrame>& blamed,
           const std::vector<double>& alike)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("file", crash.path).member("signature", crash.record.signature);
    write(json, crash.record.frames);
    json.member("group", group).key("arrival").raw(std::to_string(arrival));
    json.key("blamed").beginArray();
    for (const auto& frame : blamed)
        json.value(std::uint64_t{frame.row});
    json.endArray().key("alike").beginArray();
    for (const auto value : alike)
        json.raw(std::to_string(value));
    json.endArray().endObject();
    std::cout << text << "\n";
}

Result<void> measure(const char* library, const char* order)
{
    auto crashes = crashesOf(order);
    FL_TRY(auto store, library::SqliteStore::open(library, library::SqliteStore::Access::Read));
    FL_CHECK(addRecords(*store, crashes));
    likeness::StackIndex index;
    std::vector<double> arrivals;
    for (std::size_t i = 0; i < crashes.size(); ++i) {
        const auto& frames = crashes[i].record.frames;
        const auto placement = index.place(frames);
        arrivals.push_back(placement.groups.empty() ? 0 : placement.groups.front().likeness);
        index.add(static_cast<std::int64_t>(i), crashes[i].bug, frames);
    }
    const auto groups = index.groupsAlike();
    for (std::size_t i = 0; i < crashes.size(); ++i)
        print(crashes[i], groups[i], arrivals[i], index.blameFrames(crashes[i].record.frames),
              likenesses(index, crashes, i));
    return {};
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::cerr << "usage: measure_grouping LIBRARY ORDER\n";
        return 2;
    }
    const auto done = measure(argv[1], argv[2]);
    if (!done)
        std::cerr << done.error().describe() << "\n";
    return done ? 0 : 1;
}
