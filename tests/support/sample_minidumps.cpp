// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_minidumps.h"

namespace faultline::test {

namespace {

using Label = ByteAssembler::Label;

constexpr std::array<std::uint8_t, 20> kBuildId{0xf1, 0xc3, 0xbc, 0xc0, 0x27, 0x98, 0x65,
                                                0xfe, 0x30, 0x58, 0x40, 0x4b, 0x28, 0x31,
                                                0xd9, 0xe6, 0x41, 0x35, 0x38, 0x6c};
constexpr std::array<std::uint8_t, 16> kGuid{0x9d, 0xd9, 0x49, 0x32, 0x04, 0x0c, 0x31, 0x49,
                                             0x86, 0x10, 0xf4, 0xe4, 0xfb, 0x0b, 0x69, 0x36};

Buffer fixedUtf16(std::string_view ascii, std::size_t units, std::endian order)
{
    ByteAssembler out(order);
    out.utf16(ascii).zeros((units - ascii.size()) * 2);
    return out.finish();
}

Buffer assertionStream(std::endian order)
{
    ByteAssembler out(order);
    for (const auto* const text : {"x != 0", "divide", "math.c"})
        out.bytes(fixedUtf16(text, 128, order));
    out.u32(42).u32(1);
    return out.finish();
}

Buffer memoryInfoStream(std::endian order)
{
    ByteAssembler out(order);
    out.u32(16).u32(48).u64(2);
    out.u64(0x10000).u64(0x10000).u32(4).u32(0).u64(0x2000).u32(0x1000).u32(0x104).u32(0x20000).u32(
        0);
    out.u64(0x2a0000)
        .u64(0x2a0000)
        .u32(0x80)
        .u32(0)
        .u64(0x9000)
        .u32(0x1000)
        .u32(0x20)
        .u32(0x1000000)
        .u32(0);
    return out.finish();
}

Buffer threadInfoStream(std::uint32_t threadId, std::endian order)
{
    ByteAssembler out(order);
    out.u32(12).u32(64).u32(1);
    out.u32(threadId).u32(0).u32(0).u32(259);
    out.u64(0x01d3c4d5e6f70000).u64(0).u64(156250).u64(312500).u64(0x77201000).u64(0xf);
    return out.finish();
}

Buffer auxvStream(std::endian order)
{
    return words64({6, 4096, 9, 0x401000, 0, 0}, order);
}

void writeHandles(ByteAssembler& out, Label end)
{
    const auto type = out.newLabel();
    const auto name = out.newLabel();
    const auto info = out.newLabel();
    out.u32(16).u32(40).u32(1).u32(0);
    out.u64(0x4c)
        .offsetOf(type)
        .offsetOf(name)
        .u32(1)
        .u32(0x1f0003)
        .u32(2)
        .u32(1)
        .offsetOf(info)
        .u32(0);
    out.place(end);
    out.place(type).u32(10).utf16("Event");
    out.align(4).place(name).u32(8).utf16("Done");
    out.align(4).place(info).u32(0).u32(6).u32(0);
}

void writeMacCrashInfo(ByteAssembler& out, Label end)
{
    constexpr std::size_t kStrings = 40;
    const auto record = out.newLabel();
    const auto start = out.size();
    out.u32(0x4d7a0001).u32(1).u32(kStrings).u32(0).offsetOf(record).zeros(19 * 8).place(end);
    out.place(record);
    const auto recordStart = out.size();
    out.u64(0x4d7a0001).u64(5).u64(0).u64(0).u64(6);
    for (const auto* const text :
         {"/usr/lib/system/libsystem_c.dylib", "abort() called", "", "", "again"})
        out.text(text).u8(0);
    out.patch(start + 12, out.size() - recordStart, 4);
}

void writeBootargs(ByteAssembler& out, Label end)
{
    const auto text = out.newLabel();
    out.u32(0x4d7a0002).offsetOf(text, 8).place(end);
    out.place(text).u32(8).utf16("-v=1");
}

MinidumpBuilder::Crashpad sampleCrashpad()
{
    return {
        .reportId = kGuid,
        .clientId = kGuid,
        .simple = {{"channel", "beta"}, {"guid", "1234"}},
        .modules = {{.moduleIndex = 1,
                     .list = {"abort() called"},
                     .simple = {{"lib", "v8"}},
                     .objects = {{"url", 1, "https://example.org"}, {"blob", 0x8001, "\x01\x02"}}}},
        .addressMask = 0xffffff8000000000};
}

} // namespace

Buffer clientStacksStream(std::uint32_t threadId,
                          const std::vector<std::pair<std::uint64_t, std::string>>& frames,
                          std::endian order)
{
    std::string symbols;
    for (const auto& frame : frames)
        symbols += frame.second;
    ByteAssembler out(order);
    out.u32(1).u32(1).u32(frames.size()).u32(symbols.size());
    out.u32(threadId).u32(0).u32(frames.size()).align(8);
    std::size_t offset = 0;
    for (const auto& [address, symbol] : frames) {
        out.u64(address).u32(offset).u32(symbol.size());
        offset += symbol.size();
    }
    out.text(symbols);
    return out.finish();
}

Buffer miscInfoStream(std::uint32_t processId, std::uint32_t createTime, std::endian order)
{
    ByteAssembler out(order);
    out.u32(1364).u32(0x3f7).u32(processId).u32(createTime).u32(3).u32(4);
    out.u32(2400).u32(1200).u32(2400).u32(0).u32(0);
    out.u32(0x2000).u32(0x4d).u32(0);
    out.u32(1).u32(static_cast<std::uint32_t>(-60)).bytes(fixedUtf16("CET", 32, order)).zeros(20);
    out.bytes(fixedUtf16("CEST", 32, order)).zeros(20);
    out.bytes(fixedUtf16("14393.1715", 260, order)).bytes(fixedUtf16("dbghelp", 40, order));
    out.u32(0x218).u32(0).u64(0x7).zeros(512).u32(0xc001d00d);
    return out.finish();
}

MinidumpBuilder sampleLinuxDump(std::endian order)
{
    MinidumpBuilder dump(order);
    dump.setSystem(
        {.cpu = Cpu::Amd64,
         .platformId = platform::kLinux,
         .csdVersion = "Linux 4.9.60-linuxkit-aufs #1 SMP Mon Nov 6 16:00:12 UTC 2017 x86_64",
         .level = 6,
         .revision = 0x4601,
         .processors = 4});
    dump.addModule({.name = "/work dir/crash",
                    .base = 0x400000,
                    .sizeBytes = 0x1a000,
                    .codeView = buildIdRecord(kBuildId, order)});
    dump.addModule({.name = "/lib/libm.so",
                    .base = 0x7f5130000000,
                    .sizeBytes = 0x8000,
                    .version = {{2, 23, 0, 0}}});
    dump.addThread({.id = 1304,
                    .cpu = Cpu::Amd64,
                    .registers = {{"rip", 0x401d00}, {"rsp", 0x7ffe0000}},
                    .stackAddress = 0x7ffe0000,
                    .stack = words64({0x401d72, 0, 0x400010, 0x7ffe0020}, order)});
    dump.addThread({.id = 1305,
                    .cpu = Cpu::Amd64,
                    .stackAddress = 0x7fff0000,
                    .stack = words64({1, 2}, order),
                    .withoutContext = true});
    dump.addThreadName(1304, "main");
    dump.setException(
        {.threadId = 1304,
         .code = 11,
         .flags = 1,
         .address = 0x45,
         .cpu = Cpu::Amd64,
         .registers =
             Registers{{"rip", 0x401d72}, {"rsp", 0x7ffe0008}, {"rax", 5}, {"eflags", 0x10246}}});
    dump.addMemory(0x401000, words64({0x9090909090909090, 0xc3}, order));
    dump.addMap("00400000-0041a000 r-xp 00000000 08:01 1234       /work dir/crash");
    dump.addMap("7ffe0000-7ffe2000 rw-p 00000000 00:00 0          [stack]");
    dump.addStream(0x47670003, "processor\t: 0\nmicrocode\t: 0xb4\n");
    dump.addStream(0x47670004, "Name:\tcrash\nPid:\t1304\n");
    dump.addStream(0x47670005, "DISTRIB_ID=Ubuntu\nDISTRIB_RELEASE=16.04\nDISTRIB_CODENAME=xenial\n"
                               "DISTRIB_DESCRIPTION=\"Ubuntu 16.04.3 LTS\"\n");
    dump.addStream(0x47670006, std::string_view("./crash\0--now\0", 14));
    dump.addStream(0x47670007, std::string_view("HOME=/root\0LANG=C\0", 18));
    dump.addStream(0x47670008, auxvStream(order));
    dump.addStream(0x4767000a, words64({0x1800000001, 2, 0x7f00, 0x7f5120000000, 0x600e00}, order));
    dump.addStream(
        0x4d7a0003,
        "Limit                     Soft Limit           Hard Limit           Units     \n"
        "Max cpu time              unlimited            unlimited            seconds   \n"
        "Max nice priority         0                    0                    \n");
    dump.addStream(0x47670001, words32({3, 1305, 1304}, order));
    dump.addStream(0x53790001,
                   clientStacksStream(1304, {{0x401d72, "crash"}, {0x401e00, "main"}}, order));
    return dump;
}

MinidumpBuilder sampleWindowsDump(std::endian order)
{
    MinidumpBuilder dump(order);
    dump.setSystem({.cpu = Cpu::X86,
                    .platformId = platform::kWindows,
                    .major = 10,
                    .minor = 0,
                    .build = 14393,
                    .csdVersion = "Service Pack 1",
                    .level = 6,
                    .revision = 0x3f02,
                    .processors = 2,
                    .cpuWords = {0x756e6547, 0x49656e69, 0x6c65746e, 0, 0, 0}});
    dump.addModule({.name = "C:\\app\\crash.exe",
                    .base = 0x2a0000,
                    .sizeBytes = 0x9000,
                    .timestamp = 0x5ab38077,
                    .version = {{0x00050001, 0x0a280884, 0x00050001, 0x0a280884}},
                    .codeView = rsdsRecord(kGuid, 1, "C:\\build\\crash.pdb", order)});
    dump.addModule({.name = "C:\\Windows\\old.dll",
                    .base = 0x10000000,
                    .sizeBytes = 0x2d000,
                    .timestamp = 0x45d35f6c,
                    .codeView = nb10Record(0x3ae4dbf3, 1, "old.pdb", order)});
    dump.addUnloadedModule(
        {.name = "gone.dll", .base = 0x20000000, .sizeBytes = 0x1000, .timestamp = 0x45d35f6c});
    dump.addThread(
        {.id = 1636,
         .cpu = Cpu::X86,
         .registers = {{"eip", 0x2a2a3d}, {"esp", 0x10010}, {"ebp", 0x10020}, {"eflags", 0x246}},
         .stackAddress = 0x10000,
         .stack = words32({1, 2, 3, 4, 0x2a2a3d, 0x10030, 0x2a1000, 0}, order),
         .stackInMemoryList = true,
         .teb = 0x30000});
    dump.setException({.threadId = 1636,
                       .code = 0xc0000005,
                       .address = 0x2a2a3d,
                       .parameters = {1, 0x45},
                       .cpu = Cpu::X86,
                       .registers = Registers{{"eip", 0x2a2a3d}, {"esp", 0x10010}}});
    dump.addMemory64(0x10000, words32({1, 2, 3, 4, 0x2a2a3d, 0x10030, 0x2a1000, 0}, order));
    dump.addMemory64(0x30000, words32({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, order));
    dump.addStream(15, miscInfoStream(1928, 0x5ab8d427, order));
    dump.addStream(16, memoryInfoStream(order));
    dump.addStream(17, threadInfoStream(1636, order));
    dump.addStream(12, writeHandles);
    dump.addStream(10, "made for a test");
    dump.addStream(0x47670002, assertionStream(order));
    return dump;
}

MinidumpBuilder sampleMacDump(std::endian order)
{
    MinidumpBuilder dump(order);
    dump.setSystem({.cpu = Cpu::Arm64,
                    .platformId = platform::kMacOs,
                    .major = 15,
                    .minor = 7,
                    .build = 4,
                    .csdVersion = "24G517",
                    .processors = 10});
    dump.addModule({.name = "/tmp/app",
                    .base = 0x1006b4000,
                    .sizeBytes = 0x8000,
                    .codeView = rsdsRecord(kGuid, 0, "app", order)});
    dump.addModule(
        {.name = "/usr/lib/system/libsystem_c.dylib", .base = 0x180000000, .sizeBytes = 0x80000});
    dump.addThread({.id = 7,
                    .cpu = Cpu::Arm64,
                    .registers = {{"pc", 0x1006b4100},
                                  {"sp", 0x16f000000},
                                  {"fp", 0x16f000010},
                                  {"lr", 0x1006b4200}},
                    .stackAddress = 0x16f000000,
                    .stack = words64({0, 0, 0x16f000030, 0x1006b4300}, order)});
    dump.setException(
        {.threadId = 7, .code = 1, .flags = 1, .address = 1, .parameters = {1, 1, 1}});
    dump.setCrashpad(sampleCrashpad());
    dump.addStream(0x4d7a0001, writeMacCrashInfo);
    dump.addStream(0x4d7a0002, writeBootargs);
    dump.addStream(0x4d7a0004, R"([{"kind":"NoThreads"}])");
    return dump;
}

} // namespace faultline::test
