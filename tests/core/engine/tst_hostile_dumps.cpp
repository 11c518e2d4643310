// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/read_event.h"
#include "core/model/report.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/core_builder.h"
#include "tests/support/cpu_context_bytes.h"

#include <QTest>

#include <functional>
#include <sys/resource.h>

using namespace faultline;
using namespace faultline::test;

/// Dumps that demand as much work as a file of a few MB can. Each is read and symbolicated to the
/// end within 1 GiB, and the report says what was left out. No time is asserted; a run that does
/// not end exceeds the test's time limit.
class TestHostileDumps : public QObject
{
    Q_OBJECT

private slots:
    void staysInBounds_data();
    void staysInBounds();
    void frameBudgetIsReported();
    void threadBudgetIsReported();
};

namespace {

constexpr std::uint64_t kStack = 0x7f0000000000;
constexpr std::uint64_t kModule = 0x400000;

/// A little-endian dump whose streams are written by hand, with counts that may be false.
class RawDump
{
public:
    static constexpr std::size_t kMaxStreams = 16;

    RawDump()
    {
        m_out.u32(0x504d444d).u32(0xa793).u32(0).u32(32).u32(0).u32(1).u64(0);
        m_out.zeros(kMaxStreams * 12);
        begin(7); // SystemInfo: amd64, Linux.
        m_out.u16(9).u16(0).u16(0).u8(1).u8(0).u32(0).u32(0).u32(0).u32(0x8201).u32(0).u32(0).zeros(
            24);
        end();
    }

    ByteAssembler& out() { return m_out; }

    std::uint32_t position() const { return static_cast<std::uint32_t>(m_out.size()); }

    void begin(std::uint32_t type)
    {
        m_types.push_back(type);
        m_starts.push_back(m_out.size());
    }

    void end() { m_ends.push_back(m_out.size()); }

    ByteView build()
    {
        m_out.patch(8, m_streamCount.value_or(static_cast<std::uint32_t>(m_types.size())), 4);
        for (std::size_t i = 0; i < m_types.size(); ++i) {
            m_out.patch(32 + 12 * i, m_types[i], 4);
            m_out.patch(36 + 12 * i, m_ends[i] - m_starts[i], 4);
            m_out.patch(40 + 12 * i, m_starts[i], 4);
        }
        return ByteView::fromVector(m_out.finish());
    }

    void claimStreams(std::uint32_t count) { m_streamCount = count; }

    /// A module "app" of 16 MiB.
    void addModule()
    {
        const auto name = position();
        m_out.u32(6).utf16("app");
        begin(4);
        m_out.u32(1).u64(kModule).u32(16 << 20).u32(0).u32(0).u32(name).zeros(108 - 24);
        end();
    }

    /// Threads that all share one context and one stack.
    void addThreads(std::uint32_t count,
                    std::uint32_t contextRva,
                    std::uint32_t stackRva,
                    std::uint32_t stackBytes)
    {
        begin(3);
        m_out.u32(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            m_out.u32(i + 1).zeros(12).u64(0).u64(kStack).u32(stackBytes).u32(stackRva);
            m_out.u32(1232).u32(contextRva);
        }
        end();
    }

    std::uint32_t addContext()
    {
        const auto at = position();
        m_out.bytes(contextBytes(Cpu::Amd64,
                                 {{"rip", kModule + 0x1000}, {"rsp", kStack}, {"rbp", kStack}}));
        return at;
    }

