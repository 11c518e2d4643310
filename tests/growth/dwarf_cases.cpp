// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/value_info.h"
#include "tests/growth/object_reading.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/dwarf_builder.h"
#include "tests/support/elf_builder.h"

namespace faultline::growth {

namespace {

using test::addAbbreviation;
using test::ByteAssembler;

constexpr std::uint64_t kCode = 0x1000;
constexpr std::uint64_t kCodeBytes = 0x40000000;
constexpr unsigned kUnit = 1; // Abbreviation code of the root entry.

/// DWARF 4 of one or more units.
struct Dwarf
{
    ByteAssembler abbrev;
    ByteAssembler info;
    ByteAssembler str;
    ByteAssembler ranges;
    ByteAssembler loc;
    ByteAssembler line;

    /// Begins a unit; its root entry has no attributes but its language, C++.
    std::size_t beginUnit(std::uint32_t abbrevOffset = 0, unsigned version = 4)
    {
        const auto start = info.size();
        info.u32(0).u16(version);
        if (version >= 5)
            info.u8(1).u8(8).u32(abbrevOffset);
        else
            info.u32(abbrevOffset).u8(8);
        return start;
    }

    void endUnit(std::size_t start)
    {
        info.u8(0);
        info.patch(start, info.size() - start - 4, 4);
    }

    std::vector<std::byte> elf()
    {
        test::ElfBuilder builder;
        builder.type(3);
        builder.add(
            {.name = ".text", .type = 8, .flags = 6, .address = kCode, .sizeBytes = kCodeBytes});
        builder.add({.name = ".debug_abbrev", .content = abbrev.finish()});
        builder.add({.name = ".debug_info", .content = info.finish()});
        builder.add({.name = ".debug_str", .content = str.finish()});
        builder.add({.name = ".debug_ranges", .content = ranges.finish()});
        builder.add({.name = ".debug_loc", .content = loc.finish()});
        builder.add({.name = ".debug_line", .content = line.finish()});
        return builder.build();
    }
};

void number3(ByteAssembler& out, std::size_t value)
{
    out.u8((value & 0x7f) | 0x80).u8((value >> 7 & 0x7f) | 0x80).u8(value >> 14 & 0x7f);
}

/// Attributes and forms.
constexpr unsigned kName = 0x03, kStmtList = 0x10, kLowPc = 0x11, kHighPc = 0x12, kLanguage = 0x13,
                   kCompDir = 0x1b, kOrigin = 0x31, kSpecification = 0x47, kRanges = 0x55,
                   kLinkageName = 0x6e;
constexpr unsigned kAddr = 0x01, kData4 = 0x06, kString = 0x08, kData1 = 0x0b, kStrp = 0x0e,
                   kRef4 = 0x13, kSecOffset = 0x17, kFlagPresent = 0x19;
constexpr unsigned kTagUnit = 0x11, kTagInlined = 0x1d, kTagFunction = 0x2e, kTagNamespace = 0x39,
                   kTagBlock = 0x0b;

void declareUnit(Dwarf& dwarf)
{
    addAbbreviation(dwarf.abbrev, kUnit, kTagUnit, true, {kLanguage, kData1});
}

std::size_t beginPlainUnit(Dwarf& dwarf)
{
    const auto start = dwarf.beginUnit();
    dwarf.info.u8(kUnit).u8(0x04);
    return start;
}

/// Each unit's table begins at another declaration of one long table.
Made overlappingAbbreviations(std::size_t count)
{
    Dwarf dwarf;
    constexpr std::size_t kDeclarationBytes = 7;
    for (std::size_t i = 0; i < count; ++i) {
        number3(dwarf.abbrev, i + 1);
        dwarf.abbrev.u8(kTagUnit).u8(1).u8(0).u8(0);
        const auto start = dwarf.beginUnit(static_cast<std::uint32_t>(kDeclarationBytes * i));
        number3(dwarf.info, i + 1);
        dwarf.endUnit(start);
    }
    return asSymCache(dwarf.elf());
}

Made attributesWithoutBytes(std::size_t count)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    dwarf.abbrev.u8(2).u8(kTagFunction).u8(0);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.abbrev.u8(kLowPc).u8(kFlagPresent);
    dwarf.abbrev.u8(0).u8(0).u8(0);
    const auto start = beginPlainUnit(dwarf);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(2);
    dwarf.endUnit(start);
    return asSymCache(dwarf.elf());
}

/// `count` variables of a function that share one list of `count` places, none of which holds.
Made sharedLocations(std::size_t count)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    constexpr unsigned kTagVariable = 0x34, kLocation = 0x02;
    addAbbreviation(dwarf.abbrev, 2, kTagFunction, true, {kLowPc, kAddr, kHighPc, kData4});
    addAbbreviation(dwarf.abbrev, 3, kTagVariable, false, {kLocation, kSecOffset});
    dwarf.abbrev.u8(0);
    const auto start = beginPlainUnit(dwarf);
    dwarf.info.u8(2).u64(kCode).u32(0x100);
    for (std::size_t i = 0; i < count; ++i) {
        dwarf.info.u8(3).u32(0);
        dwarf.loc.u64(1).u64(2).u16(1).u8(0x50);
    }
    dwarf.loc.u64(0).u64(0);
    dwarf.info.u8(0);
    dwarf.endUnit(start);
    const auto file = ByteView::fromVector(dwarf.elf());
    return {file.size(), [file] {
                const auto object = mustOpen(file);
                const auto info = object->valueInfoWith({});
                std::uint64_t variables = 0;
                for (const auto& function : info->functionsAt(kCode))
                    variables += function.variables.size();
                return variables;
            }};
}

