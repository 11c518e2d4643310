// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/expression.h"

#include <QTest>

using namespace faultline;
using namespace faultline::query;

namespace {

QString partsOf(const Expression& expression);

QString joined(const std::vector<Expression>& parts, std::size_t first = 0)
{
    QStringList words;
    for (std::size_t i = first; i < parts.size(); ++i)
        words << partsOf(parts[i]);
    return words.join(", ");
}

QString chosenOf(const std::vector<Chosen>& chosen)
{
    QStringList names;
    for (const auto& each : chosen)
        names << QString::fromStdString(each.name) +
                     (each.parts.empty() ? QString() : chosenOf(each.parts));
    return "{" + names.join(' ') + "}";
}

/// The tree as a text with brackets around every part.
QString partsOf(const Expression& expression)
{
    const auto text = QString::fromStdString(expression.text);
    switch (expression.kind) {
    case Expression::Kind::Name: return text;
    case Expression::Kind::Number: return QString::number(expression.number);
    case Expression::Kind::Text: return "\"" + text + "\"";
    case Expression::Kind::Flag: return expression.number != 0 ? "true" : "false";
    case Expression::Kind::Null: return "null";
    case Expression::Kind::Call: return text + "(" + joined(expression.parts) + ")";
    case Expression::Kind::Member: return "(" + partsOf(expression.parts[0]) + " . " + text + ")";
    case Expression::Kind::Part: return "(" + partsOf(expression.parts[0]) + " -> " + text + ")";
    case Expression::Kind::Index:
        return "(" + partsOf(expression.parts[0]) + " at " + QString::number(expression.begin) +
               ")";
    case Expression::Kind::Key: return "(" + partsOf(expression.parts[0]) + " at \"" + text + "\")";
    case Expression::Kind::Slice:
        return "(" + partsOf(expression.parts[0]) + " from " + QString::number(expression.begin) +
               (expression.end ? " to " + QString::number(*expression.end) : QString()) + ")";
    case Expression::Kind::Filter:
        return "(" + partsOf(expression.parts[0]) + " if " +
               QString::number(static_cast<int>(expression.comparison)) + " " +
               joined(expression.parts, 1) + ")";
    case Expression::Kind::Select: {
        return "(" + partsOf(expression.parts[0]) + " " + chosenOf(expression.chosen) + ")";
    }
    }
    return {};
}

QString treeOf(const QString& text)
{
    const auto expression = parseExpression(text.toStdString());
    return expression ? partsOf(*expression)
                      : "error: " + QString::fromStdString(expression.error().detail);
}

} // namespace

class TestQueryExpression : public QObject
{
    Q_OBJECT

private slots:

    void trees_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("tree");
        QTest::newRow("name") << "cause" << "cause";
        QTest::newRow("members")
            << "threads[3].frames[-1].locals.this->m_root"
            << "((((((threads at 3) . frames) at -1) . locals) . this) -> m_root)";
        QTest::newRow("all") << "modules[*].code_file" << "((modules from 0) . code_file)";
        QTest::newRow("key") << "locals.m[\"a b\"][0]" << "(((locals . m) at \"a b\") at 0)";
        QTest::newRow("key without end") << "m[\"a" << "error: text without end";
        QTest::newRow("slice") << "frames[2:-1]" << "(frames from 2 to -1)";
        QTest::newRow("open slice") << "frames[:3]" << "(frames from 0 to 3)";
        QTest::newRow("filter") << "modules[debug_status == \"missing\"]"
                                << "(modules if 1 debug_status, \"missing\")";
        QTest::newRow("filter by a path") << "threads[frames[0].function ~ 'wait']"
                                          << "(threads if 7 ((frames at 0) . function), \"wait\")";
        QTest::newRow("filter by presence") << "frames[in_app]" << "(frames if 0 in_app)";
        QTest::newRow("filter by a flag")
            << "frames[in_app != true]" << "(frames if 2 in_app, true)";
        QTest::newRow("selection") << "threads{index, thread_name}"
                                   << "(threads {index thread_name})";
        QTest::newRow("selection in a selection")
            << "frames{index, inlines{function, lineno}, trust}"
            << "(frames {index inlines{function lineno} trust})";
        QTest::newRow("call") << "value(\"a->b\", threads[1].frames[0])"
                              << "value(\"a->b\", (((threads at 1) . frames) at 0))";
        QTest::newRow("call without arguments") << "map( )" << "map()";
        QTest::newRow("numbers") << "memory(0xff, 16)" << "memory(255, 16)";
        QTest::newRow("quotes in a text") << "find('it\\'s \\\\')" << "find(\"it's \\\")";
        QTest::newRow("brackets") << "(cause).code" << "(cause . code)";
        QTest::newRow("scopes") << "locals.std::x" << "(locals . std::x)";
        QTest::newRow("empty") << "" << "error: unexpected end";
        QTest::newRow("operator") << "a+b" << "error: unexpected '+' at position 1";
        QTest::newRow("text without end") << "find(\"a" << "error: text without end";
        QTest::newRow("no index") << "a[" << "error: unexpected end";
        QTest::newRow("two values") << "a b" << "error: unexpected 'b' at position 2";
        QTest::newRow("compared with a member")
            << "a[b == c]"
            << "error: a member is compared with a number, a \"text\", true, false or "
               "null";
        QTest::newRow("index too large")
            << "a[99999999999999999999]" << "error: no number at position 2";
    }

    void trees()
    {
        QFETCH(QString, text);
        QFETCH(QString, tree);
        QCOMPARE(treeOf(text), tree);
    }

    void limitsAreNamed()
    {
        QVERIFY(treeOf(QString(5000, 'a')).startsWith("error: expression of more than 4096 bytes"));
        QVERIFY(
            treeOf(QString(100, '(') + "a").startsWith("error: expression nested deeper than 32"));
        QVERIFY(treeOf(QString("a{").repeated(100) + "b")
                    .startsWith("error: expression nested deeper than 32"));
        QVERIFY(treeOf("a" + QString(".b").repeated(300))
                    .startsWith("error: expression of more than 256 parts"));
        QVERIFY(treeOf("f(" + QString("a,").repeated(300) + "a)")
                    .startsWith("error: expression of more than 256 parts"));
    }

    /// Every beginning of a query is an expression or an error with a place, never anything else.
    void everyBeginningIsRead()
    {
        const std::string text = "threads[frames[0].function ~ \"w\\\"x\"]{index, thread_name}"
                                 "[1:-2].frames[*].locals.a->b[0x10]{c, d{e}}";
        for (std::size_t size = 0; size < text.size(); ++size) {
            const auto expression = parseExpression(text.substr(0, size));
            if (!expression)
                QVERIFY(expression.error().kind == ErrorKind::Malformed);
        }
        QVERIFY(parseExpression(text).has_value());
    }
};

QTEST_GUILESS_MAIN(TestQueryExpression)
#include "tst_query_expression.moc"
