// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/formats/crash/elfcore/read_event.h"
#include "core/formats/crash/minidump/read_event.h"
#include "core/model/event.h"
#include "tests/growth/program.h"
#include "tests/support/core_builder.h"
#include "tests/support/minidump_builder.h"

namespace faultline::growth {

namespace {

using namespace test;

constexpr std::uint64_t kCode = 0x400000;
constexpr std::uint64_t kStack = 0x7f0000000000;

std::string textOf(Bytes bytes)
{
    return std::string(asText(bytes));
}

/// Reads a minidump and reports it.
Made reported(const MinidumpBuilder& dump)
{
    return asReport({{"a.dmp", textOf(dump.bytes())}});
}

Made asMinidump(const MinidumpBuilder& dump)
{
    const auto file = dump.build();
    return {file.size(), [file] {
                const auto event = minidump::readMinidumpEvent(file, {});
                std::uint64_t size = 0;
                for (std::size_t i = 0; event && i < (*event)->modules.size(); ++i)
                    size += (*event)->modules[i].codeFile.value_or("").size();
                for (std::size_t i = 0; event && i < (*event)->threads.size(); ++i)
                    size += (*event)->threads[i].name.value_or("").size();
                for (std::size_t i = 0; event && i < (*event)->annotations.size(); ++i)
                    size +=
                        (*event)->annotations[i].key.size() + (*event)->annotations[i].value.size();
                return size;
            }};
}

MinidumpBuilder emptyDump()
{
    MinidumpBuilder dump;
    dump.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kLinux});
    return dump;
}

MinidumpBuilder::Thread thread(std::size_t number, std::size_t words)
{
    Buffer stack;
    ByteAssembler out;
    for (std::size_t i = 0; i < words; ++i)
        out.u64(i % 2 == 0 ? kCode + 0x100 + i % 64 : kStack + 16 * i);
    return {.id = static_cast<std::uint32_t>(number + 1),
            .cpu = Cpu::Amd64,
            .registers = {{"rip", kCode + 0x10}, {"rsp", kStack + (number << 24)}},
            .stackAddress = kStack + (number << 24),
            .stack = out.finish()};
}

Made modules(std::size_t count, bool isReported)
{
    auto dump = emptyDump();
    for (std::size_t i = 0; i < count; ++i)
        dump.addModule({.name = "/lib/" + digits(i) + ".so",
                        .base = kCode + 0x10000 * i,
                        .sizeBytes = 0x10000});
    auto one = thread(0, 0);
    ByteAssembler out;
    for (std::size_t i = 0; i < count; ++i)
        out.u64(kCode + 0x10000 * i + 0x100).u64(1);
    one.stack = out.finish();
    dump.addThread(one);
    return isReported ? reported(dump) : asMinidump(dump);
}

