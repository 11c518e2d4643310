// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/function_name.h"

#include <QTest>

using namespace faultline;

class TestFunctionName : public QObject
{
    Q_OBJECT

private slots:
    void names_data();
    void names();
};

void TestFunctionName::names_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("qualified");
    QTest::addColumn<QString>("shortened");
    QTest::newRow("member") << "scene::Node::bounds() const" << "scene::Node::bounds"
                            << "Node::bounds";
    QTest::newRow("plain") << "ppoll" << "ppoll" << "ppoll";
    QTest::newRow("return type") << "void ns::f<int>(int)" << "ns::f<int>" << "ns::f";
    QTest::newRow("call operator")
        << "A::operator()(int) const" << "A::operator()" << "A::operator()";
    QTest::newRow("shift operator")
        << "std::operator<<(std::ostream&, int)" << "std::operator<<" << "std::operator<<";
    QTest::newRow("anonymous") << "(anonymous namespace)::run(int)" << "(anonymous namespace)::run"
                               << "(anonymous namespace)::run";
    QTest::newRow("anonymous, of Microsoft")
        << "`anonymous namespace'::run(int)" << "`anonymous namespace'::run"
        << "`anonymous namespace'::run";
    QTest::newRow("three parts") << "a::b::c()" << "a::b::c" << "b::c";
    QTest::newRow("global scope") << "::f()" << "::f" << "::f";
    QTest::newRow("empty") << "" << "" << "";
    QTest::newRow("method of Go") << "main.(*Queue[go.shape.int]).Push(0x1)"
                                  << "main.(*Queue[go.shape.int]).Push"
                                  << "main.(*Queue[go.shape.int]).Push";
    QTest::newRow("closure of a method of Go")
        << "main.(*T).run.func1()" << "main.(*T).run.func1" << "main.(*T).run.func1";
    QTest::newRow("operator new") << "operator new(unsigned long)" << "operator new"
                                  << "operator new";
    QTest::newRow("operator delete of an array")
        << "operator delete[](void*)" << "operator delete[]" << "operator delete[]";
    QTest::newRow("lambda") << "main::{lambda(int, a::b)#2}::operator()(int) const"
                            << "main::{lambda(int, a::b)#2}::operator()"
                            << "{lambda}::operator()";
    QTest::newRow("lambda as a template argument")
        << "void run<main::{lambda()#1}>(int)" << "run<main::{lambda()#1}>" << "run";
    QTest::newRow("lambda without an end") << "f::{lambda(int" << "f::{lambda" << "f::{lambda";
    QTest::newRow("open bracket") << "f<" << "f<" << "f";
}

void TestFunctionName::names()
{
    QFETCH(QString, function);
    const auto text = function.toStdString();
    const auto qualified = insight::qualifiedName(text);
    QTEST(QString::fromUtf8(qualified.data(), qsizetype(qualified.size())), "qualified");
    QTEST(QString::fromStdString(insight::shortName(text)), "shortened");
}

QTEST_GUILESS_MAIN(TestFunctionName)
#include "tst_function_name.moc"