/// `count` functions or calls in one function, all with one list of `count` ranges.
Made sharedRanges(std::size_t count, unsigned tag, std::uint64_t rangeBytes, std::uint64_t step)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    addAbbreviation(dwarf.abbrev, 2, tag, false, {kRanges, kSecOffset, kName, kStrp});
    addAbbreviation(dwarf.abbrev, 3, kTagFunction, true, {kLowPc, kAddr, kHighPc, kData4});
    dwarf.abbrev.u8(0);
    dwarf.str.text("f").u8(0);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.ranges.u64(kCode + step * i).u64(kCode + step * i + rangeBytes);
    dwarf.ranges.u64(0).u64(0);
    const auto start = beginPlainUnit(dwarf);
    dwarf.info.u8(3).u64(kCode).u32(kCodeBytes / 2);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(2).u32(0).u32(0);
    dwarf.info.u8(0);
    dwarf.endUnit(start);
    return asSymCache(dwarf.elf());
}

/// A function with many equal ranges, and many calls inlined into it.
Made callsInEqualRanges(std::size_t count)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    addAbbreviation(dwarf.abbrev, 2, kTagInlined, false,
                    {kLowPc, kAddr, kHighPc, kData4, kName, kStrp});
    addAbbreviation(dwarf.abbrev, 3, kTagFunction, true, {kRanges, kSecOffset});
    dwarf.abbrev.u8(0);
    dwarf.str.text("f").u8(0);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.ranges.u64(kCode).u64(kCode + kCodeBytes / 2);
    dwarf.ranges.u64(0).u64(0);
    const auto start = beginPlainUnit(dwarf);
    dwarf.info.u8(3).u32(0);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(2).u64(kCode + 16 * i).u32(8).u32(0);
    dwarf.info.u8(0);
    dwarf.endUnit(start);
    return asSymCache(dwarf.elf());
}

/// Calls in each other's way: all begin at one address, and each ends before the one before it.
Made overlappingCalls(std::size_t count)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    addAbbreviation(dwarf.abbrev, 2, kTagInlined, false,
                    {kLowPc, kAddr, kHighPc, kData4, kName, kStrp});
    addAbbreviation(dwarf.abbrev, 3, kTagFunction, true, {kLowPc, kAddr, kHighPc, kData4});
    dwarf.abbrev.u8(0);
    dwarf.str.text("f").u8(0);
    const auto start = beginPlainUnit(dwarf);
    dwarf.info.u8(3).u64(kCode).u32(kCodeBytes / 2);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(2).u64(kCode + i).u32(count * 2).u32(0);
    dwarf.info.u8(0);
    dwarf.endUnit(start);
    return asSymCache(dwarf.elf());
}

