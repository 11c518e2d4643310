// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/companions/bc_symbol_map.h"
#include "core/formats/debug/companions/line_mapping.h"
#include "core/formats/debug/companions/uuid_map.h"

#include <QTest>

using namespace faultline;

/// BCSymbolMaps, UUID maps and IL2CPP line mappings.
class TestCompanions : public QObject
{
    Q_OBJECT

private slots:
    void hiddenNames_data();
    void hiddenNames();
    void badSymbolMaps_data();
    void badSymbolMaps();
    void uuidMaps_data();
    void uuidMaps();
    void lines_data();
    void lines();
    void badLineMappings_data();
    void badLineMappings();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr const char* kMap = "BCSymbolMap Version: 2.0\n-[Message send]\r\n_main\nfile.m";
constexpr const char* kPlist = R"(<?xml version="1.0"?><!DOCTYPE plist PUBLIC "x" "y">
<plist version="1.0"><!-- <key>DBGOriginalUUID</key> --><dict>
<key>inner</key><dict><key>DBGOriginalUUID</key><string>nothing</string></dict>
<key>DBGOriginalUUID</key><string> C8374B6D-6E96-34D8-AE38-EFAA5FEC424F </string></dict></plist>)";
constexpr const char* kLines = R"({"__debug-id__": "x",
 "/gen/a.cpp": {"/Assets/A.cs": {"100": 10, "120": 12}, "/Assets/B.cs": {"110": 7}}})";

} // namespace

void TestCompanions::hiddenNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("resolved");
    QTest::newRow("first") << "__hidden#0_" << "-[Message send]";
    QTest::newRow("last line without end") << "__hidden#2_" << "file.m";
    QTest::newRow("out of range") << "__hidden#3_" << "__hidden#3_";
    QTest::newRow("no number") << "__hidden#x_" << "__hidden#x_";
    QTest::newRow("empty number") << "__hidden#_" << "__hidden#_";
    QTest::newRow("only the prefix") << "__hidden#" << "__hidden#";
    QTest::newRow("plain") << "main" << "main";
}

void TestCompanions::hiddenNames()
{
    QFETCH(QString, name);
    QFETCH(QString, resolved);
    const auto map = companions::BcSymbolMap::open(ByteView::fromString(kMap), {});
    QVERIFY(map);
    QCOMPARE(map->size(), std::size_t{3});
    const auto text = name.toStdString();
    QCOMPARE(std::string(map->resolve(text)), resolved.toStdString());
}

void TestCompanions::badSymbolMaps_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("detail");
    QTest::newRow("other version") << QByteArray("BCSymbolMap Version: 1.0\na\n")
                                   << "bcsymbolmap: first line is not \"BCSymbolMap Version: 2.0\"";
    QTest::newRow("not utf-8") << QByteArray("BCSymbolMap Version: 2.0\n\xff\n")
                               << "bcsymbolmap: not utf-8";
    QTest::newRow("too many names")
        << QByteArray("BCSymbolMap Version: 2.0\na\nb\nc\n") << "bcsymbolmap: more than 2 names";
}

void TestCompanions::badSymbolMaps()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, detail);
    ParseLimits limits;
    limits.maxMappedNames = 2;
    const auto map =
        companions::BcSymbolMap::open(ByteView::fromString(file.toStdString()), limits);
    QVERIFY(!map);
    QCOMPARE(QString::fromStdString(map.error().detail), detail);
}

void TestCompanions::uuidMaps_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("outermost dictionary") << kPlist << "c8374b6d-6e96-34d8-ae38-efaa5fec424f";
    QTest::newRow("no property list") << "{}" << "uuid map: no xml property list";
    QTest::newRow("other keys only") << "<plist><dict><key>a</key><string>b</string></dict></plist>"
                                     << "uuid map: no DBGOriginalUUID";
    QTest::newRow("no uuid")
        << "<plist><dict><key>DBGOriginalUUID</key><string>b</string></dict></plist>"
        << "uuid map: DBGOriginalUUID is no uuid";
}

void TestCompanions::uuidMaps()
{
    QFETCH(QString, file);
    QFETCH(QString, outcome);
    const auto text = file.toStdString();
    const auto id = companions::parseUuidMap(asBytes(text));
    QCOMPARE(QString::fromStdString(id ? id->canonical() : id.error().detail), outcome);
}

void TestCompanions::lines_data()
{
    QTest::addColumn<quint32>("line");
    QTest::addColumn<QString>("position");
    QTest::newRow("before the first") << 99u << "";
    QTest::newRow("exactly") << 100u << "/Assets/A.cs:10";
    QTest::newRow("behind it") << 109u << "/Assets/A.cs:10";
    QTest::newRow("another file") << 110u << "/Assets/B.cs:7";
    QTest::newRow("farthest") << 170u << "/Assets/A.cs:12";
    QTest::newRow("too far") << 171u << "";
}

void TestCompanions::lines()
{
    QFETCH(quint32, line);
    QFETCH(QString, position);
    const auto mapping = companions::LineMapping::parse(asBytes(kLines));
    QVERIFY2(mapping, mapping ? "" : mapping.error().detail.c_str());
    QVERIFY(!mapping->file("/gen/b.cpp"));
    const auto* file = mapping->file("/gen/a.cpp");
    QVERIFY(file);
    const auto found = file->find(line);
    const auto text =
        found ? std::string(found->path) + ":" + std::to_string(found->line) : std::string();
    QCOMPARE(QString::fromStdString(text), position);
}

void TestCompanions::badLineMappings_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("part"); // Part of the detail text.
    QTest::newRow("no json") << "{" << "line 1";
    QTest::newRow("a list") << "[]" << "line mapping: a list instead of a map";
    QTest::newRow("no files") << R"({"a": 1})" << "line mapping: an integer instead of a map";
    QTest::newRow("no lines") << R"({"a": {"b": "c"}})"
                              << "line mapping: a string instead of a map";
    QTest::newRow("no line number") << R"({"a": {"b": {"x": 1}}})"
                                    << "line mapping: an integer instead of a line number";
    QTest::newRow("text as a line") << R"({"a": {"b": {"1": "2"}}})"
                                    << "line mapping: a string instead of a line number";
}

void TestCompanions::badLineMappings()
{
    QFETCH(QString, file);
    QFETCH(QString, part);
    const auto text = file.toStdString();
    const auto mapping = companions::LineMapping::parse(asBytes(text));
    QVERIFY(!mapping);
    const auto detail = QString::fromStdString(mapping.error().detail);
    QVERIFY2(detail.contains(part), qPrintable(detail));
}

void TestCompanions::everyPrefixGivesValueOrError()
{
    for (const std::string whole : {kMap, kPlist, kLines}) {
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto prefix = ByteView::copyOf(asBytes(whole).first(size));
            static_cast<void>(companions::BcSymbolMap::open(prefix, {}));
            static_cast<void>(companions::parseUuidMap(prefix.span()));
            static_cast<void>(companions::LineMapping::parse(prefix.span()));
        }
    }
}

QTEST_GUILESS_MAIN(TestCompanions)
#include "tst_companions.moc"
