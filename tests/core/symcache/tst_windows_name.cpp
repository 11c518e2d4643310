// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/windows_name.h"
#include "fake_object.h"

#include <QTest>

using namespace faultline;

class TestWindowsName : public QObject
{
    Q_OBJECT

private slots:
    void names_data();
    void names();
    void decorationFollowsTheObject();
    void recordsAreNotDecoratedLikeSymbols();
};

void TestWindowsName::names_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("in32Bit");
    QTest::addColumn<QByteArray>("in64Bit");
    QTest::addColumn<QByteArray>("in32BitImage");
    const auto row = [](const char* name, const char* in32Bit, const char* in64Bit,
                        const char* in32BitImage) {
        QTest::newRow(name) << QByteArray(name) << QByteArray(in32Bit) << QByteArray(in64Bit)
                            << QByteArray(in32BitImage);
    };
    row("_main", "main", "_main", "_main");
    row("___scrt_common_main_seh", "__scrt_common_main_seh", "___scrt_common_main_seh",
        "___scrt_common_main_seh");
    row("_f@12", "f", "_f@12", "f");
    row("@f@8", "f", "@f@8", "f");
    row("f@@16", "f", "f", "f");
    row("f@x", "f@x", "f@x", "f@x");
    row("f@12", "f@12", "f@12", "f");
    row("?f@@YAXXZ", "?f@@YAXXZ", "?f@@YAXXZ", "?f@@YAXXZ");
    row("_a::b", "_a::b", "_a::b", "_a::b");
    row("_a<int>", "_a<int>", "_a<int>", "_a<int>");
    row("_f(int)", "_f(int)", "_f(int)", "_f(int)");
    row("_ZN1a1fEv@4", "ZN1a1fEv", "_ZN1a1fEv@4", "_ZN1a1fEv");
    row("@_ZN1a1fEv@4", "_ZN1a1fEv", "@_ZN1a1fEv@4", "_ZN1a1fEv");
    row("_ZN1a1fEv", "ZN1a1fEv", "_ZN1a1fEv", "_ZN1a1fEv");
    row("", "", "", "");
    row("_", "", "_", "_");
    row("@", "@", "@", "@");
}

void TestWindowsName::names()
{
    QFETCH(QByteArray, name);
    const std::string text = name.toStdString();
    QTEST(QByteArray::fromStdString(
              std::string(symcache::undecorated(text, symcache::NameDecoration::All))),
          "in32Bit");
    QTEST(QByteArray::fromStdString(
              std::string(symcache::undecorated(text, symcache::NameDecoration::VectorCallOnly))),
          "in64Bit");
    QTEST(QByteArray::fromStdString(
              std::string(symcache::undecorated(text, symcache::NameDecoration::ArgumentBytes))),
          "in32BitImage");
    QCOMPARE(symcache::undecorated(text, symcache::NameDecoration::None), std::string_view(text));
}

void TestWindowsName::decorationFollowsTheObject()
{
    test::FakeObject object;
    QCOMPARE(symcache::nameDecorationOf(object), symcache::NameDecoration::None);
    object.fileFormat = object::FileFormat::Pe;
    QCOMPARE(symcache::nameDecorationOf(object), symcache::NameDecoration::VectorCallOnly);
    object.cpu = Arch::X86;
    QCOMPARE(symcache::nameDecorationOf(object), symcache::NameDecoration::ArgumentBytes);
    object.fileFormat = object::FileFormat::Pdb;
    QCOMPARE(symcache::nameDecorationOf(object), symcache::NameDecoration::All);
}

/// The records of debug info have the names of the source.
void TestWindowsName::recordsAreNotDecoratedLikeSymbols()
{
    using symcache::NameDecoration;
    test::FakeObject object;
    object.cpu = Arch::X86;
    object.fileFormat = object::FileFormat::Pdb;
    QCOMPARE(symcache::recordDecorationOf(object), NameDecoration::None);
    object.fileFormat = object::FileFormat::Pe;
    QCOMPARE(symcache::recordDecorationOf(object), NameDecoration::ArgumentCount);
    const auto plain = [](std::string_view name) {
        return std::string(symcache::undecorated(name, NameDecoration::ArgumentCount));
    };
    QCOMPARE(plain("_CRT_INIT@12"), std::string("_CRT_INIT"));
    QCOMPARE(plain("@f@8"), std::string("f"));
    QCOMPARE(plain("f@@16"), std::string("f"));
    QCOMPARE(plain("_main"), std::string("_main"));
}

QTEST_GUILESS_MAIN(TestWindowsName)
#include "tst_windows_name.moc"