/// `count` functions whose linkage names begin `step` bytes apart in one text of 24 bytes for each.
std::vector<std::byte> longNames(std::size_t count, std::size_t step)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    addAbbreviation(dwarf.abbrev, 2, kTagFunction, false,
                    {kLowPc, kAddr, kHighPc, kData4, kLinkageName, kStrp});
    dwarf.abbrev.u8(0);
    dwarf.str.text(std::string(24 * count, 'n')).u8(0);
    const auto start = beginPlainUnit(dwarf);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(2).u64(kCode + 16 * i).u32(16).u32(step * i);
    dwarf.endUnit(start);
    return dwarf.elf();
}

/// Many functions without linkage names in `count` namespaces, one in the other.
Made deepNamespaces(std::size_t count)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    addAbbreviation(dwarf.abbrev, 2, kTagNamespace, true, {kName, kStrp});
    addAbbreviation(dwarf.abbrev, 3, kTagFunction, false, {kName, kStrp});
    addAbbreviation(dwarf.abbrev, 4, kTagFunction, false,
                    {kSpecification, kRef4, kLowPc, kAddr, kHighPc, kData4});
    dwarf.abbrev.u8(0);
    dwarf.str.text("n").u8(0);
    const auto start = beginPlainUnit(dwarf);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(2).u32(0);
    const auto first = dwarf.info.size() - start;
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(3).u32(0);
    dwarf.info.zeros(count);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(4).u32(first + 5 * i).u64(kCode + 16 * i).u32(16);
    dwarf.endUnit(start);
    return asSymCache(dwarf.elf());
}

Made deepBlocks(std::size_t count)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    addAbbreviation(dwarf.abbrev, 2, kTagBlock, true, {kName, kData1});
    addAbbreviation(dwarf.abbrev, 3, kTagFunction, true, {kLowPc, kAddr, kHighPc, kData4});
    dwarf.abbrev.u8(0);
    const auto start = beginPlainUnit(dwarf);
    dwarf.info.u8(3).u64(kCode).u32(16);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(2).u8(0);
    dwarf.info.zeros(count + 1);
    dwarf.endUnit(start);
    return asSymCache(dwarf.elf());
}

/// Chains of calls, each inlined into the one before.
Made inlinedChains(std::size_t count)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    addAbbreviation(dwarf.abbrev, 2, kTagInlined, true,
                    {kLowPc, kAddr, kHighPc, kData4, kName, kStrp});
    addAbbreviation(dwarf.abbrev, 3, kTagFunction, true, {kLowPc, kAddr, kHighPc, kData4});
    dwarf.abbrev.u8(0);
    dwarf.str.text("f").u8(0);
    const auto start = beginPlainUnit(dwarf);
    constexpr std::size_t kDepth = 200;
    for (std::size_t i = 0; i < count; ++i) {
        dwarf.info.u8(3).u64(kCode + 0x1000 * i).u32(0x1000);
        for (std::size_t depth = 0; depth < kDepth; ++depth)
            dwarf.info.u8(2).u64(kCode + 0x1000 * i + depth).u32(0x1000 - 2 * depth).u32(0);
        dwarf.info.zeros(kDepth + 1);
    }
    dwarf.endUnit(start);
    return asSymCache(dwarf.elf());
}

/// Functions whose names are found in entries that begin in the middle of one long text.
Made overlappingOrigins(std::size_t count)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    addAbbreviation(dwarf.abbrev, 2, kTagFunction, false, {kName, kString});
    addAbbreviation(dwarf.abbrev, 3, kTagFunction, false,
                    {kOrigin, kRef4, kLowPc, kAddr, kHighPc, kData4});
    dwarf.abbrev.u8(0);
    const auto start = beginPlainUnit(dwarf);
    const auto first = dwarf.info.size() - start;
    for (std::size_t i = 0; i < 16 * count; ++i)
        dwarf.info.u8(2); // The text has the code of a function in it, again and again.
    dwarf.info.u8(0);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(3).u32(first + 16 * i).u64(kCode + 16 * i).u32(16);
    dwarf.endUnit(start);
    return asSymCache(dwarf.elf());
}

