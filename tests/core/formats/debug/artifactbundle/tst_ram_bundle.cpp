// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/artifactbundle/ram_bundle.h"
#include "core/formats/debug/sourcemap/bundle_part.h"

#include <QTest>

#include <array>
#include <cstring>

using namespace faultline;
using artifacts::RamBundle;

class TestRamBundle : public QObject
{
    Q_OBJECT

private slots:
    void readsModulesAndStartupCode();
    void aModuleThatEndsAfterTheFileIsNamed();
    void everyPrefixIsRefusedOrSafe();
    void anyNumberInTheTableIsSafe();
    void namesOfParts_data();
    void namesOfParts();
};

namespace {

using Word = std::uint32_t;

/// Startup code "go()", an absent module 0, module 1 "one();" and module 2 "".
ByteView sampleBundle()
{
    const std::array<Word, 9> head{0xFB0B'D1E5, 3, 5, 0, 0, 5, 7, 12, 1};
    std::vector<std::byte> file(sizeof(head));
    std::memcpy(file.data(), head.data(), sizeof(head));
    const auto code = asBytes(std::string_view("go()\0one();\0\0", 13));
    file.insert(file.end(), code.begin(), code.end());
    return ByteView::fromVector(std::move(file));
}

} // namespace

void TestRamBundle::readsModulesAndStartupCode()
{
    const auto file = sampleBundle();
    QVERIFY(RamBundle::isRamBundle(file.span()));
    QVERIFY(!RamBundle::isRamBundle(asBytes("var a;")));
    const auto bundle = RamBundle::open(file);
    QVERIFY(bundle.has_value());
    QCOMPARE(bundle->moduleCount(), 3u);
    QCOMPARE(bundle->startupCode(), std::string_view("go()\0", 5));
    QCOMPARE(bundle->module(1)->text(), std::string_view("one();"));
    QVERIFY(bundle->module(2)->empty());
    for (const std::uint64_t absent : {0ull, 3ull, ~0ull}) {
        const auto module = bundle->module(absent);
        QVERIFY(!module);
        QCOMPARE(module.error().kind, ErrorKind::NotFound);
    }
}

void TestRamBundle::aModuleThatEndsAfterTheFileIsNamed()
{
    const auto whole = sampleBundle();
    const auto bundle = RamBundle::open(*whole.slice(0, whole.size() - 3));
    QVERIFY(bundle.has_value());
    const auto module = bundle->module(1);
    QVERIFY(!module);
    QCOMPARE(module.error().kind, ErrorKind::Malformed);
    QVERIFY2(module.error().detail.find("entry at 20 says that module 1 has 7 bytes at 41") !=
                 std::string::npos,
             module.error().detail.c_str());
}

void TestRamBundle::everyPrefixIsRefusedOrSafe()
{
    const auto whole = sampleBundle();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto bundle = RamBundle::open(*whole.slice(0, size));
        // The header, the table and the startup code take 41 bytes.
        QCOMPARE(bundle.has_value(), size >= 41);
        if (bundle)
            QVERIFY(!bundle->module(2));
    }
}

void TestRamBundle::anyNumberInTheTableIsSafe()
{
    const auto whole = sampleBundle();
    for (const Word value : {1u, 0x7fff'ffffu, 0xffff'ffffu}) {
        for (std::size_t word = 1; word < 9; ++word) {
            std::vector<std::byte> file(whole.span().begin(), whole.span().end());
            std::memcpy(file.data() + word * sizeof(value), &value, sizeof(value));
            const auto bundle = RamBundle::open(ByteView::fromVector(std::move(file)));
            if (!bundle)
                continue;
            for (std::uint32_t i = 0; i < 4; ++i) {
                const auto module = bundle->module(i);
                QVERIFY(!module || module->size() <= whole.size());
            }
        }
    }
}

void TestRamBundle::namesOfParts_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("part"); // Segment and module, or nothing.
    QTest::newRow("module") << "http://host/123.js?platform=ios" << ":123";
    QTest::newRow("module without folder") << "0.js" << ":0";
    QTest::newRow("segment") << "/app/seg-3.js" << "3:";
    QTest::newRow("module of a segment") << "seg-3_5.js" << "3:5";
    QTest::newRow("the first segment") << "seg-0_5.js" << ":5";
    QTest::newRow("another script") << "app.js" << "-";
    QTest::newRow("no number") << "seg-x_5.js" << "-";
    QTest::newRow("no module") << "seg-3_.js" << "-";
    QTest::newRow("another extension") << "3.ts" << "-";
    QTest::newRow("nothing") << "" << "-";
}

void TestRamBundle::namesOfParts()
{
    QFETCH(const QString, path);
    const auto part = sourcemap::bundlePartOf(path.toStdString());
    auto text = QStringLiteral("-");
    if (part) {
        const auto module = part->module ? QString::number(*part->module) : QString();
        text = QString::fromStdString(part->segment) + ":" + module;
    }
    QTEST(text, "part");
}

QTEST_GUILESS_MAIN(TestRamBundle)
#include "tst_ram_bundle.moc"
