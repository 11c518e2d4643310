// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/pdb_key.h"

#include <QTest>

using namespace faultline::server::symcache_http;

namespace {

constexpr const char* kGuid = "01234567-89ab-cdef-0123-456789abcdef";
constexpr const char* kDigits = "0123456789ABCDEF0123456789ABCDEF";

} // namespace

class TestPdbKey : public QObject
{
    Q_OBJECT

private slots:
    void guids_data();
    void guids();
    void names_data();
    void names();
    void ages_data();
    void ages();
};

void TestPdbKey::guids_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isOne");
    QTest::newRow("hyphens") << kGuid << true;
    QTest::newRow("digits") << kDigits << true;
    QTest::newRow("braces") << "{01234567-89ab-cdef-0123-456789abcdef}" << true;
    QTest::newRow("parentheses") << "(01234567-89ab-cdef-0123-456789abcdef)" << true;
    QTest::newRow("one brace") << "{01234567-89ab-cdef-0123-456789abcdef" << false;
    QTest::newRow("with the age") << "0123456789ABCDEF0123456789ABCDEF1" << false;
    QTest::newRow("too short") << "0123456789ABCDEF0123456789ABCDE" << false;
    QTest::newRow("hyphens elsewhere") << "012345678-9ab-cdef-0123-456789abcdef" << false;
    QTest::newRow("no digits") << "gggggggggggggggggggggggggggggggg" << false;
    QTest::newRow("a path") << ".." << false;
}

void TestPdbKey::guids()
{
    QFETCH(QString, text);
    QFETCH(bool, isOne);
    const auto key = PdbKey::parse("app.pdb", text.toStdString(), "");
    QCOMPARE(key.has_value(), isOne);
    if (key)
        QCOMPARE(key->folderName(), std::string(kDigits) + "1");
}

void TestPdbKey::names_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<bool>("isSafe");
    const auto add = [](const char* row, const std::string& name, bool isSafe) {
        QTest::newRow(row) << name << isSafe;
    };
    add("plain", "app.pdb", true);
    add("blanks and shell signs", "we ird $(exit 7);&'x'.pdb", true);
    add("UTF-8",
        "gr\xc3\xb6\xc3\x9f"
        "e.pdb",
        true);
    add("percent", "a%2Fb.pdb", true);
    add("255 bytes", std::string(255, 'a'), true);
    add("256 bytes", std::string(256, 'a'), false);
    add("empty", "", false);
    add("dot", ".", false);
    add("two dots", "..", false);
    add("our own folder", ".temp", false);
    add("slash", "../a.pdb", false);
    add("backslash", "..\\a.pdb", false);
    add("drive", "C:a.pdb", false);
    add("trailing dot", "a.pdb.", false);
    add("trailing blank", "a.pdb ", false);
    add("leading blank", " a.pdb", false);
    add("NUL byte", std::string("a\0b", 3), false);
    add("line end", "a\nb", false);
    add("quote", "a\"b", false);
    add("wildcard", "a*b", false);
    add("device", "con", false);
    add("device with an ending", "COM1.pdb", false);
    add("no device", "com10.pdb", true);
    add("no UTF-8", "a\xff.pdb", false);
}

void TestPdbKey::names()
{
    QFETCH(std::string, name);
    QFETCH(bool, isSafe);
    QCOMPARE(PdbKey::parse(name, kGuid, "").has_value(), isSafe);
}

void TestPdbKey::ages_data()
{
    QTest::addColumn<QString>("age");
    QTest::addColumn<QString>("folderEnd"); // Empty: refused.
    QTest::newRow("none") << "" << "1";
    QTest::newRow("decimal") << "16" << "10";
    QTest::newRow("upper case") << "10" << "A";
    QTest::newRow("largest") << "4294967295" << "FFFFFFFF";
    QTest::newRow("beyond 32 bits") << "4294967296" << "";
    QTest::newRow("hexadecimal") << "0x1" << "";
    QTest::newRow("negative") << "-1" << "";
}

void TestPdbKey::ages()
{
    QFETCH(QString, age);
    QFETCH(QString, folderEnd);
    const auto key = PdbKey::parse("app.pdb", kGuid, age.toStdString());
    QCOMPARE(key.has_value(), !folderEnd.isEmpty());
    if (key)
        QCOMPARE(key->folderName(), kDigits + folderEnd.toStdString());
}

QTEST_GUILESS_MAIN(TestPdbKey)
#include "tst_pdb_key.moc"