/// Version 4; a row for each file.
void lineProgram(Dwarf& dwarf, const std::string& folder, std::size_t files, std::size_t rows)
{
    auto& out = dwarf.line;
    const auto start = out.size();
    out.u32(0).u16(4).u32(0);
    const auto headerStart = out.size();
    out.u8(1).u8(1).u8(1).u8(0xfb).u8(14).u8(13);
    for (const auto operands : {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1})
        out.u8(static_cast<std::uint64_t>(operands));
    if (!folder.empty())
        out.text(folder).u8(0);
    out.u8(0);
    for (std::size_t i = 0; i < files; ++i)
        out.text(digits(i)).u8(0).u8(folder.empty() ? 0 : 1).u8(0).u8(0);
    out.u8(0);
    out.patch(headerStart - 4, out.size() - headerStart, 4);
    out.u8(0).u8(9).u8(2).u64(kCode);
    for (std::size_t i = 0; i < rows; ++i) {
        out.u8(4);
        number3(out, 1 + (files == 0 ? 0 : i % files));
        out.u8(0x4b); // Address + 4, line + 1.
    }
    out.u8(2).u8(4).u8(0).u8(1).u8(1);
    out.patch(start, out.size() - start - 4, 4);
}

/// `units` units of `functions` functions each, with one line program for all.
Made lines(std::size_t units,
           std::size_t functions,
           const std::string& folder,
           std::size_t files,
           std::size_t rows)
{
    Dwarf dwarf;
    addAbbreviation(dwarf.abbrev, kUnit, kTagUnit, true, {kStmtList, kSecOffset});
    addAbbreviation(dwarf.abbrev, 3, kTagFunction, false, {kLowPc, kAddr, kHighPc, kData4});
    dwarf.abbrev.u8(0);
    lineProgram(dwarf, folder, files, rows);
    for (std::size_t unit = 0; unit < units; ++unit) {
        const auto start = dwarf.beginUnit();
        dwarf.info.u8(kUnit).u32(0);
        for (std::size_t i = 0; i < functions; ++i)
            dwarf.info.u8(3).u64(kCode).u32(4 * rows);
        dwarf.endUnit(start);
    }
    return asSymCache(dwarf.elf());
}

Made unitsWithOneFolder(std::size_t count)
{
    Dwarf dwarf;
    addAbbreviation(dwarf.abbrev, kUnit, kTagUnit, true, {kCompDir, kStrp, kStmtList, kSecOffset});
    addAbbreviation(dwarf.abbrev, 3, kTagFunction, false, {kLowPc, kAddr, kHighPc, kData4});
    dwarf.abbrev.u8(0);
    dwarf.str.text(std::string(40 * count, '/')).text("x").u8(0);
    for (std::size_t i = 0; i < count; ++i) {
        const auto start = dwarf.beginUnit();
        dwarf.info.u8(kUnit).u32(i).u32(dwarf.line.size());
        dwarf.info.u8(3).u64(kCode).u32(4);
        dwarf.endUnit(start);
        lineProgram(dwarf, {}, 1, 1);
    }
    return asSymCache(dwarf.elf());
}

/// A version 5 line table that claims many files whose entries take no bytes.
Made filesWithoutBytes(std::size_t count)
{
    Dwarf dwarf;
    addAbbreviation(dwarf.abbrev, kUnit, kTagUnit, true, {kStmtList, kSecOffset});
    addAbbreviation(dwarf.abbrev, 3, kTagFunction, false, {kLowPc, kAddr, kHighPc, kData4});
    dwarf.abbrev.u8(0);
    auto& out = dwarf.line;
    out.u32(0).u16(5).u8(8).u8(0).u32(0);
    const auto headerStart = out.size();
    out.u8(1).u8(1).u8(1).u8(0xfb).u8(14).u8(1);
    out.u8(0).u8(0); // No directories.
    out.u8(200);
    for (int i = 0; i < 200; ++i)
        out.u8(1).u8(kFlagPresent);
    number3(out, std::min<std::size_t>(count, 0x1fffff));
    out.zeros(count + 8);
    out.patch(headerStart - 4, out.size() - headerStart, 4);
    out.patch(0, out.size() - 4, 4);
    for (int unit = 0; unit < 40; ++unit) {
        const auto start = dwarf.beginUnit();
        dwarf.info.u8(kUnit).u32(0).u8(3).u64(kCode).u32(4);
        dwarf.endUnit(start);
    }
    return asSymCache(dwarf.elf());
}

