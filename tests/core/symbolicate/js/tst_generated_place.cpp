// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/map_cache_writer.h"
#include "core/symbolicate/js/generated_place.h"

#include <QTest>

using namespace faultline;

/// Which token of a map an engine's position means, above all at the parenthesis of a call.
class TestGeneratedPlace : public QObject
{
    Q_OBJECT

private slots:
    void calls_data();
    void calls();
};

namespace {

struct Token
{
    int column, source, line; // A negative source means that the token has none.
};

void appendVlq(std::string& out, int value)
{
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned rest = value < 0 ? unsigned(-value) * 2 + 1 : unsigned(value) * 2;
    do {
        const unsigned digit = rest & 31;
        rest >>= 5;
        out += kDigits[digit | (rest != 0 ? 32 : 0)];
    } while (rest != 0);
}

std::string mapOf(const std::vector<Token>& tokens)
{
    std::string mappings;
    Token last{0, 0, 0};
    for (const auto& token : tokens) {
        if (!mappings.empty())
            mappings += ',';
        appendVlq(mappings, token.column - last.column);
        last.column = token.column;
        if (token.source < 0)
            continue;
        appendVlq(mappings, token.source - last.source);
        appendVlq(mappings, token.line - last.line);
        appendVlq(mappings, 0);
        last = token;
    }
    return R"({"version":3,"sources":["a.js","b.js"],"names":[],"mappings":")" + mappings + "\"}";
}

QString placeIn(const std::string& script, const std::vector<Token>& tokens, std::uint32_t column)
{
    auto out = TempFile::createInMemory();
    const auto map = mapOf(tokens);
    if (!out || !sourcemap::writeMapCache({.script = {}, .map = asBytes(map)}, *out))
        return "no cache";
    const auto cache = sourcemap::MapCache::open(ByteView::copyOf(out->map()->span()));
    if (!cache)
        return "damaged cache";
    js::GeneratedPlace places(script);
    const auto found = places.find(*cache, {.line = 0, .column = column});
    if (!found)
        return "none";
    const auto source = cache->source(found->hit.source);
    return QStringLiteral("%1:%2%3")
        .arg(QString::fromStdString(std::string(source ? source->name : "-")))
        .arg(found->hit.original.line)
        .arg(QLatin1StringView(found->isAfter ? " after" : ""));
}

} // namespace

Q_DECLARE_METATYPE(std::vector<Token>)

/// The first token is of line 1, the others of lines that no token before them has.
void TestGeneratedPlace::calls_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<std::vector<Token>>("tokens");
    QTest::addColumn<QString>("place"); // At the bar, which is not of the script.
    using Tokens = std::vector<Token>;
    const auto row = [](const char* name, const QString& script, Tokens tokens, const char* place) {
        QTest::newRow(name) << script << std::move(tokens) << place;
    };
    row("no arguments, another file follows", "obj[\"x\"]|();next()", Tokens{{0, 0, 1}, {11, 1, 5}},
        "a.js:1");
    row("no arguments, another statement follows", "[...r|()],next()",
        Tokens{{0, 0, 1}, {10, 0, 5}}, "a.js:1");
    row("arguments on the next line", "obj[\"x\"]|(y)", Tokens{{0, 0, 1}, {9, 0, 2}}, "a.js:1");
    row("callee in parentheses", "(0,a.b)|(y)", Tokens{{0, 0, 1}, {8, 0, 2}}, "a.js:1");
    row("plain callee", "f|(y)", Tokens{{0, 0, 1}, {2, 0, 2}}, "a.js:1");
    row("template", "t|`${y}`", Tokens{{0, 0, 1}, {4, 0, 2}}, "a.js:1");
    row("a token of its own", "f|(y)", Tokens{{0, 0, 1}, {1, 0, 3}, {2, 0, 2}}, "a.js:3");
    const QString body = "(function(){z()})|";
    row("function", body + "(y)", Tokens{{0, 0, 1}, {12, 0, 5}, {18, 0, 9}}, "a.js:9 after");
    row("function without parentheses", "!function(){z()}|(y)",
        Tokens{{0, 0, 1}, {12, 0, 5}, {17, 0, 9}}, "a.js:9 after");
    row("function, argument in parentheses", body + "(((y)))",
        Tokens{{0, 0, 1}, {12, 0, 5}, {20, 0, 9}}, "a.js:9 after");
    row("function, a token at the end of the call", body + "()",
        Tokens{{0, 0, 1}, {12, 0, 5}, {18, 0, 9}}, "a.js:9 after");
    row("function, no arguments", body + "();w()", Tokens{{0, 0, 1}, {12, 0, 5}, {20, 0, 9}},
        "a.js:5");
    row("function, argument of another file", body + "(y)",
        Tokens{{0, 0, 1}, {12, 0, 5}, {18, 1, 9}}, "a.js:5");
    row("function, argument after a text", body + "(\")\",y)",
        Tokens{{0, 0, 1}, {12, 0, 5}, {22, 0, 9}}, "a.js:5");
    row("function, argument far away", body + "(" + QString(300, ' ') + "y)",
        Tokens{{0, 0, 1}, {12, 0, 5}, {318, 0, 9}}, "a.js:5");
    row("function of no source", body + "(y)", Tokens{{0, -1, 0}, {18, 0, 9}}, "a.js:9 after");
    row("callee of no source", "f|(y)", Tokens{{0, -1, 0}, {2, 0, 9}}, "none");
    row("nothing before", "f|(y)", Tokens{{2, 0, 9}}, "a.js:9 after");
    row("nothing at all", "f|(y)", Tokens{}, "none");
}

void TestGeneratedPlace::calls()
{
    QFETCH(QString, script);
    QFETCH(std::vector<Token>, tokens);
    QFETCH(QString, place);
    const auto call = script.indexOf('|');
    script.remove(call, 1);
    QCOMPARE(placeIn(script.toStdString(), tokens, static_cast<std::uint32_t>(call)), place);
}

QTEST_GUILESS_MAIN(TestGeneratedPlace)
#include "tst_generated_place.moc"
