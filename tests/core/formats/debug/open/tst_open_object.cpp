// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/open/open_object.h"
#include "tests/support/macho_builder.h"
#include "tests/support/pdb_builder.h"
#include "tests/support/pe_builder.h"
#include "tests/support/zip_builder.h"

#include <QTest>

using namespace faultline;

class TestOpenObject : public QObject
{
    Q_OBJECT

private slots:
    void formats_data();
    void formats();
    void refusals_data();
    void refusals();
    void fatMembers_data();
    void fatMembers();
    void firstMemberWithoutAWish();
    void damagedMemberMakesNoMatchMalformed();
    void singleObjectsAreNotCompared();
};

namespace {

QByteArray toArray(const std::vector<std::byte>& bytes)
{
    return QByteArray::fromStdString(test::asString(bytes));
}

ByteView toView(const QByteArray& bytes)
{
    return ByteView::fromString(bytes.toStdString());
}

std::vector<std::byte> thin(std::uint32_t cpuType, std::uint32_t subtype, std::uint8_t uuidByte)
{
    test::MachOBuilder builder;
    builder.cpuType = cpuType;
    builder.cpuSubtype = subtype;
    builder.uuid = std::array<std::uint8_t, 16>{uuidByte, 1};
    builder.segments = {{"__TEXT", 0x1000, 0x1000, 5, {{"__text", 0x1000, "code"}}}};
    return builder.build();
}

/// Members with the ids 0a01… (x86_64) and 0b01… (arm64).
std::vector<std::byte> fat()
{
    return test::buildFatMachO(
        {{0x01000007, 3, thin(0x01000007, 3, 0x0a)}, {0x0100000c, 0, thin(0x0100000c, 0, 0x0b)}});
}

QByteArray padded(const QByteArray& start)
{
    return start + QByteArray(64, ' ');
}

} // namespace

void TestOpenObject::formats_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<bool>("opens");
    test::PeBuilder pe;
    pe.addSection(".text", "code", 0x60000020);
    test::ZipBuilder bundle;
    bundle.add("manifest.json", "{}");
    QTest::newRow("pe") << toArray(pe.build()) << "pe" << true;
    QTest::newRow("pdb") << toArray(test::PdbBuilder().build()) << "pdb" << true;
    QTest::newRow("source bundle") << toArray(bundle.buildBundle()) << "sourcebundle" << true;
    QTest::newRow("breakpad")
        << QByteArray("MODULE Linux x86_64 492E2DD23CC306CA9C494EEF1533A3810 crash\n") << "breakpad"
        << true;
    QTest::newRow("thin mach-o") << toArray(thin(7, 3, 1)) << "macho" << true;
    QTest::newRow("fat mach-o") << toArray(fat()) << "macho" << true;
    QTest::newRow("elf") << padded("\x7f"
                                   "ELF")
                         << "elf" << false;
    QTest::newRow("wasm") << QByteArray("\0asm\1\0\0\0........", 16) << "wasm" << false;
    QTest::newRow("portable pdb") << padded("BSJB") << "portablepdb" << false;
    QTest::newRow("java class") << QByteArray::fromHex("cafebabe00000034001d0a0006000f09")
                                << "unknown" << false;
    QTest::newRow("fewer than 16 bytes") << QByteArray("MODULE Linux") << "unknown" << false;
    QTest::newRow("dos program") << padded("MZ") << "unknown" << false;
}

void TestOpenObject::formats()
{
    QFETCH(QByteArray, file);
    QFETCH(bool, opens);
    const auto view = toView(file);
    QTEST(QString::fromUtf8(object::fileFormatName(object::detectFormat(view.span())).data()),
          "expected");
    const auto object = object::openObject(view, ParseLimits{});
    QCOMPARE(object.has_value(), opens);
    if (object)
        QCOMPARE((*object)->format(), object::detectFormat(view.span()));
}

