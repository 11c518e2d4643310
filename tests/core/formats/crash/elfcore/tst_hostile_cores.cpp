// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/read_event.h"
#include "tests/support/core_builder.h"

#include <QElapsedTimer>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Core files of some MB whose records, each compared with each, would take minutes.
class TestHostileCores : public QObject
{
    Q_OBJECT

private slots:
    void namesOfManyThreads();
    void mappingsOfACutFile();
    void notesOfManyImages();
    void nameOfManySegments();
};

namespace {

constexpr qint64 kMaxMilliseconds = 20'000;

CoreBuilder::Bytes textBytes(const std::string& text, std::size_t sizeBytes)
{
    ByteAssembler out;
    out.text(text).zeros(sizeBytes - text.size());
    return out.finish();
}

} // namespace

/// NetBSD's notes name a thread in any order, and may do so again.
void TestHostileCores::namesOfManyThreads()
{
    constexpr std::size_t kThreads = 60'000;
    constexpr std::size_t kNames = 400'000;
    constexpr std::size_t kNameAt = 36; // In struct ptrace_lwpstatus.
    CoreBuilder core;
    for (std::size_t i = 1; i <= kThreads; ++i)
        core.addNote(concat("NetBSD-CORE@", i), 33, CoreBuilder::Bytes(208));
    const auto name = textBytes(std::string(kNameAt, '\1') + "last", 60);
    for (std::size_t i = 0; i < kNames; ++i)
        core.addNote(concat("NetBSD-CORE@", kThreads), 24, name);
    const auto file = ByteView::copyOf(core.bytes());
    QElapsedTimer timer;
    timer.start();
    const auto event = corefile::readCoreEvent(file, {});
    QVERIFY2(event, event ? "" : event.error().detail.c_str());
    QCOMPARE((*event)->threads.size(), kThreads);
    QCOMPARE((*event)->threads.back().name.value_or(""), std::string("last"));
    QVERIFY2(timer.elapsed() < kMaxMilliseconds, qPrintable(QString::number(timer.elapsed())));
}

/// Whether a module's first page is cut off was asked of each segment.
void TestHostileCores::mappingsOfACutFile()
{
    constexpr std::uint64_t kMappings = 120'000;
    constexpr std::uint64_t kSegments = 500'000;
    constexpr std::uint64_t kFirst = 0x10000000;
    constexpr std::uint64_t kPage = 0x1000;
    CoreBuilder core;
    std::vector<CoreBuilder::Mapping> files;
    for (std::uint64_t i = 0; i < kMappings; ++i)
        files.push_back({kFirst + i * kPage, kFirst + (i + 1) * kPage, 0, concat("/lib/", i)});
    core.addFiles(files);
    for (std::uint64_t i = 0; i < kSegments; ++i)
        core.addMemory(
            {.address = kFirst + i * kPage, .bytes = {}, .memoryBytes = kPage, .flags = 5});
    core.addMemory({.address = kFirst + kSegments * kPage, .bytes = CoreBuilder::Bytes(16)});
    auto bytes = core.bytes();
    bytes.resize(bytes.size() - 8);
    const auto file = ByteView::copyOf(bytes);
    QElapsedTimer timer;
    timer.start();
    const auto event = corefile::readCoreEvent(file, {});
    QVERIFY2(event, event ? "" : event.error().detail.c_str());
    QCOMPARE((*event)->modules.size(), std::size_t{kMappings});
    QVERIFY2(timer.elapsed() < kMaxMilliseconds, qPrintable(QString::number(timer.elapsed())));
}

/// Each image lists the same notes, 64 KiB of small ones, in 255 segments.
void TestHostileCores::notesOfManyImages()
{
    constexpr std::uint64_t kImages = 2000;
    constexpr std::uint64_t kImageBytes = 16 << 10;
    constexpr std::uint64_t kNotes = 0x10000000;
    constexpr std::uint64_t kNoteBytes = 64 << 10;
    constexpr std::uint64_t kFirst = kNotes + kNoteBytes;
    constexpr std::uint16_t kSegments = 256;
    ByteAssembler memory;
    while (memory.size() < kNoteBytes)
        memory.u32(4).u32(0).u32(9).text("abc").u8(0);
    std::vector<CoreBuilder::Mapping> files;
    for (std::uint64_t i = 0; i < kImages; ++i) {
        const auto begin = kFirst + i * kImageBytes;
        files.push_back({begin, begin + kImageBytes, 0, concat("/lib/", i)});
        memory.u8(0x7f).text("ELF").u8(2).u8(1).u8(1).zeros(9).u16(3).u16(62).u32(1).u64(0);
        memory.u64(64).u64(0).u32(0).u16(64).u16(56).u16(kSegments).u16(0).u16(0).u16(0);
        memory.u32(1).u32(5).u64(0).u64(0).u64(0).u64(kImageBytes).u64(kImageBytes).u64(4096);
        for (int segment = 1; segment < kSegments; ++segment) {
            memory.u32(4).u32(4).u64(0).u64(kNotes - begin).u64(0);
            memory.u64(kNoteBytes).u64(kNoteBytes).u64(4);
        }
        memory.align(kImageBytes);
    }
    CoreBuilder core;
    core.addFiles(files);
    core.addMemory({.address = kNotes, .bytes = memory.finish()});
    const auto file = ByteView::copyOf(core.bytes());
    QElapsedTimer timer;
    timer.start();
    const auto event = corefile::readCoreEvent(file, {});
    QVERIFY2(event, event ? "" : event.error().detail.c_str());
    QCOMPARE((*event)->modules.size(), std::size_t{kImages});
    QVERIFY2(timer.elapsed() < kMaxMilliseconds, qPrintable(QString::number(timer.elapsed())));
}

/// All segments lie in one mapping, whose name would be copied into each region.
void TestHostileCores::nameOfManySegments()
{
    constexpr std::uint64_t kSegments = 20'000;
    constexpr std::uint64_t kPage = 0x1000;
    constexpr std::uint64_t kFirst = 0x10000000;
    CoreBuilder core;
    core.addFiles({{kFirst, kFirst + kSegments * kPage, 0, '/' + std::string(1 << 20, 'a')}});
    for (std::uint64_t i = 0; i < kSegments; ++i)
        core.addMemory(
            {.address = kFirst + i * kPage, .bytes = {}, .memoryBytes = kPage, .flags = 5});
    core.addMemory({.address = kFirst + kSegments * kPage, .bytes = CoreBuilder::Bytes(8)});
    const auto event = corefile::readCoreEvent(ByteView::copyOf(core.bytes()), {});
    QVERIFY2(event, event ? "" : event.error().detail.c_str());
    std::size_t bytes = 0;
    for (const auto& region : (*event)->asNative()->memoryMap)
        bytes += region.owner.size();
    QCOMPARE(bytes, std::size_t{64} << 20);
    QCOMPARE((*event)->modules[0].codeFile->size(), std::size_t{4096});
    const auto& texts = (*event)->diagnostics;
    const auto found = std::ranges::find(texts, std::string("memory"), &Diagnostic::area);
    QVERIFY(found != texts.end());
    QCOMPARE(found->text, std::string("3616 regions have no name: the names of the mapped files "
                                      "have more than 67108864 bytes"));
}

QTEST_GUILESS_MAIN(TestHostileCores)
#include "tst_hostile_cores.moc"
