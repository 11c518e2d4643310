// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/debug_id.h"

#include <QTest>

using namespace faultline;

class TestDebugId : public QObject
{
    Q_OBJECT

private slots:
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void flipsBuildIdsOfLittleEndianFilesOnly();
    void servesOnlyTheSameUuidWithAtLeastTheAge();
    void codeIdKeepsHexDigitsOnly();
};

void TestDebugId::parses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");
    QTest::addColumn<QString>("breakpad");
    QTest::newRow("hyphenated") << "dfb8e43a-f242-3d73-a453-aeb6a777ef75"
                                << "dfb8e43a-f242-3d73-a453-aeb6a777ef75"
                                << "DFB8E43AF2423D73A453AEB6A777EF750";
    QTest::newRow("hyphenated with appendix") << "DFB8E43A-F242-3D73-A453-AEB6A777EF75-FEEDFACE"
                                              << "dfb8e43a-f242-3d73-a453-aeb6a777ef75-feedface"
                                              << "DFB8E43AF2423D73A453AEB6A777EF75feedface";
    QTest::newRow("compact") << "3249D99D0C4049318610F4E4FB0B69361"
                             << "3249d99d-0c40-4931-8610-f4e4fb0b6936-1"
                             << "3249D99D0C4049318610F4E4FB0B69361";
    QTest::newRow("long appendix is cut") << "0c1033f78632492e91c6c314b72e1920e60b819d"
                                          << "0c1033f7-8632-492e-91c6-c314b72e1920-e60b819d"
                                          << "0C1033F78632492E91C6C314B72E1920e60b819d";
    QTest::newRow("pdb 2.0 compact") << "3B969EE61" << "3B969EE6-1" << "3B969EE61";
    QTest::newRow("pdb 2.0 hyphenated") << "3b969ee6-1" << "3B969EE6-1" << "3B969EE61";
}

void TestDebugId::parses()
{
    QFETCH(QString, text);
    const auto id = DebugId::parse(text.toStdString());
    QVERIFY(id);
    QTEST(QString::fromStdString(id->canonical()), "canonical");
    QTEST(QString::fromStdString(id->breakpad()), "breakpad");
}

void TestDebugId::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << "";
    QTest::newRow("too short") << "3B969EE6";
    QTest::newRow("not hex") << "xfb8e43a-f242-3d73-a453-aeb6a777ef75";
    QTest::newRow("trailing hyphen") << "dfb8e43a-f242-3d73-a453-aeb6a777ef75-";
    QTest::newRow("hyphen in compact form") << "3249D99D0C4049318610F4E4FB0B6936-1";
    QTest::newRow("hyphens misplaced") << "dfb8e43a-f2423-d73-a453-aeb6a777ef75";
    QTest::newRow("not ascii") << QStringLiteral("dfb8e43a-f242-3d73-a453-aeb6a777ef7ü");
}

void TestDebugId::refuses()
{
    QFETCH(QString, text);
    QVERIFY(!DebugId::parse(text.toStdString()));
}

void TestDebugId::flipsBuildIdsOfLittleEndianFilesOnly()
{
    const QByteArray id = QByteArray::fromHex("f1c3bcc0279865fe3058404b2831d9e64135386c");
    const Bytes bytes = asBytes({id.constData(), static_cast<std::size_t>(id.size())});
    QCOMPARE(DebugId::fromBuildId(bytes, std::endian::little)->canonical(),
             std::string("c0bcc3f1-9827-fe65-3058-404b2831d9e6"));
    QCOMPARE(DebugId::fromBuildId(bytes, std::endian::big)->canonical(),
             std::string("f1c3bcc0-2798-65fe-3058-404b2831d9e6"));
    const std::array<std::byte, 20> zeros{};
    QVERIFY(!DebugId::fromBuildId(zeros, std::endian::little));
}

void TestDebugId::servesOnlyTheSameUuidWithAtLeastTheAge()
{
    const auto wanted = DebugId::parse("3249D99D0C4049318610F4E4FB0B69362").value();
    QVERIFY(wanted.serves(wanted));
    QVERIFY(wanted.withAppendix(3).serves(wanted));
    QVERIFY(!wanted.withAppendix(1).serves(wanted));
    QVERIFY(!DebugId::parse("4249D99D0C4049318610F4E4FB0B69362")->serves(wanted));
}

void TestDebugId::codeIdKeepsHexDigitsOnly()
{
    QCOMPARE(CodeId::parse("abcdefghijkl-12").text(), std::string("abcdef12"));
    QCOMPARE(CodeId::parse("5AB38077 9000").text(), std::string("5ab380779000"));
    QCOMPARE(CodeId::fromPe(0x5AB38077, 0x9000).text(), std::string("5ab380779000"));
    QVERIFY(CodeId::parse("xyz").empty());
}

QTEST_GUILESS_MAIN(TestDebugId)
#include "tst_debug_id.moc"
