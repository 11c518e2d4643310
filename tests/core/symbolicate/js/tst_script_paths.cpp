// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/context_around.h"
#include "core/symbolicate/js/function_choice.h"
#include "core/symbolicate/js/script_paths.h"

#include <QTest>

using namespace faultline;

class TestScriptPaths : public QObject
{
    Q_OBJECT

private slots:
    void joining_data();
    void joining();
    void dotSegments_data();
    void dotSegments();
    void moduleNames_data();
    void moduleNames();
    void folding_data();
    void folding();
    void candidatesAndStems();
    void choosesFunctions();
    void trimsAroundTheColumn();
};

void TestScriptPaths::joining_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("right");
    QTest::addColumn<QString>("joined");
    const auto row = [](const char* base, const char* right, const char* joined) {
        QTest::addRow("%s + %s", base, right) << base << right << joined;
    };
    const char* bundle = "https://example.com/path/to/assets/bundle.min.js?foo=1&bar=baz#wat";
    row(bundle, "../sourcemaps/bundle.min.js.map",
        "https://example.com/path/to/sourcemaps/bundle.min.js.map");
    row(bundle, "~/foo.js", "https://example.com/foo.js");
    row(bundle, ".././.././to/./sourcemaps/./bundle.min.js.map",
        "https://example.com/path/to/sourcemaps/bundle.min.js.map");
    row("/home/foo/bar/baz.js", "../sourcemaps/b.js.map", "/home/foo/sourcemaps/b.js.map");
    row("app:///_next/static/a.js.map", "./node_modules/x.js",
        "app:///_next/static/node_modules/x.js");
    row("https://foo.test/static//js/n.js", "n.js.map", "https://foo.test/static/js/n.js.map");
    row("apsunknown://example.com/foo", "//aha/uhu", "apsunknown://aha/uhu");
    row("http://example.com", "path/./to/f.js", "http://example.com/path/to/f.js");
    row("http://example.com/a.js", "webpack:/x", "webpack:/x");
}

void TestScriptPaths::joining()
{
    QFETCH(QString, base);
    QFETCH(QString, right);
    QTEST(QString::fromStdString(js::joinPaths(base.toStdString(), right.toStdString())), "joined");
}

void TestScriptPaths::dotSegments_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("plain");
    const auto row = [](const char* url, const char* plain) { QTest::newRow(url) << url << plain; };
    row("https://a.test/root/../a.ts", "https://a.test/a.ts");
    row("http://a.test/./b//c/../../../../a.ts?x=../y#../z", "http://a.test/a.ts?x=../y#../z");
    row("file:///root/sub/../a.ts", "file:///root/a.ts");
    row("https://a.test/a..b/.c/a.ts", "https://a.test/a..b/.c/a.ts");
    row("https://a.test//b/a.ts", "https://a.test//b/a.ts");
    row("https://a.test", "https://a.test");
    row("webpack:///../a.ts", "webpack:///../a.ts");
    row("../a.ts", "../a.ts");
    row("", "");
}

void TestScriptPaths::dotSegments()
{
    QFETCH(QString, url);
    QTEST(QString::fromStdString(js::withoutDotSegments(url.toStdString())), "plain");
}

void TestScriptPaths::moduleNames_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* path, const char* name) {
        QTest::newRow(path) << path << name;
    };
    row("http://example.com/foo.js", "foo");
    row("http://example.com/js/foo/bar.js", "foo/bar");
    row("http://example.com/1/2/3/foo/bar.js", "foo/bar");
    row("http://example.com/abcdef0/foo/bar.js", "foo/bar");
    row("../../foo/bar.awesome", "foo/bar");
    row("http://example.com/foo/bar.js?v=1234", "foo/bar");
    row("/foo/bar-7d6d00eae0ceccdc7ee689659585d95f.js", "foo/bar");
    row("http://example.com/vendor.92cd589eca8235e7b373bf5ae94ebf898e3b949c.js", "vendor");
    row("webpack:///92cd589eca8235e7b373bf5ae94ebf898e3b949c/vendor.js", "vendor");
    row("https://example.com/libs/libs-20150417171659.min.js", "libs/libs");
    row("~/app/components/x/y.jsx", "app/components/x/y");
}

void TestScriptPaths::moduleNames()
{
    QFETCH(QString, path);
    QTEST(QString::fromStdString(js::moduleNameOf(path.toStdString())), "name");
}

void TestScriptPaths::folding_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("folded");
    const auto row = [](const char* name, const char* folded) {
        QTest::newRow(name) << name << folded;
    };
    row("foo", "foo");
    row("foo.foo", "foo.foo");
    row("foo.foo.foo", "{foo#2}.foo");
    row("bar.foo.foo", "bar.foo.foo");
    row("bar.bar.bar.foo.foo.onError", "{bar#3}.{foo#2}.onError");
    row("bar.foo.foo.bar.bar.onError", "bar.{foo#2}.{bar#2}.onError");
}

void TestScriptPaths::folding()
{
    QFETCH(QString, name);
    QTEST(QString::fromStdString(js::foldFunction(name.toStdString())), "folded");
}

void TestScriptPaths::candidatesAndStems()
{
    const auto urls = js::candidateUrls("https://example.com/assets/bundle.min.js?foo=1#wat");
    const std::vector<std::string> expected{"https://example.com/assets/bundle.min.js?foo=1",
                                            "https://example.com/assets/bundle.min.js",
                                            "~/assets/bundle.min.js?foo=1",
                                            "~/assets/bundle.min.js"};
    QCOMPARE(urls, expected);
    QCOMPARE(js::fileStem("https://example.com/assets/bundle.min.js?foo=1#wat"),
             std::string("/assets/bundle"));
    QCOMPARE(js::fileStem("app:///polyfills.e9f8f1606b76a9c9.js"),
             std::string("/polyfills.e9f8f1606b76a9c9"));
    QCOMPARE(js::cleanWebpackName("webpack://my-app/./src/a.js"), std::string("./src/a.js"));
    QCOMPARE(js::cleanWebpackName("webpack://my-app/src/a.js"),
             std::string("webpack://my-app/src/a.js"));
    QCOMPARE(js::cleanTurbopackName("turbopack:///[project]/app/page.tsx"),
             std::string("app/page.tsx"));
}

void TestScriptPaths::choosesFunctions()
{
    QCOMPARE(js::chooseFunction("original", "lookedup", std::nullopt),
             std::string_view("lookedup"));
    QCOMPARE(js::chooseFunction(std::nullopt, "__webpack_require__", "previous_name"),
             std::string_view("previous_name"));
    QCOMPARE(js::chooseFunction(std::nullopt, "__webpack_require__", std::nullopt),
             std::string_view("__webpack_require__"));
    QCOMPARE(js::chooseFunction("original", "__webpack_require__", std::nullopt),
             std::string_view("original"));
}

void TestScriptPaths::trimsAroundTheColumn()
{
    std::string line;
    for (int i = 0; i < 198; ++i)
        line += static_cast<char>('a' + i % 26);
    const auto lineAt = [&](std::uint32_t column) {
        return *js::contextAround("first\n" + line + "\nlast", 2, column)->line;
    };
    QCOMPARE(lineAt(66), "{snip} " + line.substr(6, 140) + " {snip}");
    QCOMPARE(lineAt(190), "{snip} " + line.substr(58));
    QCOMPARE(lineAt(0), line.substr(0, 140) + " {snip}");
    QVERIFY(!js::contextAround("one", 2, 0));
}

QTEST_GUILESS_MAIN(TestScriptPaths)
#include "tst_script_paths.moc"
