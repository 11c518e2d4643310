// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/unwind/tables/unwind_table.h"
#include "tests/growth/growth_case.h"
#include "tests/growth/object_reading.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/elf_builder.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <cstdio>
#include <cstdlib>

namespace faultline::growth {

namespace {

using namespace test;

constexpr std::uint64_t kLoad = 0x400000;
constexpr std::uint64_t kSection = 0x800000;
constexpr std::uint64_t kFrameBytes = 32; // Of a dump, for each frame.

unwind::UnwindTablePtr mustMake(const object::ObjectPtr& object)
{
    auto table = unwind::makeUnwindTable(object, {});
    if (!table) {
        std::fprintf(stderr, "growth: %s\n", table.error().detail.c_str());
        std::exit(2);
    }
    return *std::move(table);
}

/// Unwinds `count` frames, `step` bytes of code apart, with one budget, as the walks of one event.
Made frames(std::size_t count,
            std::size_t step,
            Arch arch,
            object::FileFormat format,
            const std::string& name,
            std::vector<std::byte> section)
{
    const auto size = section.size() + count * kFrameBytes;
    auto object = std::make_shared<MemoryObject>(format, arch);
    object->setLoadAddress(kLoad);
    object->addSection(name, kSection, std::move(section));
    return {size, [=] {
                const auto made = unwind::makeUnwindTable(object, {});
                if (!made) // Nothing in it can be read, which need not take long.
                    return std::uint64_t{0};
                const auto& table = *made;
                StackBuilder stack(arch, OsFamily::Linux);
                const auto event = stack.stackBytes(0x400).finish();
                unwind::UnwindBudget budget;
                unwind::UnwindQuery query;
                query.moduleAddress = kLoad;
                query.callee = *event.threads[0].registers;
                query.budget = &budget;
                std::uint64_t notes = 0;
                for (std::size_t i = 0; i < count; ++i) {
                    query.lookupAddress = kLoad + 0x1000 + i * step;
                    const auto found = table->unwind(query, *event.asNative()->memory);
                    notes += found ? 0 : found.error().detail.size();
                }
                return notes;
            }};
}

/// A row for each byte of code.
std::vector<std::uint8_t> manyRows(std::size_t count)
{
    std::vector<std::uint8_t> instructions;
    for (std::size_t i = 0; i < count; ++i)
        instructions.insert(instructions.end(),
                            {0x41, 0x0e, static_cast<std::uint8_t>(16 + 8 * (i % 8))});
    return instructions;
}

const std::vector<std::uint8_t> kUsualRules{0x0c, 7, 8, 0x90, 1};

std::vector<std::byte> oneEntry(std::size_t rows)
{
    CfiBuilder builder(kSection);
    const auto common = builder.common("R", 16, kUsualRules);
    builder.frame(common, kLoad + 0x1000, 0x40000000, manyRows(rows));
    builder.terminator();
    return builder.finish();
}

/// Each entry uses one common entry with many instructions or a long augmentation.
std::vector<std::byte> oneCommonEntry(std::size_t count, const std::string& letters)
{
    CfiBuilder builder(kSection);
    auto instructions = kUsualRules;
    instructions.insert(instructions.end(), 16 * count, 0);
    const auto common = builder.common(letters, 16, instructions);
    for (std::size_t i = 0; i < count; ++i)
        builder.frame(common, kLoad + 0x1000 + 16 * i, 16, {});
    builder.terminator();
    return builder.finish();
}

/// Every register is the result of an expression in a loop.
std::vector<std::byte> loopingExpressions()
{
    CfiBuilder builder(kSection);
    auto instructions = kUsualRules;
    for (std::uint8_t reg = 0; reg < 16; ++reg)
        instructions.insert(instructions.end(), {0x16, reg, 5, 0x96, 0x96, 0x2f, 0xfb, 0xff});
    const auto common = builder.common("R", 16, instructions);
    builder.frame(common, kLoad + 0x1000, 0x40000000, {});
    builder.terminator();
    return builder.finish();
}

std::vector<std::byte> bytesOf(const std::string& text)
{
    const auto bytes = asBytes(text);
    return {bytes.begin(), bytes.end()};
}

std::vector<std::byte> stackCfi(std::size_t rows)
{
    std::string text = "STACK CFI INIT 1000 40000000 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n";
    for (std::size_t i = 0; i < rows; ++i)
        text += concat("STACK CFI ", hexDigits(0x1001 + i), " .cfa: $rsp 16 +\n");
    return bytesOf(text);
}

std::vector<std::byte> stackWin(std::size_t tokens)
{
    std::string program = "$eip 1 = $esp 2 =";
    for (std::size_t i = 0; i < tokens; ++i)
        program += " $T0 3 =";
    return bytesOf(concat("STACK WIN 4 1000 40000000 0 0 0 0 0 0 1 ", program, " junk\n"));
}

/// An ELF file with that section, to be dumped as Breakpad records.
Made asDumpedFrames(std::vector<std::byte> section)
{
    ElfBuilder builder;
    builder.type(3);
    builder.add({.name = ".text",
                 .type = 8,
                 .flags = 6,
                 .address = kLoad + 0x1000,
                 .sizeBytes = 0x40000000});
    builder.add({.name = ".eh_frame", .flags = 2, .address = kSection, .content = section});
    builder.addSymbols(".symtab", 2, {{.name = "f", .value = kLoad + 0x1000, .section = 1}});
    return asDumps(builder.build());
}

/// Walks a stack of `words` words; `module` answers for the only module.
Made walkedStack(std::size_t words, std::uint64_t word, const unwind::WalkModule& module)
{
    StackBuilder stack(Arch::Amd64, OsFamily::Linux);
    stack.module(kLoad, 0x100000);
    stack.stackBytes(8 * words);
    for (std::size_t i = 0; i < words; ++i)
        stack.word(StackBuilder::kStackBegin + 8 * i, word);
    stack.set("rsp", StackBuilder::kStackBegin).set("rip", kLoad + 0x1000);
    const auto event = std::make_shared<const Event>(stack.finish());
    return {8 * words, [=] {
                FixedModules provider;
                provider.modules[0] = module;
                return walk(*event, provider).frames.size();
            }};
}

unwind::WalkModule cfiModule(std::size_t rows)
{
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::Amd64);
    object->setLoadAddress(kLoad);
    object->addSection(".eh_frame", kSection, oneEntry(rows));
    unwind::WalkModule module;
    module.state = unwind::WalkModule::State::Ready;
    module.unwind = mustMake(object);
    return module;
}

} // namespace

