// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/debug_file_facts.h"

#include "core/base/file.h"
#include "core/formats/debug/macho/macho_fat.h"
#include "core/formats/debug/proguard/mapping_identity.h"
#include "core/formats/debug/proguard/mapping_reader.h"
#include "core/formats/debug/sourcemap/map_file.h"
#include "core/symbolfiles/symcache_file.h"

#include <algorithm>
#include <array>

namespace faultline::engine {

namespace {

/// Sections with debug info, which are not mapped and so in no list of ranges. The first of each
/// pair is ELF's name, the second Mach-O's.
constexpr auto kDebugSections = std::to_array<std::string_view>(
    {".debug_info",    ".debug_abbrev",   ".debug_line",      ".debug_str",      ".debug_line_str",
     ".debug_ranges",  ".debug_rnglists", ".debug_loc",       ".debug_loclists", ".debug_addr",
     ".debug_aranges", ".debug_types",    ".debug_frame",     ".debug_names",    ".gnu_debugdata",
     ".symtab",        ".strtab",         "__debug_info",     "__debug_abbrev",  "__debug_line",
     "__debug_str",    "__debug_ranges",  "__debug_rnglists", "__debug_loc",     "__debug_loclists",
     "__debug_frame",  "__debug_names",   "__apple_names"});

std::string textOf(const DebugId& id)
{
    return id.isNil() ? std::string() : id.canonical();
}

void addSections(const object::Object& object, DebugFileFacts& facts)
{
    for (const auto& range : object.ranges()) {
        if (range.name.empty())
            continue;
        const bool isInFile =
            range.sizeBytes == 0 || object.readImage(range.address, 1).has_value();
        facts.sections.push_back({.name = range.name,
                                  .address = range.address,
                                  .sizeBytes = range.sizeBytes,
                                  .isInFile = isInFile});
    }
    for (const auto name : kDebugSections) {
        const auto hasName = [name](const auto& section) { return section.name == name; };
        if (std::ranges::any_of(facts.sections, hasName))
            continue;
        if (const auto bytes = object.section(name); bytes && !bytes->span().empty())
            facts.sections.push_back(
                {.name = std::string(name), .sizeBytes = bytes->span().size()});
    }
}

void addObject(const object::Object& object, DebugFileFacts& facts)
{
    facts.kind = DebugFileKind::Object;
    facts.format = object.format();
    facts.objectKind = object.kind();
    facts.arch = object.arch();
    facts.debugId = textOf(object.debugId());
    facts.codeId = object.codeId().text();
    facts.loadAddress = object.loadAddress();
    facts.features = object.features();
    facts.companions = object.companions();
    facts.notes = object.warnings();
    addSections(object, facts);
}

void addArchitectures(const ByteView& bytes, DebugFileFacts& facts)
{
    if (!macho::looksLikeFatMachO(bytes.span()))
        return;
    const auto members = macho::readFatMembers(bytes);
    for (const auto& member : members ? *members : std::vector<macho::FatMember>())
        facts.architectures.emplace_back(archName(member.arch));
}

/// Index maps count what their sections have.
void countMap(const sourcemap::MapMembers& map, DebugFileFacts& facts)
{
    *facts.sources += map.sources.size();
    *facts.names += map.names.size();
    *facts.sourceTexts += std::uint64_t(std::ranges::count_if(
        map.sourcesContent, [](const auto& content) { return content.has_value(); }));
    for (const auto& section : map.sections) {
        if (section.map)
            countMap(*section.map, facts);
    }
}

bool addSourceMap(const ByteView& bytes, DebugFileFacts& facts)
{
    const auto text = bytes.text();
    if (!text.starts_with('{') && !text.starts_with(')'))
        return false;
    const auto map = sourcemap::readMapFile(bytes.span(), {});
    if (!map || !sourcemap::looksLikeMap(map->members))
        return false;
    facts.kind = DebugFileKind::SourceMap;
    const auto& members = map->members;
    facts.debugId = members.debugId.empty() ? members.debug_id : members.debugId;
    facts.sources = facts.names = facts.sourceTexts = 0;
    countMap(members, facts);
    facts.features.hasSources = *facts.sourceTexts > 0;
    facts.hasLines = true;
    return true;
}

/// False for a file of another kind; what is a mapping says why it cannot be read.
Result<bool> addMapping(const ByteView& bytes,
                        const ParseLimits& limits,
                        const std::stop_token& stop,
                        DebugFileFacts& facts)
{
    constexpr std::size_t kProbedBytes = 1024;
    const auto text = bytes.text();
    if (text.substr(0, kProbedBytes).contains('\0') || !proguard::looksLikeMapping(text))
        return false;
    FL_TRY(const auto mapping, proguard::readMapping(text, limits, stop));
    facts.kind = DebugFileKind::Mapping;
    facts.debugId = textOf(proguard::mappingId(bytes.span()));
    facts.classes = mapping.blocks.size();
    facts.methods = mapping.entries.size();
    facts.hasLines = mapping.hasLineInfo;
    facts.compiler = mapping.header.compiler;
    if (!mapping.header.compilerVersion.empty())
        facts.compiler += " " + mapping.header.compilerVersion;
    return true;
}

/// Likewise.
Result<bool> addSymCache(const ByteView& bytes, ReadDebugFile& file)
{
    if (!symbolfiles::looksLikeSymCache(bytes.span()))
        return false;
    FL_TRY(auto cache, symcache::SymCache::open(bytes));
    file.facts.kind = DebugFileKind::SymCache;
    file.facts.debugId = textOf(cache.debugId());
    file.facts.arch = cache.arch();
    file.symCache = std::move(cache);
    return true;
}

} // namespace

Result<ReadDebugFile>
readDebugFile(const std::string& path, const ParseLimits& limits, const std::stop_token& stop)
{
    ReadDebugFile file;
    file.facts.path = path;
    auto objects = symbolfiles::openSymbolFiles(path);
    if (objects) {
        const ByteView bytes = objects->object->bytes();
        file.facts.sizeBytes = bytes.span().size();
        addObject(*objects->object, file.facts);
        file.facts.hasLinkedFile = objects->linked != nullptr;
        if (const auto whole = mapForeignFile(path)) {
            file.facts.sizeBytes = whole->span().size();
            addArchitectures(*whole, file.facts);
        }
        file.objects = *std::move(objects);
        return file;
    }
    const auto bytes = mapForeignFile(path);
    if (!bytes) // Also a folder of debug info with several files, of which `objects` tells more.
        return std::unexpected(objects.error());
    file.facts.sizeBytes = bytes->span().size();
    FL_TRY(const bool isSymCache, addSymCache(*bytes, file));
    if (isSymCache || addSourceMap(*bytes, file.facts))
        return file;
    FL_TRY(const bool isMapping, addMapping(*bytes, limits, stop, file.facts));
    if (isMapping)
        return file;
    return std::unexpected(objects.error());
}

} // namespace faultline::engine
