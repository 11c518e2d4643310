// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/cache_command.h"
#include "core/base/text.h"
#include "core/cache/cache_cleanup.h"
#include "core/cache/cache_folder.h"
#include "core/cache/entry_time.h"
#include "core/json/json_writer.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace faultline::app {

namespace {

constexpr std::size_t kShortDigits = 16;

struct KindSize
{
    cache::CacheAmount payloads;
    cache::CacheAmount failures;
    std::uint64_t damaged = 0;
    std::optional<cache::CacheTime> oldestUse;
};

std::string padded(const std::string& text, std::size_t width)
{
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string paddedRight(std::string text, std::size_t width)
{
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

std::string stateText(const cache::CacheFile& file)
{
    if (!file.isOurs)
        return "not an entry of ours";
    if (!file.entry)
        return "damaged: " + file.entry.error().detail;
    return file.entry->header.failure ? file.entry->header.failure->describe() : "payload";
}

/// Returns the first location in a key text.
std::string locationOf(const cache::CacheFile& file)
{
    constexpr std::string_view kLabel = "\nlocation: ";
    if (!file.entry)
        return {};
    const std::string_view key = file.entry->header.keyText;
    const auto start = key.find(kLabel);
    if (start == std::string_view::npos)
        return {};
    const auto rest = key.substr(start + kLabel.size());
    return std::string(rest.substr(0, rest.find('\n')));
}

void printKindsText(const std::map<std::string, KindSize>& kinds)
{
    std::fputs("kind               entries  failures        size  least recent use\n", stdout);
    cache::CacheAmount all;
    for (const auto& [name, size] : kinds) {
        const auto bytes = size.payloads.bytes + size.failures.bytes;
        all.entries += size.payloads.entries + size.failures.entries;
        all.bytes += bytes;
        const auto line =
            concat(paddedRight(name, 17), padded(concat(size.payloads.entries), 9),
                   padded(concat(size.failures.entries), 10), padded(cache::sizeText(bytes), 12),
                   "  ", size.oldestUse ? timeText(*size.oldestUse) : "", "\n");
        std::fputs(line.c_str(), stdout);
    }
    const auto line = concat("all ", all.entries, all.entries == 1 ? " entry, " : " entries, ",
                             cache::sizeText(all.bytes), "\n");
    std::fputs(line.c_str(), stdout);
}

void printKindsJson(const std::filesystem::path& folder,
                    const std::map<std::string, KindSize>& kinds)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("folder", folder.string()).key("kinds").beginArray();
    for (const auto& [name, size] : kinds) {
        json.beginObject().member("kind", name).member("entries", size.payloads.entries);
        json.member("failures", size.failures.entries).member("damaged", size.damaged);
        json.member("bytes", size.payloads.bytes + size.failures.bytes).key("oldest_use");
        size.oldestUse ? json.value(timeText(*size.oldestUse)) : json.null();
        json.endObject();
    }
    json.endArray().endObject();
    std::fputs((text + "\n").c_str(), stdout);
}

void add(std::map<std::string, KindSize>& kinds, const cache::CacheFile& file)
{
    if (!file.isOurs)
        return;
    auto& kind = kinds[file.kind];
    if (!file.entry)
        ++kind.damaged;
    (file.entry && file.entry->header.failure ? kind.failures : kind.payloads).add(file.diskBytes);
    if (!kind.oldestUse || file.lastUsed < *kind.oldestUse)
        kind.oldestUse = file.lastUsed;
}

void printEntryText(const cache::CacheFile& file)
{
    const auto line =
        concat(file.digest.substr(0, kShortDigits), "  ", timeText(file.lastUsed),
               padded(cache::sizeText(file.diskBytes), 12), "  ", escapeControls(stateText(file)),
               "  ", escapeControls(locationOf(file)), "\n");
    std::fputs(line.c_str(), stdout);
}

/// Writes the fields that an entry has both in lists and in `cache show`.
void writeEntry(json::JsonWriter& json, const cache::CacheFile& file)
{
    json.member("entry", file.digest).member("kind", file.kind).member("version", file.version);
    json.member("path", file.path.string()).member("bytes", file.diskBytes);
    json.member("last_used", timeText(file.lastUsed)).key("failure");
    const bool hasFailed = file.entry && file.entry->header.failure;
    hasFailed ? json.value(file.entry->header.failure->describe()) : json.null();
    json.key("damage");
    file.entry ? json.null() : json.value(file.entry.error().detail);
    json.member("location", locationOf(file));
}

void writeHead(json::JsonWriter& json,
               const cache::CacheFile& file,
               const cache::CacheLifetimeSet& lifetimes)
{
    if (!file.entry)
        return;
    const auto& header = file.entry->header;
    json.member("payload_bytes", std::uint64_t{file.entry->payload.size()});
    json.member("scope", header.scope).member("rank", header.objectRank);
    json.member("created", timeText(cache::timeFromNanoseconds(header.createdAt)));
    json.key("expires");
    const auto expiry = cache::expiryOf(header, file.lastUsed, lifetimes);
    expiry ? json.value(timeText(*expiry)) : json.null();
    json.member("key", header.keyText);
}

std::string indented(std::string_view text)
{
    std::string lines;
    for (const auto line : splitLines(text)) {
        if (!line.empty())
            lines += concat("    ", escapeControls(line), "\n");
    }
    return lines;
}

void printHeadText(const cache::CacheFile& file, const cache::CacheLifetimeSet& lifetimes)
{
    std::string text =
        concat(file.path.string(), "\n  state      ", escapeControls(stateText(file)),
               "\n  last used  ", timeText(file.lastUsed), "\n");
    if (file.entry) {
        const auto& header = file.entry->header;
        const auto expiry = cache::expiryOf(header, file.lastUsed, lifetimes);
        text += concat("  expires    ", expiry ? timeText(*expiry) : "never", "\n  created    ",
                       timeText(cache::timeFromNanoseconds(header.createdAt)), "\n  payload    ",
                       cache::sizeText(file.entry->payload.size()), "\n  rank       ",
                       header.objectRank, "\n  key\n", indented(header.keyText));
    }
    std::fputs(text.c_str(), stdout);
}

ExitCode complain(const Error& error)
{
    std::fprintf(stderr, "faultline: %s\n", escapeControls(error.detail).c_str());
    return ExitCode::Failed;
}

ExitCode listKinds(const std::filesystem::path& folder, OutputFormat format)
{
    std::map<std::string, KindSize> kinds;
    const auto walked = cache::forEachCacheFile(
        folder, {}, [&](const cache::CacheFile& file) { add(kinds, file); });
    if (format == OutputFormat::Json)
        printKindsJson(folder, kinds);
    else
        printKindsText(kinds);
    return walked ? ExitCode::Ok : complain(walked.error());
}

/// Calls `print` or `write` for the files that `wanted` names, and returns their number.
struct EntryPrinter
{
    OutputFormat format = OutputFormat::Text;
    std::function<bool(const cache::CacheFile&)> wanted;
    std::function<void(const cache::CacheFile&)> print;
    std::function<void(json::JsonWriter&, const cache::CacheFile&)> write;

    Result<std::size_t> run(const std::filesystem::path& folder) const
    {
        std::string text;
        json::JsonWriter json(text);
        std::size_t count = 0;
        json.beginObject().member("folder", folder.string()).key("entries").beginArray();
        const auto walked = cache::forEachCacheFile(folder, {}, [&](const cache::CacheFile& file) {
            if (!wanted(file))
                return;
            ++count;
            if (format != OutputFormat::Json)
                return print(file);
            json.beginObject();
            write(json, file);
            json.endObject();
        });
        json.endArray().endObject();
        if (format == OutputFormat::Json)
            std::fputs((text + "\n").c_str(), stdout);
        if (!walked)
            return std::unexpected(walked.error());
        return count;
    }
};

} // namespace

ExitCode run(const CacheListArguments& arguments)
{
    const auto settings = cacheSettings(arguments);
    if (!settings)
        return ExitCode::Usage;
    if (arguments.kinds.empty())
        return listKinds(*settings->cacheDir, arguments.format);
    const EntryPrinter printer{.format = arguments.format,
                               .wanted =
                                   [&](const cache::CacheFile& file) {
                                       return std::ranges::find(arguments.kinds, file.kind) !=
                                              arguments.kinds.end();
                                   },
                               .print = printEntryText,
                               .write = writeEntry};
    const auto count = printer.run(*settings->cacheDir);
    return count ? ExitCode::Ok : complain(count.error());
}

ExitCode run(const CacheShowArguments& arguments)
{
    constexpr std::size_t kFewestDigits = 4;
    const auto settings = cacheSettings(arguments);
    if (!settings)
        return ExitCode::Usage;
    for (const auto& entry : arguments.entries) {
        if (entry.size() < kFewestDigits) {
            std::fprintf(stderr, "faultline: %s: an entry needs %zu digits at least\n",
                         entry.c_str(), kFewestDigits);
            return ExitCode::Usage;
        }
    }
    const auto& lifetimes = settings->lifetimes;
    const EntryPrinter printer{
        .format = arguments.format,
        .wanted =
            [&](const cache::CacheFile& file) {
                return std::ranges::any_of(arguments.entries, [&](const std::string& digits) {
                    return file.digest.starts_with(digits);
                });
            },
        .print = [&](const cache::CacheFile& file) { printHeadText(file, lifetimes); },
        .write =
            [&](json::JsonWriter& json, const cache::CacheFile& file) {
                writeEntry(json, file);
                writeHead(json, file, lifetimes);
            }};
    const auto count = printer.run(*settings->cacheDir);
    if (!count)
        return complain(count.error());
    if (*count == 0)
        std::fputs("faultline: no such entry\n", stderr);
    return *count == 0 ? ExitCode::Unreadable : ExitCode::Ok;
}

} // namespace faultline::app
