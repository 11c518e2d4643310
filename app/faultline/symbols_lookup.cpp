// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/symbols_command.h"
#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/names/demangle.h"
#include "core/json/json_writer.h"
#include "core/symbolfiles/symcache_file.h"

#include <cstdio>
#include <iostream>
#include <iterator>

namespace faultline::app {

namespace {

constexpr std::uint64_t kMaxListBytes = 1ull << 30;

Result<std::string> readList(const std::filesystem::path& path)
{
    if (path == "-")
        return std::string(std::istreambuf_iterator<char>(std::cin), {});
    FL_TRY(const auto bytes, readFile(path, kMaxListBytes));
    return std::string(bytes.text());
}

Result<std::uint64_t> parseAddress(std::string_view text)
{
    const bool isPrefixed = text.starts_with("0x") || text.starts_with("0X");
    const auto address = parseHex(isPrefixed ? text.substr(2) : text);
    if (!address)
        return fail(ErrorKind::Malformed, "not a hexadecimal address: \"", escapeControls(text),
                    "\"");
    return *address;
}

Result<std::vector<std::uint64_t>> readAddresses(const SymbolsLookupArguments& arguments)
{
    std::vector<std::uint64_t> addresses;
    for (const auto& text : arguments.addresses) {
        FL_TRY(addresses.emplace_back(), parseAddress(text));
    }
    if (!arguments.addressList)
        return addresses;
    FL_TRY(const auto list, readList(*arguments.addressList));
    for (const auto line : splitLines(list)) {
        if (const auto text = trimAscii(line); !text.empty()) {
            FL_TRY(addresses.emplace_back(), parseAddress(text));
        }
    }
    return addresses;
}

std::string positionText(const symcache::SymFrame& frame)
{
    auto text = frame.path.empty() ? std::string("??") : escapeControls(frame.path);
    text += concat(":", frame.line);
    return frame.column == 0 ? text : concat(text, ":", frame.column);
}

void printText(const symcache::SymCache& cache, std::uint64_t address)
{
    auto text = hexAddress(address) + "\n";
    auto frames = cache.lookup(address);
    bool isAny = false;
    while (const auto frame = frames.next()) {
        text += concat("  ", escapeControls(demangling::demangle(frame->function, frame->language)),
                       " at ", positionText(*frame), frame->isInlined ? " (inline)" : "",
                       frame->fromSymbolTable ? " (symbol table)" : "", "\n");
        isAny = true;
    }
    if (!isAny)
        text += "  ??\n";
    std::fputs(text.c_str(), stdout);
}

void writeFrame(json::JsonWriter& json, const symcache::SymFrame& frame)
{
    json.beginObject();
    json.member("function", demangling::demangle(frame.function, frame.language))
        .member("symbol", frame.function);
    if (frame.entry != object::kNoIndex)
        json.key("sym_addr").hex(frame.entry);
    if (frame.language != Language::Unknown)
        json.member("lang", languageName(frame.language));
    if (!frame.path.empty())
        json.member("filename", baseName(frame.path)).member("abs_path", frame.path);
    json.member("lineno", frame.line);
    if (frame.column != 0)
        json.member("column", frame.column);
    json.member("inlined", frame.isInlined).endObject();
}

void printJson(const symcache::SymCache& cache, const std::vector<std::uint64_t>& addresses)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginArray();
    for (const auto address : addresses) {
        json.beginObject().key("address").hex(address).key("frames").beginArray();
        auto frames = cache.lookup(address);
        while (const auto frame = frames.next())
            writeFrame(json, *frame);
        json.endArray().endObject();
        std::fputs(text.c_str(), stdout);
        text.clear();
    }
    json.endArray();
    std::fprintf(stdout, "%s\n", text.c_str());
}

} // namespace

ExitCode run(const SymbolsLookupArguments& arguments)
{
    if (arguments.addresses.empty() && !arguments.addressList) {
        complain(Error{ErrorKind::Malformed, "symbols lookup: no ADDRESS and no --addresses LIST"});
        return ExitCode::Usage;
    }
    const auto addresses = readAddresses(arguments);
    if (!addresses) {
        complain(addresses.error());
        return broadKind(addresses.error().kind) == ErrorKind::Malformed ? ExitCode::Usage
                                                                         : ExitCode::Unreadable;
    }
    const auto cache = symbolfiles::openSymCache(arguments.file);
    if (!cache) {
        complain(arguments.file.string(), cache.error());
        return ExitCode::Unreadable;
    }
    if (arguments.format == OutputFormat::Json) {
        printJson(*cache, *addresses);
        return ExitCode::Ok;
    }
    for (const auto address : *addresses)
        printText(*cache, address);
    return ExitCode::Ok;
}

} // namespace faultline::app