std::vector<Case> unwindCases()
{
    using object::FileFormat;
    const auto dwarf = [](std::size_t n, std::size_t step, std::vector<std::byte> section) {
        return frames(n, step, Arch::Amd64, FileFormat::Elf, ".eh_frame", std::move(section));
    };
    return {
        {"unwind", "frames in one entry with many rows", 64,
         [=](std::size_t n) { return dwarf(n, 1, oneEntry(16 * n)); }},
        {"unwind", "frames in entries with one common entry", 64,
         [=](std::size_t n) { return dwarf(n, 16, oneCommonEntry(n, "R")); }},
        {"unwind", "entries with one long augmentation", 64,
         [=](std::size_t n) { return dwarf(1, 1, oneCommonEntry(n, "R" + std::string(n, 'S'))); }},
        {"unwind", "frames with expressions in loops", 64,
         [=](std::size_t n) { return dwarf(n, 1, loopingExpressions()); }},
        {"unwind", "frames in one STACK CFI record", 64,
         [](std::size_t n) {
             return frames(n, 1, Arch::Amd64, FileFormat::Breakpad, "STACK", stackCfi(n));
         }},
        {"unwind", "frames in one STACK WIN record", 64,
         [](std::size_t n) {
             return frames(n, 1, Arch::X86, FileFormat::Breakpad, "STACK", stackWin(n));
         }},
        {"unwind", "words of a stack without unwind data", 256,
         [](std::size_t n) { return walkedStack(n, kLoad + 0x1004, {}); }, 1 << 17},
        {"unwind", "words of a stack in functions", 256,
         [](std::size_t n) { return walkedStack(n, kLoad + 0x1004, functionsOf256Bytes()); },
         1 << 17},
        {"unwind", "words of a stack that are no code", 256,
         [](std::size_t n) { return walkedStack(n, 7, functionsOf256Bytes()); }, 1 << 17},
        {"unwind", "words of a stack with one entry of many rows", 256,
         [](std::size_t n) { return walkedStack(n, kLoad + 0x1004 + n / 2, cfiModule(n)); },
         1 << 17},
        {"symbols dump", "rows of one entry", 64,
         [](std::size_t n) { return asDumpedFrames(oneEntry(n)); }},
        {"symbols dump", "entries with one common entry", 64,
         [](std::size_t n) { return asDumpedFrames(oneCommonEntry(n, "R")); }},
    };
}

} // namespace faultline::growth
