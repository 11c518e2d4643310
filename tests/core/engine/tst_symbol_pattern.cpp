// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/symbol_pattern.h"
#include "core/formats/names/demangle.h"

#include <QTest>

#include <algorithm>
#include <string>

using namespace faultline;
using engine::SymbolPattern;

/// Patterns of functions, as debuggers take them.
class TestSymbolPattern : public QObject
{
    Q_OBJECT

private slots:
    void namesFit_data();
    void namesFit();
    void modulesFit_data();
    void modulesFit();
    void manglingsAreNotLeftOut_data();
    void manglingsAreNotLeftOut();
    void otherNamesAreLeftOutEarly();
    void patternsOfShells_data();
    void patternsOfShells();
    void patternsThatCannotBeRead_data();
    void patternsThatCannotBeRead();
};

namespace {

using Form = engine::SymbolsQuestion::Form;

SymbolPattern patternOf(std::string_view text, Form form = Form::Typed)
{
    auto pattern = SymbolPattern::parse(text, form);
    Q_ASSERT(pattern);
    return *std::move(pattern);
}

} // namespace

void TestSymbolPattern::namesFit_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("fits");
    const QString name = QStringLiteral("scene::Group::updateBounds(int)");
    QTest::newRow("part") << "updateB" << name << true;
    QTest::newRow("capitals") << "GROUP::update" << name << true;
    QTest::newRow("another") << "updateBox" << name << false;
    QTest::newRow("beginning") << "scene::*" << name << true;
    QTest::newRow("beginning that is inside") << "Group*" << name << false;
    QTest::newRow("end") << "*(int)" << name << true;
    QTest::newRow("end that is inside") << "*Bounds" << name << false;
    QTest::newRow("both ends") << "scene*(int)" << name << true;
    QTest::newRow("parts in order") << "*Group*Bounds*" << name << true;
    QTest::newRow("parts in another order") << "*Bounds*Group*" << name << false;
    QTest::newRow("parts that would overlap") << "scene::Group*Group*" << name << false;
    QTest::newRow("ends that would overlap") << "abc*bcd" << "abcd" << false;
    QTest::newRow("any character") << "upd?teBounds" << name << true;
    QTest::newRow("everything") << "*" << name << true;
    QTest::newRow("whole") << "abc*" << "abc" << true;
    QTest::newRow("nothing") << "" << name << false;
    QTest::newRow("blanks") << "  updateB  " << name << true;
    QTest::newRow("brackets") << "operator[]" << "Map::operator[](int)" << true;
    QTest::newRow("words") << "group bounds" << name << true;
    QTest::newRow("words in another order") << "bounds group" << name << false;
    QTest::newRow("stars in a row") << "scene**Bounds***" << name << true;
    QTest::newRow("no module") << "operator!=" << "bool operator!=(A, A)" << true;
    QTest::newRow("no module in a scope") << "ns::is!" << "ns::is!" << true;
    QTest::newRow("module") << "scene!update" << name << true;
}

void TestSymbolPattern::namesFit()
{
    QFETCH(const QString, pattern);
    QFETCH(const QString, name);
    QFETCH(const bool, fits);
    QCOMPARE(patternOf(pattern.toStdString()).fitsName(name.toStdString()), fits);
}

void TestSymbolPattern::modulesFit_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<bool>("fits");
    QTest::newRow("none named") << "main" << true;
    QTest::newRow("part") << "scene!main" << true;
    QTest::newRow("wildcard") << "lib*!main" << true;
    QTest::newRow("another") << "libc!main" << false;
    QTest::newRow("whole") << "libscene.so*!main" << true;
    QTest::newRow("beginning that is inside") << "scene*!main" << false;
    QTest::newRow("no module") << "operator!" << true;
}

void TestSymbolPattern::modulesFit()
{
    QFETCH(const QString, pattern);
    QFETCH(const bool, fits);
    QCOMPARE(patternOf(pattern.toStdString()).fitsModule("libscene.so"), fits);
}

