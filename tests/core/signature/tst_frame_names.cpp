// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/faultline_names.h"
#include "core/signature/socorro_names.h"

#include <QTest>

using namespace faultline;
using namespace faultline::signature;

/// The texts of single frames: Socorro's with their oddities, ours without.
class TestFrameNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesCppAsSocorroDoes_data();
    void namesCppAsSocorroDoes();
    void namesRustAsSocorroDoes_data();
    void namesRustAsSocorroDoes();
    void namesRowsWithoutFunction_data();
    void namesRowsWithoutFunction();
    void namesOurWay_data();
    void namesOurWay();
    void staysLinear();
};

void TestFrameNames::namesCppAsSocorroDoes_data()
{
    QTest::addColumn<QByteArray>("function");
    QTest::addColumn<QByteArray>("expected");
    // The vectors of docs/spec/workbench.md §6.2.
    QTest::newRow("return type") << QByteArray(
                                        "static void * Allocator<Foo>::malloc(unsigned __int64)")
                                 << QByteArray("Allocator<T>::malloc");
    QTest::newRow("call operator") << QByteArray("std::function<void (int)>::operator()(int) const")
                                   << QByteArray("std::function<T>::operator()");
    QTest::newRow("conversion") << QByteArray("JS::Heap<JSObject*>::operator JSObject* const &()")
                                << QByteArray("JS::Heap<T>::operator JSObject* const&");
    QTest::newRow("lambda number")
        << QByteArray("ns::$_12::operator()(int) const") << QByteArray("ns::$::operator()");
    QTest::newRow("lambda") << QByteArray("ns::f(int)::{lambda(int)#1}::operator()(int) const")
                            << QByteArray("ns::f::{lambda#1}::operator()");
    // Its oddities.
    QTest::newRow("operator new") << QByteArray("operator new(unsigned long)") << QByteArray("new");
    QTest::newRow("operator&&") << QByteArray("Foo::operator&&") << QByteArray("Foo::operator");
    QTest::newRow("returned function") << QByteArray("void (*foo())(int)") << QByteArray("void ");
    QTest::newRow("cold clone") << QByteArray("foo(int) [clone .cold.222]") << QByteArray("foo ");
    QTest::newRow("two qualifiers") << QByteArray("foo const const") << QByteArray("const");
    QTest::newRow("unmatched closing") << QByteArray("foo>bar") << QByteArray("foo>bar");
    QTest::newRow("unclosed") << QByteArray("a<b<c") << QByteArray("a<T>");
    QTest::newRow("omitted") << QByteArray("<name omitted>::foo<int>")
                             << QByteArray("<name omitted>::foo<T>");
    QTest::newRow("traits") << QByteArray("IPC::ParamTraits<mozilla::Foo<int> >::Write<x>(a)")
                            << QByteArray("IPC::ParamTraits<mozilla::Foo<T> >::Write<T>");
    QTest::newRow("anonymous") << QByteArray("`anonymous namespace'::foo(int)")
                               << QByteArray("(anonymous namespace)::foo");
    QTest::newRow("commas") << QByteArray("x,y") << QByteArray("x, y");
    QTest::newRow("empty text of blanks") << QByteArray("  ") << QByteArray("");
}

void TestFrameNames::namesCppAsSocorroDoes()
{
    QFETCH(QByteArray, function);
    QFETCH(QByteArray, expected);
    CrashRow row;
    row.function = function.toStdString();
    QCOMPARE(socorroFrameText(row, "Linux", {}), expected.toStdString());
}

void TestFrameNames::namesRustAsSocorroDoes_data()
{
    QTest::addColumn<QByteArray>("function");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray inTree("git:github.com/x/y:src/a.rs:abc");
    QTest::newRow("trait") << QByteArray("<A as B>::foo<C>") << inTree
                           << QByteArray("<A as B>::foo<T>");
    QTest::newRow("hash") << QByteArray("foo::bar::h012abc") << inTree << QByteArray("foo::bar");
    QTest::newRow("other file") << QByteArray("foo::bar::h012abc") << QByteArray("a.rs")
                                << QByteArray("foo::bar::h012abc");
    QTest::newRow("Rust 1.34") << QByteArray("expect_failed")
                               << QByteArray("git:github.com/x/y:src/libcore/option.rs:abc")
                               << QByteArray("core::option::expect_failed");
    QTest::newRow("not on a drive")
        << QByteArray("expect_failed") << QByteArray("option.rs") << QByteArray("expect_failed");
}

void TestFrameNames::namesRustAsSocorroDoes()
{
    QFETCH(QByteArray, function);
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, expected);
    CrashRow row;
    row.function = function.toStdString();
    row.file = file.toStdString();
    QCOMPARE(socorroFrameText(row, "Linux", {}), expected.toStdString());
}

void TestFrameNames::namesRowsWithoutFunction_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<uint>("line");
    QTest::addColumn<QByteArray>("module");
    QTest::addColumn<QByteArray>("unloaded");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray none;
    QTest::newRow("file and line") << QByteArray("d:\\src\\a.cpp") << 7u << QByteArray("m.dll")
                                   << none << QByteArray("a.cpp#7");
    QTest::newRow("folder") << QByteArray("/x/y/") << 7u << none << none << QByteArray("y#7");
    QTest::newRow("module") << QByteArray("a.cpp") << 0u << QByteArray("[Foo.DLL]") << none
                            << QByteArray("foo.dll");
    QTest::newRow("unloaded") << none << 0u << none << QByteArray("gone.dll")
                              << QByteArray("(unloaded gone.dll)");
    QTest::newRow("address") << none << 0u << none << none << QByteArray("@0x32ec0");
}

