// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/go_program_builder.h"

#include "tests/support/elf_builder.h"

#include <array>

namespace faultline::test {

namespace {

void writeNumber(ByteAssembler& out, std::uint32_t value)
{
    while (value >= 0x80) {
        out.u8((value & 0x7f) | 0x80);
        value >>= 7;
    }
    out.u8(value);
}

/// Each row is the change of the number, zigzag, and the distance; zero ends the table.
void writeRows(ByteAssembler& out, const std::vector<GoProgramBuilder::Row>& rows)
{
    std::int32_t value = -1;
    for (const auto& [number, sizeBytes] : rows) {
        const auto change = number - value;
        writeNumber(out, (static_cast<std::uint32_t>(change) << 1) ^
                             static_cast<std::uint32_t>(change >> 31));
        writeNumber(out, sizeBytes);
        value = number;
    }
    out.u8(0);
}

std::uint32_t magicOf(GoProgramBuilder::Release release)
{
    using Release = GoProgramBuilder::Release;
    switch (release) {
    case Release::Go112:
    case Release::Go115: return 0xfffffffb;
    case Release::Go117: return 0xfffffffa;
    case Release::Go118: return 0xfffffff0;
    case Release::Go120:
    case Release::Go126: break;
    }
    return 0xfffffff1;
}

} // namespace

GoProgramBuilder& GoProgramBuilder::add(Function function)
{
    m_functions.push_back(std::move(function));
    return *this;
}

GoProgramBuilder& GoProgramBuilder::files(std::vector<std::string> names)
{
    m_files = std::move(names);
    return *this;
}

GoProgramBuilder& GoProgramBuilder::withoutModuleData()
{
    m_hasModuleData = false;
    return *this;
}

GoProgramBuilder& GoProgramBuilder::relocated()
{
    m_isRelocated = true;
    return *this;
}

GoProgramBuilder& GoProgramBuilder::machine(std::uint16_t value)
{
    m_machine = value;
    return *this;
}

std::uint64_t GoProgramBuilder::codeBytes() const
{
    std::uint64_t size = 0;
    for (const auto& function : m_functions)
        size += function.sizeBytes;
    return size;
}

void GoProgramBuilder::writeWord(ByteAssembler& out, std::uint64_t value) const
{
    out.number(value, m_wordBytes);
}

void GoProgramBuilder::writePointer(ByteAssembler& out, std::uint64_t section, std::uint64_t target)
{
    if (m_isRelocated)
        m_relocations.emplace_back(section + out.size(), target);
    writeWord(out, m_isRelocated ? 0 : target);
}

/// The first bytes belong to no function, so that an offset of zero is no tree.
GoProgramBuilder::PlacedTrees GoProgramBuilder::trees() const
{
    PlacedTrees placed;
    ByteAssembler out(m_order);
    out.zeros(16);
    // Names of the calls are the first ones in the table.
    std::uint64_t name = isSingleTable() ? m_names + 1 : 0;
    for (const auto& function : m_functions) {
        placed.offsets.push_back(function.tree.empty() ? 0xffffffff : out.size());
        for (const auto& call : function.tree) {
            if (m_release >= Release::Go120) {
                out.u32(0).u32(name).u32(static_cast<std::uint32_t>(call.parentPc)).u32(1);
            } else {
                out.u16(static_cast<std::uint16_t>(call.parent)).u16(0);
                out.u32(static_cast<std::uint32_t>(call.callFile) + (isSingleTable() ? 1 : 0));
                out.u32(static_cast<std::uint32_t>(call.callLine)).u32(name);
                out.u32(static_cast<std::uint32_t>(call.parentPc));
            }
            name += call.name.size() + 1;
        }
    }
    placed.bytes = out.finish();
    return placed;
}

void GoProgramBuilder::writeRecord(ByteAssembler& out,
                                   std::size_t index,
                                   std::uint64_t entry,
                                   std::uint32_t name,
                                   const std::vector<std::uint32_t>& tables,
                                   std::uint64_t tree)
{
    const auto& function = m_functions[index];
    const bool isOld = m_release == Release::Go112;
    const std::uint32_t pcDataIndex = isOld ? 1 : 2;
    const std::uint32_t functionDataIndex = isOld ? 2 : m_release == Release::Go115 ? 4 : 3;
    const std::uint32_t pcDataCount = function.tree.empty() ? 0 : pcDataIndex + 1;
    const std::uint32_t functionDataCount = function.tree.empty() ? 0 : functionDataIndex + 1;
    if (hasTextOffsets())
        out.u32(entry - kText);
    else
        writePointer(out, kTable, entry);
    out.u32(name).u32(0).u32(0).u32(tables[0]).u32(tables[1]).u32(tables[2]).u32(pcDataCount);
    if (!isSingleTable())
        out.u32(0); // The only unit.
    if (m_release >= Release::Go120)
        out.u32(1);
    out.u8(0).u8(0).u8(0).u8(functionDataCount);
    for (std::uint32_t i = 0; i < pcDataCount; ++i)
        out.u32(i == pcDataIndex ? tables[3] : 0);
    if (!hasTextOffsets())
        out.align(m_wordBytes);
    for (std::uint32_t i = 0; i < functionDataCount; ++i) {
        const bool isTree = i == functionDataIndex;
        if (hasTextOffsets())
            out.u32(isTree ? tree : 0xffffffff);
        else if (isTree)
            writePointer(out, kTable, kTrees + tree);
        else
            writeWord(out, 0);
    }
}

/// Before Go 1.16 one table has no parts, and all its offsets count from its start.
std::vector<ByteAssembler::Label> GoProgramBuilder::writeHeader(ByteAssembler& out)
{
    out.u32(magicOf(m_release)).u16(0).u8(1).u8(m_wordBytes);
    writeWord(out, m_functions.size());
    std::vector<ByteAssembler::Label> parts;
    if (isSingleTable())
        return parts;
    writeWord(out, m_files.size());
    if (m_release == Release::Go126)
        writeWord(out, 0);
    else if (hasTextOffsets())
        writePointer(out, kTable, kText);
    for (int i = 0; i < 5; ++i) {
        parts.push_back(out.newLabel());
        out.offsetOf(parts.back(), m_wordBytes);
    }
    return parts;
}

/// The names of inlined calls come first; trees() counts on that.
std::vector<std::uint32_t> GoProgramBuilder::writeNames(ByteAssembler& out)
{
    m_names = out.size();
    if (isSingleTable())
        out.u8(0);
    for (const auto& function : m_functions) {
        for (const auto& call : function.tree)
            out.text(call.name).u8(0);
    }
    std::vector<std::uint32_t> names;
    for (const auto& function : m_functions) {
        names.push_back(static_cast<std::uint32_t>(out.size() - (isSingleTable() ? 0 : m_names)));
        out.text(function.name).u8(0);
    }
    return names;
}

std::vector<std::size_t> GoProgramBuilder::writeFiles(ByteAssembler& out) const
{
    const auto base = isSingleTable() ? 0 : out.size();
    std::vector<std::size_t> texts;
    for (const auto& file : m_files) {
        texts.push_back(out.size() - base);
        out.text(file).u8(0);
    }
    return texts;
}

/// Frame sizes, files, lines and inlined calls of each function.
std::vector<std::vector<std::uint32_t>> GoProgramBuilder::writeNumbers(ByteAssembler& out) const
{
    const auto base = isSingleTable() ? 0 : out.size();
    out.u8(0); // Offset 0 is no table.
    std::vector<std::vector<std::uint32_t>> tables;
    for (const auto& function : m_functions) {
        auto& places = tables.emplace_back();
        auto files = function.files;
        for (auto& row : files)
            row.first += isSingleTable() ? 1 : 0; // The count has number 0.
        const std::array<const std::vector<Row>*, 4> contents{&function.stack, &files,
                                                              &function.lines, &function.inlined};
        for (const auto* content : contents) {
            places.push_back(content->empty() ? 0 : static_cast<std::uint32_t>(out.size() - base));
            if (!content->empty())
                writeRows(out, *content);
        }
    }
    return tables;
}

/// Fills the entries: addresses and records of the functions, then where the code ends.
void GoProgramBuilder::patchEntries(ByteAssembler& out,
                                    std::size_t entries,
                                    const std::vector<std::uint64_t>& records)
{
    const auto field = fieldBytes();
    std::uint64_t address = kText;
    for (std::size_t i = 0; i <= m_functions.size(); ++i) {
        const auto at = entries + 2 * i * field;
        if (!hasTextOffsets() && m_isRelocated)
            m_relocations.emplace_back(kTable + at, address);
        else
            out.patch(at, hasTextOffsets() ? address - kText : address, field);
        if (i == m_functions.size())
            break;
        out.patch(at + field, records[i], field);
        address += m_functions[i].sizeBytes;
    }
}

std::vector<std::byte> GoProgramBuilder::functionTable()
{
    m_relocations.clear();
    ByteAssembler out(m_order);
    const bool isSingle = isSingleTable();
    const auto parts = writeHeader(out);
    const auto begin = [&](std::size_t part) {
        out.align(8);
        if (!isSingle)
            out.place(parts[part]);
        return out.size();
    };
    const auto entriesBytes = (m_functions.size() * 2 + 1) * fieldBytes();
    auto entries = out.size();
    if (isSingle)
        out.zeros(entriesBytes + 4); // After them: where the files are.
    begin(0);
    const auto names = writeNames(out);
    m_unitFiles = begin(1);
    if (!isSingle)
        out.zeros(4 * m_files.size());
    begin(2);
    const auto fileTexts = writeFiles(out);
    begin(3);
    const auto tables = writeNumbers(out);
    const auto recordBase = begin(4);
    if (!isSingle) {
        entries = out.size();
        out.zeros(entriesBytes);
    }
    const auto treeOffsets = trees().offsets;
    std::vector<std::uint64_t> records;
    std::uint64_t entry = kText;
    for (std::size_t i = 0; i < m_functions.size(); ++i) {
        out.align(8);
        records.push_back(out.size() - (isSingle ? 0 : recordBase));
        writeRecord(out, i, entry, names[i], tables[i], treeOffsets[i]);
        entry += m_functions[i].sizeBytes;
    }
    patchEntries(out, entries, records);
    if (!isSingle) {
        for (std::size_t i = 0; i < fileTexts.size(); ++i)
            out.patch(m_unitFiles + 4 * i, fileTexts[i], 4);
        return out.finish();
    }
    out.align(4).patch(entries + entriesBytes, out.size(), 4);
    out.u32(m_files.size() + 1);
    for (const auto text : fileTexts)
        out.u32(text);
    return out.finish();
}

/// The fields of `moduledata` up to the data of functions (Go, src/runtime/symtab.go).
std::vector<std::byte> GoProgramBuilder::moduleData()
{
    ByteAssembler out(m_order);
    writeWord(out, 0); // Something else comes first.
    const auto pointer = [&](std::uint64_t target) { writePointer(out, kModuleData, target); };
    const auto slice = [&](std::uint64_t target) {
        pointer(target);
        writeWord(out, 1);
        writeWord(out, 1);
    };
    pointer(kTable);
    slice(kTable + m_names);
    slice(kTable + m_unitFiles);
    for (int i = 0; i < 4; ++i)
        slice(kTable);
    for (int i = 0; i < 3; ++i)
        writeWord(out, 0);
    pointer(kText);
    pointer(kText + codeBytes());
    const auto fieldsBetween = m_release >= Release::Go120 ? 16 : 14;
    for (int i = 0; i < fieldsBetween; ++i)
        writeWord(out, 0);
    pointer(kTrees);
    out.zeros(64);
    return out.finish();
}

std::vector<std::byte> GoProgramBuilder::elf()
{
    const auto table = functionTable();
    const bool is64 = m_wordBytes == 8;
    ElfBuilder builder(is64 ? ElfBuilder::Class::Elf64 : ElfBuilder::Class::Elf32, m_order);
    builder.type(2).machine(m_machine != 0 ? m_machine : is64 ? 62 : 3);
    builder.add({".text", 1, 6, kText, std::vector<std::byte>(codeBytes(), std::byte{0x90})});
    builder.add({".gopclntab", 1, 2, kTable, table});
    builder.add({".rodata", 1, 2, kTrees, trees().bytes});
    builder.add({".note.start", 1, 2, kBase, std::vector<std::byte>(16)});
    builder.add(ElfBuilder::Segment{.flags = 4, .address = kBase, .section = 3});
    builder.add(ElfBuilder::Segment{.flags = 5, .address = kText, .section = 0});
    builder.add(ElfBuilder::Segment{.flags = 4, .address = kTable, .section = 1});
    builder.add(ElfBuilder::Segment{.flags = 4, .address = kTrees, .section = 2});
    if (m_hasModuleData) {
        builder.add({".go.module", 1, 3, kModuleData, moduleData()});
        builder.add(ElfBuilder::Segment{.flags = 6, .address = kModuleData, .section = 4});
    }
    if (m_isRelocated) {
        ByteAssembler relocations(m_order);
        for (const auto& [address, target] : m_relocations)
            relocations.u64(address).u64(8).u64(target); // R_X86_64_RELATIVE
        builder.add({".rela.dyn", 4, 2, 0x600000, relocations.finish()});
    }
    return builder.build();
}

GoProgramBuilder
smallGoProgram(GoProgramBuilder::Release release, std::endian order, unsigned wordBytes)
{
    GoProgramBuilder program(release, order, wordBytes);
    program.files({"/src/main.go", "/src/inner.go", "/go/asm_amd64.s"});
    program.add({.name = "main.main",
                 .sizeBytes = 0x20,
                 .stack = {{0, 4}, {0x18, 0x18}, {0, 4}},
                 .files = {{0, 0xc}, {1, 4}, {0, 0x10}},
                 .lines = {{10, 8}, {20, 4}, {30, 4}, {21, 4}, {12, 0xc}},
                 .inlined = {{-1, 8}, {0, 4}, {1, 4}, {0, 4}, {-1, 0xc}},
                 .tree = {{"main.outer", -1, 0, 10, 4}, {"main.inner", 0, 0, 20, 8}}});
    program.add({.name = "runtime.goexit",
                 .sizeBytes = 0x10,
                 .stack = {{0, 0x10}},
                 .files = {{2, 0x10}},
                 .lines = {{1700, 0x10}}});
    return program;
}

} // namespace faultline::test