void TestSymbolPattern::manglingsAreNotLeftOut_data()
{
    QTest::addColumn<QString>("mangled");
    for (const char* mangled :
         {"_ZN5scene5Group12updateBoundsEv",
          "_ZNSt6vectorIiSaIiEE9push_backERKi",
          "_ZN9__gnu_cxxeqIPKcNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEEEbRKNS_17__"
          "normal_iteratorIT_T0_EESD_",
          "_ZTV6Widget",
          "_ZTI6Widget",
          "_ZGVZ4mainE5cache",
          "_ZThn16_N6Widget5paintEv",
          "_ZN6WidgetC2ERKS_",
          "_ZN6WidgetD0Ev",
          "_ZNK6WidgetcvbEv",
          "_ZN6WidgetpLERKS_",
          "_ZZ4mainENKUlvE_clEv",
          "_ZN12_GLOBAL__N_14helpEv",
          "_Znwm",
          "_ZdaPv",
          "_ZN3fooL3barEv.cold",
          "_ZN3foo3barB5cxx11Ev",
          "_Z3fooILi12ELb1EEvv",
          "_ZNSsC1EPKcRKSaIcE",
          "_Z1fDn",
          "_Z1fU8__vectorf"})
        QTest::newRow(mangled) << QString::fromLatin1(mangled);
}

/// No part of a demangled name makes the quick look leave out its mangled form.
void TestSymbolPattern::manglingsAreNotLeftOut()
{
    QFETCH(const QString, mangled);
    const std::string text = mangled.toStdString();
    const std::string name = demangling::demangle(text, Language::Cpp);
    constexpr std::size_t kLongest = 24;
    for (std::size_t from = 0; from < name.size(); ++from) {
        const auto most = std::min(kLongest, name.size() - from);
        for (std::size_t length = 3; length <= most; ++length) {
            const std::string part = name.substr(from, length);
            const auto pattern = patternOf(part);
            if (pattern.fitsName(name))
                QVERIFY2(pattern.mayFit(text, Language::Cpp), part.c_str());
        }
    }
}

void TestSymbolPattern::otherNamesAreLeftOutEarly()
{
    const auto pattern = patternOf("scene::Group");
    QVERIFY(!pattern.mayFit("_ZN5scene4Node6boundsEv", Language::Cpp));
    QVERIFY(pattern.mayFit("main", Language::C)); // Nothing is known of it before it is compared.
    QVERIFY(pattern.mayFit("_RNvC5crate4main", Language::Rust));
}

void TestSymbolPattern::patternsOfShells_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<bool>("fits");
    QTest::newRow("part") << "Group" << false;
    QTest::newRow("whole") << "scene::Group::draw" << true;
    QTest::newRow("wildcards") << "*::dr?w" << true;
    QTest::newRow("set") << "*::dr[ab]w" << true;
    QTest::newRow("another set") << "*::dr[!ab]w" << false;
    QTest::newRow("module") << "*scene*!*::draw" << true;
}

/// The name must fit as a whole, and the quick look takes no letters of a set for a word.
void TestSymbolPattern::patternsOfShells()
{
    QFETCH(const QString, pattern);
    QFETCH(const bool, fits);
    const auto shell = patternOf(pattern.toStdString(), Form::Shell);
    QCOMPARE(shell.fitsName("scene::Group::draw"), fits);
    if (fits)
        QVERIFY(shell.mayFit("_ZN5scene5Group4drawEv", Language::Cpp));
    QVERIFY(patternOf("[]axyz]*", Form::Shell).mayFit("_Z4areav", Language::Cpp));
}

void TestSymbolPattern::patternsThatCannotBeRead_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<bool>("isTyped");
    QTest::newRow("open set") << "a[b" << false;
    QTest::newRow("open set of a module") << "a[b!c" << false;
    QTest::newRow("two stars") << "a**b" << false;
    QTest::newRow("too long") << QString(1000, u'a') << true;
}

void TestSymbolPattern::patternsThatCannotBeRead()
{
    QFETCH(const QString, pattern);
    QFETCH(const bool, isTyped);
    const auto parsed =
        SymbolPattern::parse(pattern.toStdString(), isTyped ? Form::Typed : Form::Shell);
    QVERIFY(!parsed && parsed.error().kind == ErrorKind::Malformed);
}

QTEST_GUILESS_MAIN(TestSymbolPattern)

#include "tst_symbol_pattern.moc"
