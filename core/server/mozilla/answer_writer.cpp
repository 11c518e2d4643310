// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/answer_writer.h"

#include "core/base/hex.h"
#include "core/json/json_writer.h"

#include <charconv>
#include <set>

namespace faultline::server::mozilla {

namespace {

constexpr std::string_view kUnknownModule = "<unknown>";

std::string secondsText(double seconds)
{
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, seconds, std::chars_format::fixed, 6);
    return {text, end.ptr};
}

std::string offsetText(const FrameRequest& frame)
{
    return frame.offset ? hexAddress(*frame.offset) : frame.offsetText;
}

/// One frame and what was found for it.
struct FrameView
{
    std::string_view module = kUnknownModule;
    std::optional<FunctionMatch> match;
};

FrameView viewOf(const Job& job, const FrameRequest& frame, const SymbolicateAnswer& answer)
{
    FrameView view;
    if (!frame.module)
        return view;
    const auto& name = job.modules[*frame.module];
    if (!name.debugFile.empty())
        view.module = name.debugFile;
    const auto* module = answer.find(name);
    if (module == nullptr || !module->table)
        return view;
    if (const auto file = module->table->moduleFile(); !file.empty())
        view.module = file;
    if (frame.offset)
        view.match = module->table->find(*frame.offset);
    return view;
}

void writePosition(json::JsonWriter& json, std::string_view file, std::uint32_t line)
{
    if (file.empty()) // A line without a file is useless.
        return;
    json.member("file", file);
    if (line != 0)
        json.member("line", line);
}

void writeMatch(json::JsonWriter& json, const FunctionMatch& match)
{
    json.member("function", match.function);
    json.key("function_offset").hex(match.functionOffset);
    writePosition(json, match.file, match.line);
    if (match.inlines.empty())
        return;
    json.key("inlines").beginArray();
    for (const auto& call : match.inlines) {
        json.beginObject().member("function", call.function);
        writePosition(json, call.file, call.line);
        json.endObject();
    }
    json.endArray();
}

void writeStack(json::JsonWriter& json,
                const Job& job,
                const std::vector<FrameRequest>& stack,
                const SymbolicateAnswer& answer)
{
    json.beginArray();
    std::uint64_t index = 0;
    for (const auto& frame : stack) {
        const auto view = viewOf(job, frame, answer);
        json.beginObject()
            .member("frame", index++)
            .member("module", view.module)
            .member("module_offset", offsetText(frame));
        if (view.match)
            writeMatch(json, *view.match);
        json.endObject();
    }
    json.endArray();
}

/// Writes true or false, or null for a module that was not looked up.
void writeFound(json::JsonWriter& json, const ModuleAnswer* module)
{
    if (module == nullptr)
        json.null();
    else
        json.value(module->state == ModuleAnswer::State::Found);
}

void writeFoundModules(json::JsonWriter& json, const Job& job, const SymbolicateAnswer& answer)
{
    json.key("found_modules").beginObject();
    std::set<std::string> written;
    for (const auto& module : job.modules) {
        const auto key = module.key();
        if (!written.insert(key).second)
            continue;
        json.key(key);
        writeFound(json, answer.find(module));
    }
    json.endObject();
}

void writeResults(json::JsonWriter& json,
                  const SymbolicateRequest& request,
                  const SymbolicateAnswer& answer)
{
    json.key("results").beginArray();
    for (const auto& job : request.jobs) {
        json.beginObject().key("stacks").beginArray();
        for (const auto& stack : job.stacks)
            writeStack(json, job, stack, answer);
        json.endArray();
        writeFoundModules(json, job, answer);
        json.endObject();
    }
    json.endArray();
}

/// Formats a frame for version 4. An offset that was no integer stands alone, as in Mozilla's
/// documentation.
std::string textOf(const FrameView& view, const FrameRequest& frame)
{
    if (frame.isPassedThrough)
        return frame.offsetText;
    const auto what = view.match ? std::string(view.match->function) : offsetText(frame);
    return concat(what, " (in ", view.module, ")");
}

void writeTextStacks(json::JsonWriter& json, const Job& job, const SymbolicateAnswer& answer)
{
    json.key("symbolicatedStacks").beginArray();
    for (const auto& stack : job.stacks) {
        json.beginArray();
        for (const auto& frame : stack) {
            const auto view = viewOf(job, frame, answer);
            json.value(textOf(view, frame));
        }
        json.endArray();
    }
    json.endArray();
    json.key("knownModules").beginArray();
    for (const auto& module : job.modules)
        writeFound(json, answer.find(module));
    json.endArray();
}

/// Sums over all modules of the answer.
struct Totals
{
    std::uint64_t cachedBytes = 0;
    double cacheSeconds = 0;
    std::uint64_t attempts = 0;
    std::uint64_t downloads = 0;
    std::uint64_t downloadBytes = 0;
    double downloadSeconds = 0;
};

Totals totalsOf(const SymbolicateAnswer& answer)
{
    Totals totals;
    for (const auto& [name, module] : answer.modules) {
        totals.cachedBytes += module.cachedBytes;
        totals.cacheSeconds += module.cacheTime.count();
        totals.attempts += module.downloadAttempts;
        totals.downloads += module.downloads;
        totals.downloadBytes += module.downloadBytes;
        totals.downloadSeconds += module.downloadTime.count();
    }
    return totals;
}

void writeTime(json::JsonWriter& json, double seconds)
{
    json.key("time").raw(secondsText(seconds));
}

void writeDebug(json::JsonWriter& json, const SymbolicateAnswer& answer)
{
    const auto totals = totalsOf(answer);
    json.key("debug").beginObject();
    writeTime(json, answer.debug.seconds);
    json.key("stacks")
        .beginObject()
        .member("count", answer.debug.frames)
        .member("real", answer.debug.realFrames)
        .endObject();
    json.key("modules").beginObject().member("count", std::uint64_t{answer.modules.size()});
    json.key("stacks_per_module").beginObject();
    for (const auto& [module, stacks] : answer.debug.stacksPerModule)
        json.member(module, stacks);
    json.endObject().endObject();
    json.key("cache_lookups")
        .beginObject()
        .member("count", std::uint64_t{answer.modules.size()})
        .member("size", totals.cachedBytes);
    writeTime(json, totals.cacheSeconds);
    json.endObject();
    json.key("downloads")
        .beginObject()
        .member("count", totals.downloads)
        .member("attempts", totals.attempts)
        .member("size", totals.downloadBytes);
    writeTime(json, totals.downloadSeconds);
    json.endObject().endObject();
}

} // namespace

std::string
renderAnswer(const SymbolicateRequest& request, const SymbolicateAnswer& answer, ShowsDebug debug)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject();
    if (request.version == ApiVersion::V5)
        writeResults(json, request, answer);
    else
        writeTextStacks(json, request.jobs.front(), answer);
    if (debug == ShowsDebug::Yes)
        writeDebug(json, answer);
    json.endObject();
    return text;
}

} // namespace faultline::server::mozilla
