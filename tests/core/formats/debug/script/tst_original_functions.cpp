// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/debug/script/original_functions.h"

#include <QTest>

using namespace faultline;
using namespace faultline::script;

/// Names of functions as developers use them.
class TestOriginalFunctions : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void names_data();
    void names();
    void outsideOfFunctions();
    void columnsAreUtf16();
    void linesOfEngines();
};

void TestOriginalFunctions::initTestCase()
{
    if (!hasGrammar(Grammar::JavaScript))
        QSKIP("this build has no grammars");
}

void TestOriginalFunctions::names_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text"); // "§" marks the position.
    QTest::addColumn<QString>("name");
    const auto row = [](const char* name, const char* file, const char* text,
                        const char* expected) {
        QTest::newRow(name) << file << QString::fromUtf8(text) << expected;
    };
    row("function", "a.js", "function run() { § }", "run");
    row("method", "a.js", "class Ledger { fill(n) { § } }", "Ledger.fill");
    row("private method", "a.js", "class Vault { #reveal() { § } }", "Vault.#reveal");
    row("constructor", "a.js", "class Ledger { constructor() { § } }", "new Ledger");
    row("field", "a.js", "class Screen { submit = (v) => { § }; }", "Screen.submit");
    row("getter", "a.js", "class A { get depth() { § } }", "get A.depth");
    row("object", "a.js", "const api = { run() { § } };", "api.run");
    row("nameless object", "a.js", "function f() { return { step() { § } }; }", "step");
    row("assignment", "a.js", "registry.square = (n) => { § };", "registry.square");
    row("prototype", "a.js", "Account.prototype.pay = function () { § };", "Account.pay");
    row("this", "a.js", "function F() { this.go = () => { § }; }", "go");
    row("named expression", "a.js", "const x = function inner() { § };", "inner");
    row("argument of a call", "a.js", "const t = later(() => { § });", "<anonymous>");
    row("item of an array", "a.js", "const steps = [(n) => { § }];", "<anonymous>");
    row("called at once", "a.js", "const t = (function () { § })();", "<anonymous>");
    row("generator", "a.js", "function* numbers() { § }", "numbers");
    row("innermost", "a.js", "function a() { function b() { § } }", "b");
    row("after the inner one", "a.js", "function a() { function b() { } § }", "a");
    row("TypeScript", "a.ts?x=1", "export class T<U> { private m(a: U): void { § } }", "T.m");
    row("abstract class", "a.ts", "abstract class T { m(): void { § } }", "T.m");
    row("TSX", "a.tsx", "const V = (p: P): E => <b onClick={() => { § }}>{p.x as any}</b>;",
        "<anonymous>");
    row("JSX", "a.jsx", "function V() { return <b>{ § }</b>; }", "V");
    row("JavaScript with types", "a.js", "function f(a: number): string { § }", "f");
    row("Vue", "a.vue",
        "<template>\n<p/></template>\n<script lang=\"ts\">\nfunction f(a: X) { § }\n</script>",
        "f");
    row("Svelte", "a.svelte", "<script>\nlet a;\nfunction f() { § }\n</script>\n<b>é</b>", "f");
    row("damage elsewhere", "a.js", "function a() { § }\nclass { {{{", "a");
}

void TestOriginalFunctions::names()
{
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, name);
    const auto at = text.indexOf(QStringLiteral("§"));
    text.remove(at, 1);
    const auto before = text.left(at);
    const ScriptText::Place place{static_cast<std::uint32_t>(before.count('\n')),
                                  static_cast<std::uint32_t>(at - before.lastIndexOf('\n') - 1)};
    const auto functions = OriginalFunctions::parse(text.toStdString(), file.toStdString());
    QVERIFY(functions);
    QCOMPARE(QString::fromStdString(std::string(functions->at(place).value_or("(none)"))), name);
}

void TestOriginalFunctions::outsideOfFunctions()
{
    const auto functions = OriginalFunctions::parse("let a;\nfunction b() {}\n", "a.js");
    QVERIFY(functions);
    QVERIFY(!functions->at({0, 2}));
    QVERIFY(!functions->at({9, 0}));
    QVERIFY(functions->at({1, 14}));
    QVERIFY(!functions->at({1, 0}, OriginalFunctions::Edge::Before));
}

void TestOriginalFunctions::columnsAreUtf16()
{
    const auto functions =
        OriginalFunctions::parse("/* \xf0\x9f\x98\x80 */ function b() {}", "a.js");
    QVERIFY(functions);
    QVERIFY(!functions->at({0, 8})); // One UTF-16 unit before the function.
    QCOMPARE(functions->at({0, 9}), std::optional<std::string_view>("b"));
}

void TestOriginalFunctions::linesOfEngines()
{
    constexpr std::string_view kText = "a\xe2\x80\xa8"
                                       "b\r\nc\rd\xe2\x80\xa9"
                                       "e";
    const ScriptText plain(kText);
    QCOMPARE(plain.lineCount(), 2u);
    const ScriptText engines(kText, LineEnds::OfEngines);
    QCOMPARE(engines.lineCount(), 5u);
    QCOMPARE(engines.offsetOf({1, 0}), std::optional<std::size_t>(4));
    QCOMPARE(engines.offsetOf({4, 0}), std::optional<std::size_t>(kText.size() - 1));
}

QTEST_GUILESS_MAIN(TestOriginalFunctions)
#include "tst_original_functions.moc"