    /// Every word points to the next one, like alternating frame pointers and return addresses.
    std::uint32_t addStack(std::uint32_t words)
    {
        const auto at = position();
        for (std::uint32_t i = 0; i < words; i += 2)
            m_out.u64(kStack + 8 * (i + 2)).u64(kModule + 0x2000 + i);
        return at;
    }

private:
    ByteAssembler m_out;
    std::vector<std::uint32_t> m_types;
    std::vector<std::size_t> m_starts;
    std::vector<std::size_t> m_ends;
    std::optional<std::uint32_t> m_streamCount;
};

ByteView manyThreads(std::uint32_t count, std::uint32_t stackWords)
{
    RawDump dump;
    dump.addModule();
    const auto context = dump.addContext();
    const auto stack = dump.addStack(stackWords);
    dump.addThreads(count, context, stack, stackWords * 8);
    return dump.build();
}

/// Stacks that consist of return addresses. Each follows a call in code without an end, all of
/// which may be searched for the frame's own return address.
ByteView codeWithoutEnd(std::uint32_t threads)
{
    constexpr std::uint32_t kCodeBytes = 1 << 16;
    constexpr std::uint32_t kPieceBytes = 16;
    constexpr std::uint32_t kCallBytes = 5;
    constexpr std::uint32_t kStackWords = 1024;
    RawDump dump;
    dump.addModule();
    const auto code = dump.position();
    for (std::uint32_t at = 0; at < kCodeBytes; at += kPieceBytes) {
        dump.out().u8(0xe8).u32(0u - at - kCallBytes); // Calls the first byte.
        for (std::uint32_t i = kCallBytes; i < kPieceBytes; ++i)
            dump.out().u8(0x90);
    }
    const auto context = dump.addContext();
    const auto stack = dump.position();
    for (std::uint32_t i = 0; i < kStackWords; ++i)
        dump.out().u64(kModule + i * kPieceBytes + kCallBytes);
    dump.addThreads(threads, context, stack, kStackWords * 8);
    dump.begin(5); // MemoryList.
    dump.out().u32(1).u64(kModule).u32(kCodeBytes).u32(code);
    dump.end();
    return dump.build();
}

/// A list stream that claims the largest possible number of entries.
ByteView impossibleCount(std::uint32_t type)
{
    RawDump dump;
    dump.begin(type);
    dump.out().u32(0xffffffff).u32(0xffffffff).u64(UINT64_MAX).zeros(256);
    dump.end();
    return dump.build();
}

/// Every range covers the whole file, and the addresses overlap.
ByteView overlappingMemory(std::uint32_t count)
{
    RawDump dump;
    dump.begin(5);
    dump.out().u32(count);
    for (std::uint32_t i = 0; i < count; ++i)
        dump.out().u64(kStack + 16 * std::uint64_t{i}).u32(16 << 20).u32(32);
    dump.end();
    return dump.build();
}

ByteView overlappingMemory64(std::uint32_t count)
{
    RawDump dump;
    dump.begin(9);
    dump.out().u64(count).u64(0);
    for (std::uint32_t i = 0; i < count; ++i)
        dump.out().u64(kStack).u64(i % 2 == 0 ? 0 : UINT64_MAX / count);
    dump.end();
    return dump.build();
}

ByteView regionsWithoutEnd(std::uint32_t count)
{
    RawDump dump;
    dump.begin(16);
    dump.out().u32(16).u32(48).u64(count);
    for (std::uint32_t i = 0; i < count; ++i)
        dump.out()
            .u64(4096 * std::uint64_t{i})
            .u64(0)
            .u32(4)
            .u32(0)
            .u64(UINT64_MAX / 2)
            .u32(0x1000)
            .u32(4)
            .u32(0x20000)
            .u32(0);
    dump.end();
    return dump.build();
}

ByteView modulesThatShareOneName(std::uint32_t count)
{
    RawDump dump;
    const auto name = dump.position();
    dump.out().u32(1 << 20).zeros(1 << 20);
    dump.begin(4);
    dump.out().u32(count);
    for (std::uint32_t i = 0; i < count; ++i)
        dump.out()
            .u64(0x1000 * std::uint64_t{i})
            .u32(0x2000)
            .u32(0)
            .u32(0)
            .u32(name)
            .zeros(108 - 24);
    dump.end();
    return dump.build();
}

/// Every handle's information is one ring of 1000 nodes.
ByteView handlesThatShareARing(std::uint32_t count)
{
    RawDump dump;
    const auto ring = dump.position();
    for (std::uint32_t i = 0; i < 1000; ++i)
        dump.out().u32(ring + 12 * ((i + 1) % 1000)).u32(1).u32(0);
    dump.begin(12);
    dump.out().u32(16).u32(40).u32(count).u32(0);
    for (std::uint32_t i = 0; i < count; ++i)
        dump.out().u64(i).u32(0).u32(0).u32(0).u32(0).u32(0).u32(0).u32(ring).u32(0);
    dump.end();
    return dump.build();
}

ByteView mapsOfManyLines(std::uint32_t count)
{
    RawDump dump;
    dump.begin(0x47670009);
    for (std::uint32_t i = 0; i < count; ++i)
        dump.out().text("0-ffffffffffffffff rwxp 0 0:0 0 /\n");
    dump.end();
    return dump.build();
}

ByteView repeated(std::uint32_t type, std::string_view text, std::uint32_t count)
{
    RawDump dump;
    dump.begin(type);
    for (std::uint32_t i = 0; i < count; ++i)
        dump.out().text(text);
    dump.end();
    return dump.build();
}

/// Threads whose prewalked frames are the same records.
ByteView sharedClientStacks(std::uint32_t threads, std::uint32_t frames)
{
    RawDump dump;
    const auto context = dump.addContext();
    dump.addThreads(threads, context, context, 8);
    dump.begin(0x53790001);
    dump.out().u32(1).u32(threads).u32(frames).u32(0);
    for (std::uint32_t i = 0; i < threads; ++i)
        dump.out().u32(i + 1).u32(0).u32(frames);
    if (threads % 2 != 0)
        dump.out().u32(0);
    for (std::uint32_t i = 0; i < frames; ++i)
        dump.out().u64(kModule + i).u32(0).u32(0);
    dump.end();
    return dump.build();
}

/// A crash whose code jumps into itself, with every register-like number odd.
ByteView crashInTheDirectory()
{
    RawDump dump;
    const auto context = dump.addContext();
    dump.addThreads(1, context, 0, UINT32_MAX);
    dump.begin(6);
    dump.out()
        .u32(1)
        .u32(0)
        .u32(11)
        .u32(0x80)
        .u64(UINT64_MAX)
        .u64(UINT64_MAX)
        .u32(UINT32_MAX)
        .u32(0);
    for (int i = 0; i < 15; ++i)
        dump.out().u64(UINT64_MAX);
    dump.out().u32(UINT32_MAX).u32(context);
    dump.end();
    dump.claimStreams(UINT32_MAX);
    return dump.build();
}

ByteView coreOf(const CoreBuilder& core)
{
    return ByteView::fromVector(core.bytes());
}

/// Program headers that all refer to the same memory.
ByteView coreOfOverlaps(std::uint32_t segments)
{
    CoreBuilder core;
    core.addThread(1, 11, {{"rip", kModule}, {"rsp", kStack}});
    for (std::uint32_t i = 0; i < segments; ++i)
        core.addMemory({.address = kStack + i,
                        .bytes = std::vector<std::byte>(4),
                        .memoryBytes = UINT64_MAX - i});
    return coreOf(core);
}

/// Mapped files at overlapping addresses, all with one name.
ByteView coreOfMappings(std::uint32_t mappings)
{
    const std::vector<CoreBuilder::Mapping> same(mappings, {0, UINT64_MAX, UINT64_MAX, "/a"});
    return coreOf(CoreBuilder().addThread(1, 11, {{"rip", kModule}}).addFiles(same));
}

/// NT_FILE with a count that exceeds every file.
ByteView coreOfImpossibleCount()
{
    constexpr std::uint32_t kFileNote = 0x46494c45;
    ByteAssembler note;
    note.u64(UINT64_MAX).u64(UINT64_MAX).u64(0);
    return coreOf(CoreBuilder()
                      .addThread(1, 11, {{"rip", kModule}})
                      .addNote("CORE", kFileNote, note.finish()));
}

Result<ReportPtr> symbolicated(const ByteView& bytes)
{
    engine::EngineConfig config;
    config.computeThreads = 2;
    engine::Engine engine(std::move(config), silentLog(), {});
    FL_TRY(auto event, intake::readEvent(bytes, {}));
    return engine.run(std::move(event), {}, {});
}

std::uint64_t peakBytes()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

bool anyText(const std::vector<Diagnostic>& diagnostics, std::string_view part)
{
    return std::ranges::any_of(diagnostics, [part](const Diagnostic& diagnostic) {
        return diagnostic.text.contains(part);
    });
}

using MakeDump = std::function<ByteView()>;

} // namespace

