// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/natvis/cpp_expression.h"
#include "core/natvis/type_pattern.h"

#include <QTest>

using namespace faultline;
using namespace faultline::natvis;

namespace {

using Kind = ExpressionNode::Kind;

const char* nameOf(Operator op)
{
    constexpr const char* kNames[] = {
        "",   "+",  "-", "!",  "~", "*",  "&",  "++", "--", "p++", "p--", "*",  "/",  "%", "+", "-",
        "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "&",  "^",   "|",   "&&", "||", "=", ","};
    return kNames[static_cast<std::size_t>(op)];
}

QString textOf(const TypeText& type)
{
    return QString::fromStdString(type.name) + QString(int(type.pointers), '*') +
           (type.isReference ? "&" : "");
}

/// The tree in prefix form: "(+ a (* b 2))".
QString treeOf(const CppExpression& expression, std::uint32_t index)
{
    const auto& node = expression.nodes[index];
    const auto operand = [&](std::size_t i) { return treeOf(expression, node.operands[i]); };
    const auto text = QString::fromStdString(node.text);
    switch (node.kind) {
    case Kind::Integer:
        return QString::number(node.number) + (node.isUnsigned ? "u" : "") +
               (node.isLong ? "l" : "");
    case Kind::Floating: return QString::number(node.floating);
    case Kind::Character: return QString("'%1'").arg(node.number);
    case Kind::Boolean: return node.number != 0 ? "true" : "false";
    case Kind::Null: return "null";
    case Kind::Text: return "\"" + text + "\"";
    case Kind::Name: return text;
    case Kind::Unary: return QString("(%1 %2)").arg(nameOf(node.op), operand(0));
    case Kind::Binary: return QString("(%1 %2 %3)").arg(nameOf(node.op), operand(0), operand(1));
    case Kind::Conditional: return QString("(? %1 %2 %3)").arg(operand(0), operand(1), operand(2));
    case Kind::Member: return QString("%1.%2").arg(operand(0), text);
    case Kind::Arrow: return QString("%1->%2").arg(operand(0), text);
    case Kind::Index: return QString("%1[%2]").arg(operand(0), operand(1));
    case Kind::Cast: return QString("(cast %1 %2)").arg(textOf(node.type), operand(0));
    case Kind::SizeOf:
        return QString("(sizeof %1)").arg(node.operands.empty() ? textOf(node.type) : operand(0));
    case Kind::Call: {
        QStringList all;
        for (std::size_t i = 0; i < node.operands.size(); ++i)
            all << operand(i);
        return QString("%1%2(%3)").arg(node.isOfObject ? "." : "", text, all.join(", "));
    }
    }
    return {};
}

QString parsed(const QString& text)
{
    const auto expression = parseExpression(text.toStdString());
    if (!expression)
        return "error: " + QString::fromStdString(expression.error().detail);
    return treeOf(*expression, expression->root);
}

} // namespace

class TestCppExpression : public QObject
{
    Q_OBJECT

private slots:

