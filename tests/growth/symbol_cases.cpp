// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/growth/object_reading.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/elf_builder.h"
#include "tests/support/go_program_builder.h"
#include "tests/support/wasm_builder.h"

namespace faultline::growth {

namespace {

using test::ByteAssembler;
using test::ElfBuilder;

constexpr std::uint64_t kCode = 0x1000;
constexpr std::uint64_t kCodeBytes = 0x40000000;
constexpr std::size_t kNameBytes = 24;         // Of the string table, for each symbol.
constexpr std::size_t kLongestExport = 60'000; // Longer names are not read.

ElfBuilder::Section text()
{
    return {.name = ".text", .type = 8, .flags = 6, .address = kCode, .sizeBytes = kCodeBytes};
}

/// `count` functions whose names begin `step` bytes apart.
std::vector<std::byte> elfSymbols(std::size_t count, std::size_t step)
{
    ElfBuilder builder;
    builder.type(3);
    builder.add(text());
    ByteAssembler names;
    names.u8(0).text(std::string(kNameBytes * count, 'n')).u8(0);
    ByteAssembler symbols;
    symbols.zeros(24);
    for (std::size_t i = 0; i < count; ++i)
        symbols.u32(1 + step * i).u8(0x12).u8(0).u16(1).u64(kCode + 16 * i).u64(16);
    builder.add({.name = ".strtab", .type = 3, .content = names.finish()});
    builder.add({.name = ".symtab", .type = 2, .content = symbols.finish(), .link = 2});
    return builder.build();
}

Made elfSectionNames(std::size_t count)
{
    ByteAssembler out;
    const auto names = 64 + 64 * (count + 2);
    out.text("\x7f"
             "ELF")
        .u8(2)
        .u8(1)
        .u8(1)
        .zeros(9)
        .u16(3)
        .u16(62)
        .u32(1)
        .zeros(16)
        .u64(64)
        .u32(0)
        .u16(64)
        .u16(56)
        .u16(0)
        .u16(64)
        .u16(std::min<std::size_t>(count + 2, 0xfeff))
        .u16(1);
    out.zeros(64);
    out.u32(0).u32(3).zeros(16).u64(names).u64(40 * count + 1).zeros(24);
    for (std::size_t i = 0; i < count; ++i)
        out.u32(40 * i).u32(1).u64(2).u64(kCode + i).u64(64).u64(8).zeros(24);
    out.text(std::string(40 * count, 's')).u8(0);
    return asSymCache(out.finish());
}

/// Symbols without sizes end with their section, or lie in a segment.
Made elfSymbolsInParts(std::size_t count, bool areSections)
{
    ElfBuilder builder;
    builder.type(3);
    std::vector<ElfBuilder::Symbol> symbols;
    for (std::size_t i = 0; i < count; ++i) {
        const auto address = kCode + 0x1000 * i;
        const auto section = static_cast<std::uint16_t>(areSections ? i + 1 : 0xffff);
        symbols.push_back({.name = digits(i), .value = address, .section = section});
        if (areSections)
            builder.add(
                {.name = ".text", .type = 8, .flags = 6, .address = address, .sizeBytes = 0x1000});
        else
            builder.add(ElfBuilder::Segment{.address = address, .section = -1});
    }
    builder.addSymbols(".symtab", 2, symbols);
    return asSymCache(builder.build());
}

Made elfNotes(std::size_t count)
{
    ElfBuilder builder;
    builder.type(3);
    builder.add(text());
    std::vector<std::byte> notes;
    for (std::size_t i = 0; i < count; ++i) {
        const auto note = builder.note("XYZ", 7, "abcd");
        notes.insert(notes.end(), note.begin(), note.end());
    }
    builder.add({.name = ".note", .type = 7, .content = notes});
    for (std::size_t i = 0; i < count; ++i)
        builder.add(ElfBuilder::Segment{.type = 4, .section = 1});
    return asSymCache(builder.build());
}

/// Mach-O with one segment of code; symbols as in elfSymbols().
std::vector<std::byte> machSymbols(std::size_t count, std::size_t step, std::size_t segments)
{
    ByteAssembler out;
    const auto commandBytes = 152 * segments + 24;
    const auto symbols = 32 + commandBytes;
    const auto strings = symbols + 16 * count;
    out.u32(0xfeedfacf).u32(0x01000007).u32(3).u32(2);
    out.u32(segments + 1).u32(commandBytes).zeros(8);
    for (std::size_t i = 0; i < segments; ++i) {
        const auto address = kCode + kCodeBytes / segments * i;
        const auto name = [&](std::string_view characters) {
            out.text(characters).zeros(16 - characters.size());
        };
        out.u32(0x19).u32(152);
        name(i == 0 ? "__TEXT" : "__OTHER");
        out.u64(address).u64(kCodeBytes / segments).u64(0).u64(0x1000).u32(5).u32(5).u32(1).u32(0);
        name("__text");
        name(i == 0 ? "__TEXT" : "__OTHER");
        out.u64(address).u64(kCodeBytes / segments).u32(0x100).zeros(12).u32(0x80000400).zeros(12);
    }
    out.u32(2).u32(24).u32(symbols).u32(count).u32(strings).u32(kNameBytes * count + 1);
    for (std::size_t i = 0; i < count; ++i)
        out.u32(step * i).u8(0x0f).u8(1).u16(0).u64(kCode + 16 * i);
    out.text(std::string(kNameBytes * count, 'n')).u8(0);
    return out.finish();
}

struct Pe
{
    static constexpr std::uint32_t kRva = 0x1000;
    static constexpr std::size_t kHeaderBytes = 0x400;