void TestFrameNames::namesRowsWithoutFunction()
{
    QFETCH(QByteArray, file);
    QFETCH(uint, line);
    QFETCH(QByteArray, module);
    QFETCH(QByteArray, unloaded);
    QFETCH(QByteArray, expected);
    CrashRow row;
    row.file = file.toStdString();
    row.line = line;
    row.module = module.toStdString();
    row.unloadedModule = unloaded.toStdString();
    row.address = 0x32ec0;
    QCOMPARE(socorroFrameText(row, "Windows NT", {}), expected.toStdString());
}

void TestFrameNames::namesOurWay_data()
{
    QTest::addColumn<QByteArray>("function");
    QTest::addColumn<int>("language");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* function, Language language,
                        const char* expected) {
        QTest::newRow(name) << QByteArray(function) << static_cast<int>(language)
                            << QByteArray(expected);
    };
    row("operator new", "operator new(unsigned long)", Language::Cpp, "operator new");
    row("operator new[]", "void* operator new[](unsigned long)", Language::Cpp, "operator new[]");
    row("operator&&", "bool Foo::operator&&(Foo const&) const", Language::Cpp, "Foo::operator&&");
    row("call operator", "std::function<void (int)>::operator()(int) const", Language::Cpp,
        "std::function<T>::operator()");
    row("less", "bool operator<(A const&, B const&)", Language::Cpp, "operator<");
    row("shift with arguments", "std::ostream& operator<< <char>(x)", Language::Cpp,
        "operator<< <T>");
    row("arrow", "Foo<int>::operator->() const", Language::Cpp, "Foo<T>::operator->");
    row("conversion", "Foo::operator bool() const", Language::Cpp, "Foo::operator bool");
    row("returned function", "void (*foo())(int)", Language::Cpp, "foo");
    row("cold clone", "foo(int) [clone .cold.222]", Language::Cpp, "foo");
    row("cold part", "foo(int) (.cold)", Language::Cpp, "foo");
    row("of the optimiser", "foo.constprop.0", Language::C, "foo");
    row("qualifiers", "int Foo::bar(int) const volatile &&", Language::Cpp, "Foo::bar");
    row("lambda", "ns::f(int)::{lambda(int)#1}::operator()(int) const", Language::Cpp,
        "ns::f::{lambda}::operator()");
    row("lambda of clang", "ns::$_12::operator()(int) const", Language::Cpp, "ns::$::operator()");
    row("anonymous", "(anonymous namespace)::bar(int)", Language::Cpp,
        "(anonymous namespace)::bar");
    row("trait", "<alloc::vec::Vec<u8> as core::fmt::Debug>::fmt", Language::Rust,
        "<alloc::vec::Vec<u8> as core::fmt::Debug>::fmt");
    row("trait of no known language", "<usize as core::slice::index::SliceIndex<[T]>>::index",
        Language::Unknown, "<usize as core::slice::index::SliceIndex<[T]>>::index");
    row("module of Python", "<module>", Language::Unknown, "<module>");
    row("lambda of Python", "<lambda>", Language::Unknown, "<lambda>");
    row("local of Python", "outer.<locals>.<listcomp>", Language::Unknown,
        "outer.<locals>.<listcomp>");
    row("constructor of the JVM", "com.acme.Store.<init>", Language::Unknown,
        "com.acme.Store.<init>");
    row("lambda of Microsoft", "<lambda_1a2b>::operator()(int) const", Language::Unknown,
        "<T>::operator()");
    row("template of no known language", "ns::make<int>(int)", Language::Unknown, "ns::make<T>");
    row("hash", "foo::bar::h0123456789abcdef", Language::Rust, "foo::bar");
    row("Go's method", "main.(*Server).handle", Language::Go, "main.(*Server).handle");
    row("Go's generics", "main.Map[go.shape.int]", Language::Go, "main.Map[...]");
    row("Objective-C", "-[Canvas stroke:width:]", Language::ObjC, "-[Canvas stroke:width:]");
    row("Swift", "App.Canvas.stroke(width: Swift.Int) -> ()", Language::Swift, "App.Canvas.stroke");
    row("offset", "VMError::controlled_crash(int)+0x241", Language::Cpp,
        "VMError::controlled_crash");
    row("offset of C", "strlen+0x10", Language::Unknown, "strlen");
    row("only brackets", "(x)", Language::Cpp, "(x)");
}

void TestFrameNames::namesOurWay()
{
    QFETCH(QByteArray, function);
    QFETCH(int, language);
    QFETCH(QByteArray, expected);
    QCOMPARE(faultlineName(function.toStdString(), static_cast<Language>(language)),
             expected.toStdString());
}

/// A hostile name with a bracket per letter must not take quadratic time; a quadratic way would
/// take hours here.
void TestFrameNames::staysLinear()
{
    const std::string opening(400'000, '<');
    const std::string spaces(400'000, ' ');
    const auto nested = opening + spaces + std::string(400'000, '>');
    QVERIFY(!socorroCppName(nested).empty());
    QVERIFY(!faultlineName(nested, Language::Cpp).empty());
    QVERIFY(!faultlineName("a" + std::string(400'000, '(') + " (*", Language::Cpp).empty());
    QVERIFY(!faultlineName("x" + std::string(100'000, '&'), Language::Cpp).empty());
}

QTEST_GUILESS_MAIN(TestFrameNames)
#include "tst_frame_names.moc"
