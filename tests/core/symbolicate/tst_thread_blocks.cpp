// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/thread_blocks.h"
#include "tests/support/memory_object.h"

#include <QTest>

#include <map>

using namespace faultline;
using namespace faultline::symbolicate;

namespace {

constexpr std::uint64_t kProgram = 0x10000;
constexpr std::uint64_t kLibrary = 0x40000;
constexpr std::uint64_t kPointer = 0x7f0000; // Of the thread.
constexpr std::uint64_t kVector = 0x600000;
constexpr std::uint64_t kFirstFile = 0x500000;
constexpr std::uint64_t kSecondFile = 0x501000;

/// Memory of whole words.
class WordMemory final : public MemoryReader
{
public:
    explicit WordMemory(unsigned wordBytes) : m_wordBytes(wordBytes) {}

    std::map<std::uint64_t, std::uint64_t> words;

    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override
    {
        const auto found = words.find(address);
        if (found == words.end() || out.size() > m_wordBytes)
            return 0;
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<std::byte>(found->second >> (8 * i));
        return out.size();
    }

    std::endian byteOrder() const override { return std::endian::little; }

private:
    unsigned m_wordBytes;
};

/// A program and a library with variables of each thread, as glibc has them in memory.
struct Scene
{
    explicit Scene(CpuFamily family = CpuFamily::Intel64) : word(pointerSize(family)), memory(word)
    {
        event.modules.resize(3);
        event.modules[2].codeFile = "/lib/libc.so.6";
        thread.registers = RegisterSet(family);
        thread.extraRegisters = {{family == CpuFamily::Intel64 ? "fs_base" : "gs_base", kPointer}};
        addModule(kProgram, 0x40);
        addModule(kLibrary, 0x20);
        set(kPointer + word, kVector);
        setEntry(1, kPointer - 0x60);
        setEntry(2, kPointer - 0xa0);
        set(kProgram + 0x2000 + 2 * word, 21);
        set(kProgram + 0x2000 + 3 * word, 0x550000);
        set(0x550000 + word, kFirstFile);
        set(kFirstFile + 2 * word, kProgram + 0x2000);
        set(kFirstFile + 3 * word, kSecondFile);
        set(kSecondFile + 2 * word, kLibrary + 0x2000);
        set(kSecondFile + 3 * word, 0);
        const std::uint64_t described[] = {kLibrary + 0x1000, 0x20, 0x28, 8, 0, 0xa0, 2};
        for (std::uint64_t i = 0; i < std::size(described); ++i)
            set(described0 + i * word, described[i]);
    }

    void addModule(std::uint64_t address, std::size_t dataBytes)
    {
        auto code = std::make_shared<test::MemoryObject>(object::FileFormat::Elf, Arch::Amd64);
        code->addSection(".tdata", 0x1000, std::vector<std::byte>(dataBytes));
        code->addSection(".tbss", 0x1000 + dataBytes, std::vector<std::byte>(8));
        code->addSection(".dynamic", 0x2000, std::vector<std::byte>(0x100));
        modules.push_back({.code = code, .address = address});
    }

    void set(std::uint64_t address, std::uint64_t value) { memory.words[address] = value; }

    void setEntry(std::uint64_t module, std::uint64_t block)
    {
        set(kVector + module * 2 * word, block);
    }

    std::optional<std::uint64_t> find(std::uint32_t module) const
    {
        return ThreadBlocks(event, modules, memory).find(thread, module);
    }

    unsigned word;
    std::uint64_t described0 = kSecondFile + 0x300;
    Event event;
    EventThread thread;
    std::vector<ThreadBlocks::Module> modules;
    WordMemory memory;
};

} // namespace

class TestThreadBlocks : public QObject
{
    Q_OBJECT

private slots:

    void blocksAreFound_data()
    {
        QTest::addColumn<CpuFamily>("family");
        QTest::newRow("64 bits") << CpuFamily::Intel64;
        QTest::newRow("32 bits") << CpuFamily::Intel32;
    }

    void blocksAreFound()
    {
        QFETCH(CpuFamily, family);
        const Scene scene(family);
        QCOMPARE(scene.find(0), std::optional(kPointer - 0x60));
        QCOMPARE(scene.find(1), std::optional(kPointer - 0xa0));
        QVERIFY(!scene.find(2));
        QVERIFY(!scene.find(3));
    }

    void olderFilesOfGlibcAreKnown()
    {
        Scene older;
        older.event.modules[2].codeFile = "/lib/x86_64-linux-gnu/libc-2.31.so";
        QCOMPARE(older.find(1), std::optional(kPointer - 0xa0));
    }

    void otherLibrariesAndCpusAreNotGuessed()
    {
        Scene other;
        other.event.modules[2].codeFile = "/lib/ld-musl-x86_64.so.1";
        QVERIFY(!other.find(0));
        Scene arm;
        arm.thread.registers = RegisterSet(CpuFamily::Arm64);
        QVERIFY(!arm.find(0));
        Scene without;
        without.thread.extraRegisters.clear();
        QVERIFY(!without.find(1));
    }

    void implausibleBlocksAreNotTaken()
    {
        Scene above;
        above.setEntry(1, kPointer + 8);
        QVERIFY(!above.find(0));
        Scene unused; // The thread has not used them yet.
        unused.setEntry(2, ~std::uint64_t{0});
        QVERIFY(!unused.find(1));
        Scene elsewhere; // Loaded later, so that the block may be of a library that was unloaded.
        elsewhere.setEntry(2, 0x900000);
        QVERIFY(!elsewhere.find(1));
    }

    void descriptionsMustFitTheFile_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<quint64>("value");
        QTest::newRow("image") << 0 << quint64{kLibrary + 0x1008};
        QTest::newRow("size") << 1 << quint64{0x18};
        QTest::newRow("block smaller than the variables") << 2 << quint64{0x20};
        QTest::newRow("alignment") << 3 << quint64{24};
        QTest::newRow("no fixed place") << 5 << quint64{0};
        QTest::newRow("place within the thread's control block") << 5 << quint64{0x20};
        QTest::newRow("another module's number") << 6 << quint64{1};
        QTest::newRow("no number") << 6 << quint64{0};
    }

    void descriptionsMustFitTheFile()
    {
        QFETCH(int, number);
        QFETCH(quint64, value);
        Scene scene;
        scene.set(scene.described0 + static_cast<std::uint64_t>(number) * 8, value);
        QVERIFY(!scene.find(1));
    }

    void endlessListsEnd()
    {
        Scene scene;
        scene.set(kSecondFile + 2 * scene.word, 0x1);
        scene.set(kSecondFile + 3 * scene.word, kFirstFile);
        QVERIFY(!scene.find(1));
    }
};

QTEST_GUILESS_MAIN(TestThreadBlocks)

#include "tst_thread_blocks.moc"
