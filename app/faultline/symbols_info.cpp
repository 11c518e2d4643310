// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/symbols_command.h"
#include "core/base/text.h"
#include "core/json/json_writer.h"
#include "core/symbolfiles/symbol_files.h"

#include <cstdio>

namespace faultline::app {

namespace {

std::string featureWords(const ObjectFeatures& features)
{
    std::string words;
    const auto add = [&](bool has, std::string_view word) {
        if (has)
            words += concat(words.empty() ? "" : ", ", word);
    };
    add(features.hasDebugInfo, "debug info");
    add(features.hasSymbols, "symbols");
    add(features.hasUnwindInfo, "unwind info");
    add(features.hasSources, "sources");
    return words.empty() ? "none" : words;
}

std::string idText(const object::Object& object)
{
    return object.debugId().isNil() ? std::string("none") : object.debugId().canonical();
}

std::string infoText(const std::filesystem::path& file, const object::Object& object)
{
    auto text =
        concat(escapeControls(file.string()), "\n  format    ",
               object::fileFormatName(object.format()), ", ", object::objectKindName(object.kind()),
               ", ", archName(object.arch()), "\n  debug id  ", idText(object), "\n  code id   ",
               object.codeId().empty() ? "none" : object.codeId().text(), "\n  features  ",
               featureWords(object.features()), "\n");
    for (const auto& companion : object.companions())
        text += concat("  refers to ", escapeControls(companion.name),
                       companion.identity.empty() ? "" : " ", companion.identity, "\n");
    for (const auto& warning : object.warnings())
        text += concat("  note      ", escapeControls(warning), "\n");
    return text;
}

std::string_view companionKindName(object::CompanionReference::Kind kind)
{
    using enum object::CompanionReference::Kind;
    switch (kind) {
    case DebugLink: return "debug_link";
    case AltLink: return "supplementary";
    case MiniDebugInfo: return "mini_debug_info";
    case SplitDwarf: return "split_dwarf";
    case CodeViewPdb: return "pdb";
    case BcSymbolMap: return "bcsymbolmap";
    case SourceServer: return "source_server";
    case SourceLink: return "source_link";
    case ExternalDebugInfo: return "external_debug_info";
    case SourceMap: return "source_map";
    case ObjectFile: return "object_file";
    }
    return "unknown";
}

std::string infoJson(const std::filesystem::path& file, const object::Object& object)
{
    std::string text;
    json::JsonWriter json(text);
    const auto features = object.features();
    json.beginObject()
        .member("file", file.string())
        .member("format", object::fileFormatName(object.format()));
    json.member("kind", object::objectKindName(object.kind()))
        .member("arch", archName(object.arch()));
    json.key("debug_id");
    object.debugId().isNil() ? json.null() : json.value(object.debugId().canonical());
    json.key("code_id");
    object.codeId().empty() ? json.null() : json.value(object.codeId().text());
    json.key("load_address").hex(object.loadAddress());
    json.key("features").beginObject();
    json.member("has_debug_info", features.hasDebugInfo)
        .member("has_unwind_info", features.hasUnwindInfo);
    json.member("has_symbols", features.hasSymbols)
        .member("has_sources", features.hasSources)
        .endObject();
    json.key("refers_to").beginArray();
    for (const auto& companion : object.companions())
        json.beginObject()
            .member("kind", companionKindName(companion.kind))
            .member("name", companion.name)
            .member("identity", companion.identity)
            .endObject();
    json.endArray();
    json.key("warnings").beginArray();
    for (const auto& warning : object.warnings())
        json.value(warning);
    json.endArray().endObject();
    return text + "\n";
}

} // namespace

ExitCode run(const SymbolsInfoArguments& arguments)
{
    auto outcome = ExitCode::Ok;
    for (const auto& file : arguments.files) {
        const auto object = symbolfiles::openSymbolFile(file);
        if (!object) {
            complain(file.string(), object.error());
            outcome = ExitCode::Unreadable;
            continue;
        }
        const auto text = arguments.format == OutputFormat::Json ? infoJson(file, **object)
                                                                 : infoText(file, **object);
        std::fputs(text.c_str(), stdout);
    }
    return outcome;
}

} // namespace faultline::app