Q_DECLARE_METATYPE(MakeDump)

void TestHostileDumps::staysInBounds_data()
{
    QTest::addColumn<MakeDump>("make");
    const auto row = [](const char* name, MakeDump make) { QTest::newRow(name) << make; };
    for (const std::uint32_t type :
         {3, 4, 5, 8, 9, 12, 14, 16, 17, 24, 0x43500001, 0x4d7a0001, 0x53790001})
        QTest::addRow("impossible count in stream %u", type)
            << MakeDump([type] { return impossibleCount(type); });
    row("a million threads", [] { return manyThreads(1'000'000, 8); });
    row("deep stacks in many threads", [] { return manyThreads(10'000, 20'000); });
    row("code without an end", [] { return codeWithoutEnd(10'000); });
    row("a million overlapping ranges", [] { return overlappingMemory(1'000'000); });
    row("64-bit ranges that wrap", [] { return overlappingMemory64(1'000'000); });
    row("a million regions", [] { return regionsWithoutEnd(1'000'000); });
    row("modules that share a long name", [] { return modulesThatShareOneName(100'000); });
    row("handles that share a ring", [] { return handlesThatShareARing(500'000); });
    row("a million mappings", [] { return mapsOfManyLines(1'000'000); });
    for (const std::uint32_t type :
         {0x47670003, 0x47670004, 0x47670006, 0x47670007, 0x47670008, 0x4d7a0003, 0x4b6b0002})
        QTest::addRow("text of separators in stream %u", type) << MakeDump(
            [type] { return repeated(type, "a:\n\x12\x02\x18\x07=  b  c\n", 1'000'000); });
    row("a command line of ends",
        [] { return repeated(0x47670006, std::string_view("\0", 1), 20'000'000); });
    row("threads that share walked frames", [] { return sharedClientStacks(20'000, 20'000); });
    row("a crash in the directory", crashInTheDirectory);
    row("a core of overlapping segments", [] { return coreOfOverlaps(60'000); });
    row("a core of a million mappings", [] { return coreOfMappings(1'000'000); });
    row("a core of an impossible count", coreOfImpossibleCount);
}

void TestHostileDumps::staysInBounds()
{
    QFETCH(MakeDump, make);
    const auto report = symbolicated(make());
    QVERIFY(!report || (*report)->complete);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const auto peak = peakBytes();
    QVERIFY2(peak < 1u << 30, std::to_string(peak).c_str());
#endif
}

void TestHostileDumps::frameBudgetIsReported()
{
    const auto report = symbolicated(manyThreads(1000, 20'000));
    QVERIFY(report.has_value());
    std::size_t frames = 0;
    for (const auto& stack : (*report)->stacks)
        frames += stack->frames.size();
    QVERIFY(frames <= ParseLimits().maxFramesPerEvent);
    QVERIFY(anyText((*report)->diagnostics, "the event has more than 250000 frames"));
}

void TestHostileDumps::threadBudgetIsReported()
{
    const auto event = intake::readEvent(manyThreads(70'000, 8), {});
    QVERIFY(event.has_value());
    QCOMPARE((*event)->threads.size(), std::size_t{ParseLimits().maxThreads});
    QVERIFY(anyText((*event)->diagnostics, "only the first 65536 are read"));
}

QTEST_GUILESS_MAIN(TestHostileDumps)
#include "tst_hostile_dumps.moc"