    /// One section of code at kRva that begins with an export directory.
    static std::vector<std::byte>
    build(std::vector<std::byte> section, std::vector<std::byte> symbols, std::size_t symbolCount)
    {
        ByteAssembler out;
        out.text("MZ").zeros(0x3a).u32(0x40).text("PE").u16(0);
        const auto symbolsAt = symbols.empty() ? 0 : kHeaderBytes + section.size();
        out.u16(0x8664).u16(1).u32(1).u32(symbolsAt).u32(symbolCount).u16(240).u16(0x2022);
        out.u16(0x20b).zeros(22).u64(0x140000000).zeros(24).u32(0x50000000).u32(kHeaderBytes);
        out.zeros(44).u32(16);
        out.u32(section.empty() ? 0 : kRva).u32(section.empty() ? 0 : 40).zeros(15 * 8);
        out.text(".text").zeros(3).u32(kCodeBytes).u32(kRva).u32(section.size()).u32(kHeaderBytes);
        out.zeros(12).u32(0x60000020).zeros(kHeaderBytes - out.size());
        out.bytes(section).bytes(symbols);
        return out.finish();
    }
};

std::vector<std::byte> peExports(std::size_t count, std::size_t step)
{
    ByteAssembler out;
    const auto functions = Pe::kRva + 40;
    const auto places = functions + 4 * count;
    const auto ordinals = places + 4 * count;
    const auto names = ordinals + 2 * count;
    out.zeros(20).u32(std::min<std::size_t>(count, 0x10000)).u32(count);
    out.u32(functions).u32(places).u32(ordinals);
    for (std::size_t i = 0; i < count; ++i)
        out.u32(0x10000000 + 16 * i);
    for (std::size_t i = 0; i < count; ++i)
        out.u32(names + step * i);
    for (std::size_t i = 0; i < count; ++i)
        out.u16(i & 0xffff);
    std::string characters(kNameBytes * count, 'n');
    for (std::size_t at = kLongestExport; at < characters.size(); at += kLongestExport)
        characters[at] = '\0';
    out.text(characters).u8(0);
    return Pe::build(out.finish(), {}, 0);
}

std::vector<std::byte> coffSymbols(std::size_t count, std::size_t step)
{
    ByteAssembler out;
    for (std::size_t i = 0; i < count; ++i)
        out.u32(0).u32(4 + step * i).u32(16 * i).u16(1).u16(0x20).u8(2).u8(0);
    out.u32(4 + kNameBytes * count + 1).text(std::string(kNameBytes * count, 'n')).u8(0);
    return Pe::build(std::vector<std::byte>(64), out.finish(), count);
}

/// Many functions of a Go program; each has the same rows in its tables.
Made goFunctions(std::size_t count, std::size_t rows, std::size_t nameBytes)
{
    test::GoProgramBuilder program(test::GoProgramBuilder::Release::Go120);
    program.files({std::string(nameBytes, '/') + "a.go", std::string(nameBytes, '/') + "b.go"});
    test::GoProgramBuilder::Function function{.name = std::string(nameBytes, 'n') + "f"};
    function.sizeBytes = static_cast<std::uint32_t>(4 * rows);
    for (std::size_t i = 0; i < rows; ++i) {
        function.files.emplace_back(static_cast<std::int32_t>(i % 2), 4);
        function.lines.emplace_back(static_cast<std::int32_t>(i + 1), 4);
    }
    for (std::size_t i = 0; i < count; ++i)
        program.add(function);
    return asSymCache(program.elf());
}

Made wasmFunctions(std::size_t count)
{
    test::WasmBuilder builder;
    for (std::size_t i = 0; i < count; ++i) {
        builder.addFunction({.name = digits(i)});
        builder.addExport(digits(i) + "e", 0, static_cast<std::uint32_t>(i));
    }
    return asSymCache(builder.build());
}

} // namespace

std::vector<Case> symbolCases()
{
    return {
        {"elf", "symbols", 256, [](std::size_t n) { return elfSymbolsInParts(n, true); }, 60000},
        {"elf", "one long symbol name", 256,
         [](std::size_t n) { return asSymCache(elfSymbols(n, 0)); }},
        {"elf", "overlapping symbol names", 256,
         [](std::size_t n) { return asSymCache(elfSymbols(n, kNameBytes)); }},
        {"elf", "overlapping section names", 256, elfSectionNames, 60000},
        {"elf", "symbols in segments", 256,
         [](std::size_t n) { return elfSymbolsInParts(n, false); }, 60000},
        {"elf", "notes in overlapping segments", 256, elfNotes, 60000},
        {"mach-o", "one long symbol name", 256,
         [](std::size_t n) { return asSymCache(machSymbols(n, 0, 1)); }},
        {"mach-o", "overlapping symbol names", 256,
         [](std::size_t n) { return asSymCache(machSymbols(n, kNameBytes, 1)); }},
        {"mach-o", "segments", 256,
         [](std::size_t n) { return asSymCache(machSymbols(n, kNameBytes, n)); }},
        {"pe", "one long name of exports", 256,
         [](std::size_t n) { return asSymCache(peExports(n, 0)); }},
        {"pe", "overlapping names of exports", 256,
         [](std::size_t n) { return asSymCache(peExports(n, kNameBytes)); }},
        {"pe", "one long name of coff symbols", 256,
         [](std::size_t n) { return asSymCache(coffSymbols(n, 0)); }},
        {"pe", "overlapping names of coff symbols", 256,
         [](std::size_t n) { return asSymCache(coffSymbols(n, kNameBytes)); }},
        {"go", "functions", 64, [](std::size_t n) { return goFunctions(n, 4, 8); }},
        {"go", "rows", 64, [](std::size_t n) { return goFunctions(16, n, 8); }},
        {"go", "functions with long names", 64,
         [](std::size_t n) { return goFunctions(n, 4, 16 * n); }, 2048},
        {"wasm", "functions", 256, wasmFunctions},
        {"symbols dump", "one long symbol name", 256,
         [](std::size_t n) { return asDumps(elfSymbols(n, 0)); }},
        {"symbols dump", "overlapping symbol names", 256,
         [](std::size_t n) { return asDumps(elfSymbols(n, kNameBytes)); }},
    };
}

} // namespace faultline::growth