Made nestedFunctions(std::size_t count, bool isDump)
{
    Dwarf dwarf;
    declareUnit(dwarf);
    addAbbreviation(dwarf.abbrev, 2, kTagFunction, false,
                    {kLowPc, kAddr, kHighPc, kData4, kName, kStrp});
    dwarf.abbrev.u8(0);
    dwarf.str.text("f").u8(0);
    const auto start = beginPlainUnit(dwarf);
    for (std::size_t i = 0; i < count; ++i)
        dwarf.info.u8(2).u64(kCode + 16 * i).u32(32 * count - 32 * i).u32(0);
    dwarf.endUnit(start);
    return isDump ? asDumps(dwarf.elf()) : asSymCache(dwarf.elf());
}

} // namespace

std::vector<Case> dwarfCases()
{
    return {
        {"dwarf", "overlapping abbreviation tables", 256, overlappingAbbreviations},
        {"dwarf", "attributes without bytes", 1024, attributesWithoutBytes},
        {"dwarf", "functions with one range list", 256,
         [](std::size_t n) { return sharedRanges(n, kTagFunction, 8, 16); }},
        {"dwarf", "functions with one list of empty ranges", 256,
         [](std::size_t n) { return sharedRanges(n, kTagFunction, 0, 16); }},
        {"dwarf", "functions with one list of overlapping ranges", 256,
         [](std::size_t n) { return sharedRanges(n, kTagFunction, 0x1000, 1); }},
        {"dwarf", "inlined calls with one range list", 256,
         [](std::size_t n) { return sharedRanges(n, kTagInlined, 8, 16); }},
        {"dwarf", "inlined calls with one list of overlapping ranges", 256,
         [](std::size_t n) { return sharedRanges(n, kTagInlined, 0x1000, 1); }},
        {"dwarf", "inlined calls in equal ranges of a function", 256, callsInEqualRanges},
        {"dwarf", "overlapping inlined calls", 256, overlappingCalls},
        {"dwarf", "chains of inlined calls", 8, inlinedChains},
        {"dwarf", "one long linkage name", 256,
         [](std::size_t n) { return asSymCache(longNames(n, 0)); }},
        {"dwarf", "overlapping linkage names", 256,
         [](std::size_t n) { return asSymCache(longNames(n, 24)); }},
        {"dwarf", "namespaces in each other", 256, deepNamespaces},
        {"dwarf", "blocks in each other", 256, deepBlocks},
        {"dwarf", "overlapping origins", 256, overlappingOrigins},
        {"dwarf", "functions in each other", 256,
         [](std::size_t n) { return nestedFunctions(n, false); }},
        {"dwarf", "files in one long folder", 256,
         [](std::size_t n) { return lines(1, 1, std::string(16 * n, 'd'), n, n); }},
        {"dwarf", "units with ends of one folder", 64, unitsWithOneFolder},
        {"dwarf", "rows", 256, [](std::size_t n) { return lines(1, 1, "/src", 16, n); }},
        {"dwarf", "functions with the same rows", 256,
         [](std::size_t n) { return lines(1, n, "/src", 16, n); }},
        {"dwarf", "units with one line program", 64,
         [](std::size_t n) { return lines(n, 1, "/src", 16, n); }},
        {"dwarf", "units", 64, [](std::size_t n) { return lines(n, 16, "/src", 1, 4); }},
        {"dwarf", "files without bytes", 1024, filesWithoutBytes},
        {"dwarf values", "variables with one location list", 256, sharedLocations},
        {"symbols dump", "one long linkage name", 256,
         [](std::size_t n) { return asDumps(longNames(n, 0)); }},
        {"symbols dump", "overlapping linkage names", 256,
         [](std::size_t n) { return asDumps(longNames(n, 24)); }},
        {"symbols dump", "functions in each other", 256,
         [](std::size_t n) { return nestedFunctions(n, true); }},
    };
}

} // namespace faultline::growth