void TestOpenObject::refusals_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("detail");
    QTest::newRow("zip") << padded("PK\x03\x04") << "file of 68 bytes is a zip archive";
    QTest::newRow("cabinet") << padded("MSCF") << "file of 68 bytes is a cabinet";
    QTest::newRow("error page") << padded("<html>") << "file of 70 bytes is markup";
    QTest::newRow("java") << QByteArray::fromHex("cafebabe00000034001d0a0006000f09")
                          << "file of 16 bytes is a java class";
    QTest::newRow("anything") << padded("hello") << "file of 69 bytes is no object file";
}

void TestOpenObject::refusals()
{
    QFETCH(QByteArray, file);
    const auto object = object::openObject(toView(file), ParseLimits{});
    QVERIFY(!object);
    QCOMPARE(object.error().kind, ErrorKind::Unsupported);
    QTEST(QString::fromStdString(object.error().detail), "detail");
}

void TestOpenObject::fatMembers_data()
{
    QTest::addColumn<QString>("debugId");
    QTest::addColumn<QString>("codeId");
    QTest::addColumn<QString>("expected");
    const QString first = "0a010000-0000-0000-0000-000000000000";
    const QString second = "0b010000-0000-0000-0000-000000000000";
    QTest::newRow("by debug id") << second << "" << "arm64";
    QTest::newRow("debug id rules over code id")
        << first << "0b010000000000000000000000000000" << "x86_64";
    QTest::newRow("by code id") << "" << "0b010000000000000000000000000000" << "arm64";
    QTest::newRow("no wish takes the first") << "" << "" << "x86_64";
    QTest::newRow("larger appendix than any member's") << second + "-1" << "" << "not_found";
    QTest::newRow("unknown debug id")
        << "0c010000-0000-0000-0000-000000000000" << "" << "not_found";
    QTest::newRow("unknown code id") << "" << "0c" << "not_found";
}

void TestOpenObject::fatMembers()
{
    QFETCH(QString, debugId);
    QFETCH(QString, codeId);
    const auto wantedCode =
        codeId.isEmpty() ? std::nullopt : std::optional(CodeId::parse(codeId.toStdString()));
    const auto object =
        object::openMatching(ByteView::fromVector(fat()), DebugId::parse(debugId.toStdString()),
                             wantedCode, ParseLimits{});
    const auto answer = object ? archName((*object)->arch()) : errorKindName(object.error().kind);
    QTEST(QString::fromUtf8(answer.data()), "expected");
}

void TestOpenObject::firstMemberWithoutAWish()
{
    const auto object = object::openObject(ByteView::fromVector(fat()), ParseLimits{});
    QVERIFY(object);
    QCOMPARE((*object)->arch(), Arch::Amd64);
}

void TestOpenObject::damagedMemberMakesNoMatchMalformed()
{
    auto damaged = thin(0x0100000c, 0, 0x0b);
    damaged.resize(40);
    const auto file =
        test::buildFatMachO({{0x01000007, 3, thin(0x01000007, 3, 0x0a)}, {0x0100000c, 0, damaged}});
    const auto object = object::openMatching(ByteView::fromVector(file),
                                             DebugId::parse("0b010000-0000-0000-0000-000000000000"),
                                             {}, ParseLimits{});
    QVERIFY(!object);
    QCOMPARE(object.error().kind, ErrorKind::Malformed);
    QVERIFY(QString::fromStdString(object.error().detail)
                .startsWith("fat mach-o: no member fits, and one cannot be read: "));
}

void TestOpenObject::singleObjectsAreNotCompared()
{
    const auto other = DebugId::parse("0c010000-0000-0000-0000-000000000000");
    const auto object =
        object::openMatching(ByteView::fromVector(thin(7, 3, 0x0a)), other, {}, ParseLimits{});
    QVERIFY(object);
    QVERIFY((*object)->debugId() != *other);
}

QTEST_GUILESS_MAIN(TestOpenObject)
#include "tst_open_object.moc"