    void trees_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        QTest::newRow("name") << "count" << "count";
        QTest::newRow("spaces") << "  a . b [ 2 ] " << "a.b[2]";
        QTest::newRow("scopes") << "ns::global" << "ns::global";
        QTest::newRow("scope with arguments") << "a<b, c>::d" << "a<b, c>::d";
        QTest::newRow("chain") << "this->items[2].size" << "this->items[2].size";
        QTest::newRow("dereference binds last") << "*a.b" << "(* a.b)";
        QTest::newRow("parentheses") << "(*a).b" << "(* a).b";
        QTest::newRow("address") << "&*p->next" << "(& (* p->next))";
        QTest::newRow("hexadecimal index") << "a[0x10]" << "a[16]";
        QTest::newRow("negative index") << "p[-1]" << "p[(- 1)]";
        QTest::newRow("precedence") << "a + b * 2 - c" << "(- (+ a (* b 2)) c)";
        QTest::newRow("shifts and comparisons") << "a << 2 < b >> 1" << "(< (<< a 2) (>> b 1))";
        QTest::newRow("logic") << "a == 1 && !b || c" << "(|| (&& (== a 1) (! b)) c)";
        QTest::newRow("bits") << "a & 3 | b ^ ~c" << "(| (& a 3) (^ b (~ c)))";
        QTest::newRow("choice") << "a ? b : c ? d : e" << "(? a b (? c d e))";
        QTest::newRow("cast to a pointer") << "(T*)p + 1" << "(+ (cast T* p) 1)";
        QTest::newRow("cast of a template")
            << "*(std::node<$T1>*)this" << "(* (cast std::node<$T1>* this))";
        QTest::newRow("cast of words") << "(unsigned long)a" << "(cast unsigned long a)";
        QTest::newRow("cast with qualifiers") << "(const char *)a" << "(cast char* a)";
        QTest::newRow("no cast") << "(a) * b" << "(* a b)";
        QTest::newRow("no cast of a sum") << "(a) - 1" << "(- a 1)";
        QTest::newRow("named cast") << "static_cast<int>(a) / 2" << "(/ (cast int a) 2)";
        QTest::newRow("size of a type") << "sizeof(a<b>*)" << "(sizeof a<b>*)";
        QTest::newRow("size of a value") << "sizeof(*a)" << "(sizeof (* a))";
        QTest::newRow("function") << "f(1, a) + o.g()" << "(+ f(1, a) .g(o))";
        QTest::newRow("numbers") << "1u + 2ul + 0x7f + 1.5" << "(+ (+ (+ 1u 2ul) 127) 1.5)";
        QTest::newRow("ranks of numbers")
            << "2147483648 + 0x80000000 + 0x100000000 + 017 + 0xffffffffffffffff"
            << "(+ (+ (+ (+ 2147483648l 2147483648u) 4294967296l) 15) 18446744073709551615ul)";
        QTest::newRow("no octal digit") << "a + 08" << "error: no number at position 4";
        QTest::newRow("characters") << "c == 'a' || c == '\\n'" << "(|| (== c '97') (== c '10'))";
        QTest::newRow("assignment") << "a = b + 1" << "(= a (+ b 1))";
        QTest::newRow("change") << "a += 2" << "(= a (+ a 2))";
        QTest::newRow("step") << "i++" << "(p++ i)";
        QTest::newRow("comparison is no assignment") << "a <= b" << "(<= a b)";
        QTest::newRow("several") << "++i, --p, true" << "(, (, (++ i) (-- p)) true)";
        QTest::newRow("a format is no further one") << "i, d" << "i";
        QTest::newRow("text") << "a == 1 ? \"b c\" : d" << "(? (== a 1) \"b c\" d)";
        QTest::newRow("open text") << "a == \"b" << "error: unexpected '\"' at position 5";
        QTest::newRow("constants") << "true != nullptr" << "(!= true null)";
        QTest::newRow("empty") << "" << "error: unexpected end";
        QTest::newRow("no operand") << "a+" << "error: unexpected end";
        QTest::newRow("no name") << "a." << "error: unexpected end";
        QTest::newRow("open bracket") << "a[1" << "error: unexpected end";
        QTest::newRow("open parenthesis") << "(a" << "error: unexpected end";
        QTest::newRow("text after it") << "a b" << "error: unexpected 'b' at position 2";
        QTest::newRow("number too large")
            << "a[99999999999999999999]" << "error: no number at position 2";
        QTest::newRow("no format") << "a,?" << "error: unexpected '?' at position 2";
        QTest::newRow("unknown format") << "a,zz" << "error: unknown format at position 2";
    }

    void trees()
    {
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        QCOMPARE(parsed(expression), expected);
    }