/// Modules, or thread names, that share one long text.
Made sharedTexts(std::size_t count, std::uint32_t stream, std::size_t recordBytes, std::size_t at)
{
    auto dump = emptyDump();
    dump.addStream(stream, [=](ByteAssembler& out, ByteAssembler::Label end) {
        const auto text = out.size() + 4 + recordBytes * count;
        out.u32(count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto start = out.size();
            out.zeros(recordBytes);
            if (stream == 4)
                out.patch(start, kCode + 0x1000 * i, 8).patch(start + 8, 0x1000, 4);
            else
                out.patch(start, i + 1, 4);
            out.patch(start + at, text, 4);
        }
        out.place(end);
        const auto characters = std::min<std::size_t>(16 * count, 500'000);
        out.u32(2 * characters).utf16(std::string(characters, 'n')).u16(0);
    });
    for (std::size_t i = 0; stream != 4 && i < count; ++i)
        dump.addThread({.id = static_cast<std::uint32_t>(i + 1), .withoutContext = true});
    return asMinidump(dump);
}

Made memoryRanges(std::size_t count)
{
    auto dump = emptyDump();
    for (std::size_t i = 0; i < count; ++i)
        dump.addMemory(kStack + 0x1000 * (count - i), Buffer(64));
    dump.addThread(thread(0, 64));
    return reported(dump);
}

Made threads(std::size_t count, std::size_t words)
{
    auto dump = emptyDump();
    dump.addModule({.name = "/bin/a", .base = kCode, .sizeBytes = 0x10000});
    for (std::size_t i = 0; i < count; ++i) {
        dump.addThread(thread(i, words));
        dump.addThreadName(static_cast<std::uint32_t>(i + 1), digits(i));
    }
    return reported(dump);
}

Made annotations(std::size_t count)
{
    auto dump = emptyDump();
    MinidumpBuilder::Crashpad crashpad;
    for (std::size_t i = 0; i < count; ++i)
        crashpad.simple.emplace_back(digits(i), "value");
    dump.setCrashpad(crashpad);
    dump.addThread(thread(0, 4));
    return reported(dump);
}

Made mapLines(std::size_t count)
{
    auto dump = emptyDump();
    for (std::size_t i = 0; i < count; ++i)
        dump.addMap(concat(hexDigits(kCode + 0x1000 * i), "-", hexDigits(kCode + 0x1000 * (i + 1)),
                           " r-xp 0 08:01 7 /lib/", digits(i)));
    dump.addThread(thread(0, 64));
    return reported(dump);
}

/// An ELF core with that many threads, mappings and pieces of memory.
Made core(std::size_t threadCount, std::size_t mappings, std::size_t pieces)
{
    CoreBuilder builder;
    for (std::size_t i = 0; i < threadCount; ++i)
        builder.addThread(static_cast<std::uint32_t>(i + 1), 11,
                          {{"rip", kCode + 0x10}, {"rsp", kStack}});
    std::vector<CoreBuilder::Mapping> files;
    for (std::size_t i = 0; i < mappings; ++i)
        files.push_back({.begin = kCode + 0x1000 * i,
                         .end = kCode + 0x1000 * (i + 1),
                         .path = "/lib/" + digits(i / 4)});
    builder.addFiles(files);
    for (std::size_t i = 0; i < pieces; ++i)
        builder.addMemory({.address = kStack + 0x1000 * i, .bytes = Buffer(64)});
    return asReport({{"core", textOf(builder.bytes())}});
}

std::string appleHead()
{
    return "Process:               a [4711]\nPath:                  /bin/a\nIdentifier:            "
           "a\n"
           "Version:               1\nCode Type:             ARM-64 (Native)\n"
           "Parent Process:        launchd [1]\n\nOS Version:            macOS 14.1 (23B74)\n"
           "Report Version:        12\n\nCrashed Thread:        0\n\n"
           "Exception Type:        EXC_BAD_ACCESS (SIGSEGV)\n\n";
}

Made appleText(std::size_t threadCount, std::size_t frameCount, std::size_t images)
{
    auto text = appleHead();
    for (std::size_t t = 0; t < threadCount; ++t) {
        text += concat("Thread ", t, t == 0 ? " Crashed" : "", ":\n");
        for (std::size_t i = 0; i < frameCount; ++i)
            text +=
                concat(i, "   lib", digits(i % images), "   0x",
                       hexDigits(0x100000000 + 0x10000 * (i % images) + 16), " f", i, " + 16\n");
        text += "\n";
    }
    text += "Binary Images:\n";
    for (std::size_t i = 0; i < images; ++i)
        text += concat("0x", hexDigits(0x100000000 + 0x10000 * i), " - 0x",
                       hexDigits(0x10000ffff + 0x10000 * i), " lib", digits(i), " arm64 <",
                       digits(i), digits(i), digits(i), digits(i), "> /lib/", digits(i), "\n");
    return asReport({{"a.crash", text}});
}

Made sentryEvent(std::size_t threadCount, std::size_t frameCount, std::size_t images)
{
    std::string text = R"({"event_id":"0123456789abcdef0123456789abcdef","platform":"native",)"
                       R"("debug_meta":{"images":[)";
    for (std::size_t i = 0; i < images; ++i)
        text += concat(i == 0 ? "" : ",", R"({"type":"elf","code_file":"/lib/)", digits(i),
                       R"(","image_addr":")", "0x", hexDigits(0x100000000 + 0x10000 * i),
                       R"(","image_size":65536})");
    text += R"(]},"threads":{"values":[)";
    for (std::size_t t = 0; t < threadCount; ++t) {
        text += concat(t == 0 ? "" : ",", R"({"id":)", t, R"(,"stacktrace":{"frames":[)");
        for (std::size_t i = 0; i < frameCount; ++i)
            text += concat(i == 0 ? "" : ",", R"({"instruction_addr":"0x)",
                           hexDigits(0x100000000 + 0x10000 * (i % images) + 16),
                           R"(","function":"f)", digits(i), R"("})");
        text += "]}}";
    }
    return asReport({{"event.json", text + "]}}"}});
}

} // namespace

std::vector<Case> crashCases()
{
    std::vector<Case> cases{
        {"minidump", "modules", 256, [](std::size_t n) { return modules(n, false); }, 1 << 16},
        {"minidump", "modules with one long name", 64,
         [](std::size_t n) { return sharedTexts(n, 4, 108, 20); }, 1 << 16},
        {"minidump", "threads with one long name", 64,
         [](std::size_t n) { return sharedTexts(n, 24, 12, 4); }, 1 << 15},
    };
    if (!hasProgram())
        return cases;
    const std::vector<Case> events{
        {"event", "minidump modules with frames", 64,
         [](std::size_t n) { return modules(n, true); }, 1 << 15},
        {"event", "minidump threads", 64, [](std::size_t n) { return threads(n, 16); }, 1 << 14},
        {"event", "minidump words of a stack", 256, [](std::size_t n) { return threads(1, n); },
         1 << 18},
        {"event", "minidump memory ranges", 256, memoryRanges, 1 << 18},
        {"event", "minidump annotations", 256, annotations, 1 << 16},
        {"event", "minidump lines of maps", 256, mapLines, 1 << 16},
        {"event", "core threads", 64, [](std::size_t n) { return core(n, 4, 4); }, 1 << 14},
        {"event", "core mappings", 256, [](std::size_t n) { return core(1, n, 4); }, 1 << 16},
        {"event", "core memory", 256, [](std::size_t n) { return core(1, 4, n); }, 60'000},
        {"event", "apple threads", 64, [](std::size_t n) { return appleText(n, 4, 4); }, 1 << 15},
        {"event", "apple frames", 256, [](std::size_t n) { return appleText(1, n, 4); }, 1 << 16},
        {"event", "apple frames in as many images", 256,
         [](std::size_t n) { return appleText(1, n, n); }, 1 << 15},
        {"event", "sentry threads", 64, [](std::size_t n) { return sentryEvent(n, 4, 4); },
         1 << 15},
        {"event", "sentry frames", 256, [](std::size_t n) { return sentryEvent(1, n, 4); },
         1 << 16},
        {"event", "sentry frames in as many images", 256,
         [](std::size_t n) { return sentryEvent(1, n, n); }, 1 << 15},
    };
    cases.insert(cases.end(), events.begin(), events.end());
    return cases;
}

} // namespace faultline::growth
