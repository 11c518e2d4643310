// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/named_program.h"
#include "core/intake/read_event.h"
#include "tests/support/core_builder.h"
#include "tests/support/elf_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using namespace faultline::test;

/// The program that a user names for a core that does not lead to it.
class TestNamedProgram : public QObject
{
    Q_OBJECT

private slots:
    void liesWhereItIsLinked_data();
    void liesWhereItIsLinked();
    void isRefused_data();
    void isRefused();
    void itsSegmentsAreMemory();
    void aKnownModuleStays();
};

namespace {

constexpr std::uint16_t kExecutable = 2; // ET_EXEC
constexpr std::uint16_t kShared = 3;     // ET_DYN
constexpr std::uint16_t kAmd64 = 62;
constexpr std::uint64_t kLinked = 0x10000;

std::vector<std::byte> program(std::uint16_t type, std::uint16_t machine = kAmd64)
{
    ElfBuilder elf;
    elf.type(type).machine(machine);
    elf.add(ElfBuilder::Section{.name = ".text",
                                .flags = 6,
                                .address = kLinked + 0x80,
                                .content = std::vector<std::byte>(0x100)});
    elf.add(ElfBuilder::Segment{.type = 1, .flags = 5, .address = kLinked, .section = -1});
    return elf.build();
}

EventPtr core(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& auxv = {})
{
    CoreBuilder builder;
    builder.addThread(7, 11, {{"rip", kLinked + 0x90}, {"rsp", 0x7ff00000}});
    if (!auxv.empty())
        builder.addAuxv(auxv);
    builder.addMemory({.address = 0x7ff00000, .bytes = CoreBuilder::Bytes(0x100)});
    const auto event = intake::readEvent(ByteView::copyOf(builder.bytes()), {});
    return event ? *event : nullptr;
}

Result<intake::NamedEvent> named(const EventPtr& event,
                                 const std::vector<std::byte>& file,
                                 std::optional<std::uint64_t> address)
{
    const QTemporaryDir folder;
    const std::filesystem::path path(folder.filePath("app").toStdString());
    std::ofstream(path).write(reinterpret_cast<const char*>(file.data()),
                              static_cast<std::streamsize>(file.size()));
    return intake::withProgram(event, {.path = path, .address = address}, {});
}

} // namespace

void TestNamedProgram::liesWhereItIsLinked_data()
{
    QTest::addColumn<quint16>("type");
    QTest::addColumn<std::optional<std::uint64_t>>("given");
    QTest::addColumn<bool>("hasEntry");
    QTest::addColumn<quint64>("address");
    const std::optional<std::uint64_t> none;
    QTest::newRow("at its link address") << kExecutable << none << false << quint64{kLinked};
    QTest::newRow("at a given address")
        << kExecutable << std::optional<std::uint64_t>(0x8000000) << false << quint64{0x8000000};
    QTest::newRow("position-independent, given")
        << kShared << std::optional<std::uint64_t>(0x555000) << false << quint64{0x555000};
    // The builder's entry point is 0.
    QTest::newRow("position-independent, by the entry point")
        << kShared << none << true << quint64{0x400000 + kLinked};
    QTest::newRow("the given address goes before the entry point")
        << kShared << std::optional<std::uint64_t>(0x555000) << true << quint64{0x555000};
}

void TestNamedProgram::liesWhereItIsLinked()
{
    QFETCH(quint16, type);
    QFETCH(std::optional<std::uint64_t>, given);
    QFETCH(bool, hasEntry);
    QFETCH(quint64, address);
    const auto event = hasEntry ? core({{9, 0x400000}}) : core();
    QVERIFY(event);
    const auto result = named(event, program(type), given);
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    const auto& module = result->event->modules.at(0);
    QCOMPARE(module.address, address);
    QCOMPARE(module.type, ObjectType::Elf);
    QCOMPARE(module.codeFile, std::optional<std::string>(result->file.path));
    QCOMPARE(result->file.module, concat(Hex{address}));
}

void TestNamedProgram::isRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const std::vector<std::byte>& file, const char* words) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(file.data()),
                                          qsizetype(file.size()))
                            << words;
    };
    row("position-independent", program(kShared), "name its address");
    row("another CPU", program(kExecutable, 40), "is for arm, the core is of x86_64");
    row("a core", program(4), "no ELF program");
    row("no ELF", std::vector<std::byte>(100, std::byte{'x'}), "ELF");
    auto whole = program(kExecutable);
    for (const std::size_t size : {4u, 40u, 64u, 100u}) {
        auto cut = whole;
        cut.resize(size);
        row(concat("cut at ", size).c_str(), cut, "");
    }
}

void TestNamedProgram::isRefused()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, words);
    const auto* bytes = reinterpret_cast<const std::byte*>(file.constData());
    const auto result = named(core(), std::vector<std::byte>(bytes, bytes + file.size()), {});
    QVERIFY(!result);
    QVERIFY2(QString::fromStdString(result.error().detail).contains(words),
             result.error().detail.c_str());
}

/// Otherwise the crash would seem to be at an address without code.
void TestNamedProgram::itsSegmentsAreMemory()
{
    const auto result = named(core(), program(kExecutable), {});
    QVERIFY(result);
    const auto& map = result->event->asNative()->memoryMap;
    QCOMPARE(map.size(), std::size_t{2});
    QCOMPARE(map[0].address, kLinked);
    QVERIFY(map[0].executable && !map[0].writable);
    QCOMPARE(map[1].address, std::uint64_t{0x7ff00000});
}

void TestNamedProgram::aKnownModuleStays()
{
    auto event = std::make_shared<Event>(*core());
    EventModule module;
    module.address = kLinked;
    module.codeFile = "/srv/app";
    event->modules.push_back(module);
    const auto result = named(event, program(kExecutable), {});
    QVERIFY(result);
    QCOMPARE(result->event->modules.size(), std::size_t{1});
    QCOMPARE(result->event->modules[0].codeFile, std::optional<std::string>("/srv/app"));
    QCOMPARE(result->file.module, std::string("0x10000"));
}

QTEST_GUILESS_MAIN(TestNamedProgram)
#include "tst_named_program.moc"
