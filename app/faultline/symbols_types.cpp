// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/symbols_command.h"
#include "core/base/text.h"
#include "core/json/json_writer.h"
#include "core/query/inspection_json.h"
#include "core/symbolfiles/symbol_files.h"
#include "core/variables/type_layout.h"

#include <cstdio>
#include <set>

namespace faultline::app {

namespace {

using variables::LayoutPart;
using variables::TypeLayout;

/// A name may mean many types; one that means more is refined with its scopes.
constexpr std::size_t kMaxTypes = 64;

std::string placeText(const LayoutPart& part)
{
    if (!part.offsetBytes)
        return "?";
    return part.kind == LayoutPart::Kind::BitField || (part.bitCount != 0 && !part.sizeBytes)
               ? concat(*part.offsetBytes, ":", part.bitOffset)
               : concat(*part.offsetBytes);
}

std::string sizeText(const LayoutPart& part)
{
    const bool isBits =
        part.kind == LayoutPart::Kind::BitField || (part.bitCount != 0 && !part.sizeBytes);
    if (isBits)
        return concat(part.bitCount, part.bitCount == 1 ? " bit" : " bits");
    return part.sizeBytes ? concat(*part.sizeBytes) : std::string("?");
}

std::string nameText(const LayoutPart& part)
{
    switch (part.kind) {
    case LayoutPart::Kind::Base: return concat("base ", part.type);
    case LayoutPart::Kind::VirtualBase: return concat("virtual base ", part.type);
    case LayoutPart::Kind::Hole: return "-- hole --";
    case LayoutPart::Kind::Padding: return "-- padding --";
    case LayoutPart::Kind::Enumerator: return concat(part.name, " = ", part.value);
    default: break;
    }
    return part.name.empty() ? part.type : concat(part.name, ": ", part.type);
}

/// Right-aligned, for columns of numbers.
std::string padded(const std::string& text)
{
    constexpr std::size_t kWidth = 8;
    return text.size() < kWidth ? std::string(kWidth - text.size(), ' ') + text : text;
}

void printText(const TypeLayout& layout)
{
    auto text = concat(layout.kind, " ", layout.name);
    if (!layout.target.empty())
        text += concat(layout.kind == "enum" ? " : " : " = ", layout.target);
    if (layout.sizeBytes)
        text += concat("  (", *layout.sizeBytes, *layout.sizeBytes == 1 ? " byte)" : " bytes)");
    std::fprintf(stdout, "%s\n", escapeControls(text).c_str());
    for (const auto& part : layout.parts) {
        const auto line = part.kind == LayoutPart::Kind::Enumerator
                              ? concat("  ", nameText(part))
                              : concat("  ", padded(placeText(part)), "  ", padded(sizeText(part)),
                                       "  ", nameText(part));
        std::fprintf(stdout, "%s\n", escapeControls(line).c_str());
    }
    if (layout.holeCount != 0)
        std::fprintf(stdout, "  %s\n",
                     concat(layout.holeCount, layout.holeCount == 1 ? " hole, " : " holes, ",
                            layout.holeBytes, " bytes")
                         .c_str());
    if (layout.isCut)
        std::fputs("  and more\n", stdout);
}

std::string jsonOf(const TypeLayout& layout)
{
    std::string text;
    json::JsonWriter json(text);
    query::writeLayout(json, layout);
    return text;
}

/// Every unit of a program has its own copy of a type; equal ones are one.
std::vector<TypeLayout>
layoutsOf(object::ValueInfoReader& info, const object::Object& file, std::string_view name)
{
    std::vector<TypeLayout> layouts;
    std::set<std::string> seen;
    for (const auto type : info.typesNamed(name, kMaxTypes)) {
        auto layout = variables::layoutOf(info, type, pointerSize(cpuFamily(file.arch())));
        if (seen.insert(jsonOf(layout)).second)
            layouts.push_back(std::move(layout));
    }
    return layouts;
}

void print(const std::vector<TypeLayout>& layouts, OutputFormat format)
{
    if (format == OutputFormat::Text) {
        for (const auto& layout : layouts)
            printText(layout);
        return;
    }
    std::string text;
    json::JsonWriter json(text);
    json.beginArray();
    for (const auto& layout : layouts)
        query::writeLayout(json, layout);
    json.endArray();
    std::fprintf(stdout, "%s\n", text.c_str());
}

} // namespace

ExitCode run(const SymbolsTypesArguments& arguments)
{
    const auto files = symbolfiles::openSymbolFiles(arguments.file);
    if (!files) {
        complain(arguments.file.string(), files.error());
        return ExitCode::Unreadable;
    }
    const auto info = files->debugObject()->valueInfoWith(files->companions);
    if (!info) {
        complain(arguments.file.string(),
                 Error{ErrorKind::NotFound, "no debug info that describes types"});
        return ExitCode::Unreadable;
    }
    const auto layouts = layoutsOf(*info, *files->debugObject(), arguments.name);
    if (layouts.empty()) {
        complain(arguments.file.string(),
                 Error{ErrorKind::NotFound,
                       concat("no type is called \"", escapeControls(arguments.name), "\"")});
        return ExitCode::Unreadable;
    }
    print(layouts, arguments.format);
    return ExitCode::Ok;
}

} // namespace faultline::app