    void formats()
    {
        const auto text = parseExpression("p,[n]su");
        QVERIFY(text);
        QCOMPARE(text->format.text, Format::Text::Quoted);
        QCOMPARE(text->format.unitBytes, 2u);
        QVERIFY(text->format.count != Format::kNoCount);
        QCOMPARE(treeOf(*text, text->format.count), "n");
        const auto view = parseExpression("*this,view(simple)na");
        QVERIFY(view);
        QCOMPARE(view->format.view, "simple");
        QVERIFY(view->format.hidesAddress);
        QCOMPARE(parseExpression("a,x")->format.base, Format::Base::Hex);
        QCOMPARE(parseExpression("a,!")->format.isRaw, true);
        QCOMPARE(parseExpression("a,sb")->format.text, Format::Text::Bare);
    }

    void longExpressionsAreRefused()
    {
        QVERIFY(parsed(QString(5000, 'a')).startsWith("error: expression longer than 4096"));
        QVERIFY(parsed(QString(500, '*') + "a").startsWith("error: expression nested"));
        QVERIFY(parsed(QString(500, '(')).startsWith("error: expression nested"));
        QString assigned;
        for (int i = 0; i < 500; ++i)
            assigned += "a=";
        QVERIFY(parsed(assigned + "a").startsWith("error: expression nested"));
        QVERIFY(parsed("a" + QString("<a").repeated(2000)).startsWith("error: expression of more"));
        QString many = "a";
        for (int i = 0; i < 1100; ++i)
            many += ".b";
        QVERIFY(parsed(many).startsWith("error: expression of more than 1024 parts"));
    }

    void everyBeginningIsParsedOrRefused()
    {
        const QString whole = "a<b>::c ? *(T<$T1, 2>*)&d[0x1f]->e : sizeof(f) + g(1, 'x'),[n]su";
        for (int i = 0; i <= whole.size(); ++i)
            QVERIFY(!parsed(whole.left(i)).isEmpty());
    }

    void patterns_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("arguments"); // "no": another type.
        QTest::newRow("plain") << "a::b" << "a::b" << "";
        QTest::newRow("another") << "a::b" << "a::c" << "no";
        QTest::newRow("one") << "v<*>" << "v<int>" << "int";
        QTest::newRow("the last stands for all") << "v<*>" << "v<int, a<b, c> >" << "int|a<b, c>";
        QTest::newRow("two") << "v<*, *>" << "v<int, std::x<int> >" << "int|std::x<int>";
        QTest::newRow("too few") << "v<*, *, *>" << "v<int>" << "no";
        QTest::newRow("a word among them") << "v<bool, *>" << "v<bool,A>" << "A";
        QTest::newRow("another word") << "v<bool, *>" << "v<int, A>" << "no";
        QTest::newRow("inner") << "v<*, t<*, 3>>" << "v<int, t<x, 3ul> >" << "int|x";
        QTest::newRow("rest") << "v<*>::iterator" << "v<int>::iterator" << "int";
        QTest::newRow("other rest") << "v<*>::iterator" << "v<int>" << "no";
        QTest::newRow("spaces and suffixes")
            << "d<*, r<1,1000>>" << "d<long, r<1L, 1000L> >" << "long";
        QTest::newRow("open") << "&[*]" << "&[i32]" << "i32";
        QTest::newRow("open with words") << "&mut [*]" << "&mut [a::b]" << "a::b";
        QTest::newRow("comparison in an argument") << "v<*, *>" << "v<(a->b), c>" << "(a->b)|c";
    }

    void patterns()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, name);
        QFETCH(QString, arguments);
        const auto found = TypePattern(pattern.toStdString()).match(name.toStdString());
        QStringList words;
        for (const auto& each : found.value_or(std::vector<std::string>()))
            words << QString::fromStdString(each);
        QCOMPARE(found ? words.join('|') : QString("no"), arguments);
    }

    void deepNamesEnd()
    {
        const std::string deep = std::string(10000, '<');
        QVERIFY(!TypePattern("a<*>").match("a" + deep));
        std::string many = "a<";
        for (int i = 0; i < 1000; ++i)
            many += "b,";
        QVERIFY(!TypePattern("a<*>").match(many + "c>"));
    }
};

QTEST_GUILESS_MAIN(TestCppExpression)
#include "tst_cpp_expression.moc"
