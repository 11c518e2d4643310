// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/precise_remapper.h"
#include "core/symbolicate/jvm/retrace/reference_remapper.h"
#include "tests/support/mapping_text.h"

#include <QElapsedTimer>
#include <QTest>

using namespace faultline;
using namespace faultline::proguard;
using test::mappingFrom;

/// Mappings that try to cost memory or time, or to cause endless loops.
class TestHostileMappings : public QObject
{
    Q_OBJECT

private slots:
    void longLineIsPassedOver();
    void millionAlternativesAreBounded();
    void alternativesAreNotComparedEachWithEach();
    void longMethodsOfManyFramesAreBounded();
    void spansDoNotMultiply();
    void classesThatRenameEachOther();
    void deepRecordIsPassedOver();
    void manyBlocksOfOneClass();
    void cancelledBetweenLines();
    void mappingsBeyondTheLimitAreRefused();
};

namespace {

JvmStack stackOf(std::size_t frames, std::uint32_t line)
{
    JvmStack stack;
    JvmStackFrame frame;
    frame.detail.module = "a";
    frame.position.function = "r";
    frame.position.line = line;
    stack.frames.assign(frames, frame);
    return stack;
}

constexpr std::size_t kMostRows =
    jvm::ReferenceRemapper::kMaxRowsPerEvent + jvm::ReferenceRetrace::kMaxRows;

} // namespace

void TestHostileMappings::longLineIsPassedOver()
{
    std::string text = "x.Main -> a:\n    void m() -> r\n    void ";
    text.append(64u << 20, 'n');
    text += "() -> q\n    void k() -> s\n";
    const auto cache = mappingFrom(text);
    QVERIFY(cache);
    QCOMPARE(cache->summary().damagedLines, 1u);
    QVERIFY(cache->findMethod(*cache->findClass("a"), "s"));
    QVERIFY(cache->sizeBytes() < 4096);
}

void TestHostileMappings::millionAlternativesAreBounded()
{
    std::string text = "x.Main -> a:\n";
    for (int i = 0; i < 1'000'000; ++i)
        text += concat("    1:9:void m", i, "():1:9 -> r\n");
    const auto cache = mappingFrom(text);
    QVERIFY(cache);
    const jvm::Mappings mappings{cache};
    jvm::ReferenceRemapper remapper(mappings, std::nullopt);
    const auto remapped = remapper.remap(stackOf(1000, 5), 0);
    QVERIFY(remapped.frames.size() >= jvm::ReferenceRetrace::kMaxRows);
    QVERIFY(remapped.frames.size() <= kMostRows + 1000);
}

void TestHostileMappings::alternativesAreNotComparedEachWithEach()
{
    std::string text = "x.Main -> a:\n";
    for (int i = 0; i < 300'000; ++i)
        text += concat("    1:9:void m", i, "():1:9 -> r\n");
    const auto cache = mappingFrom(text);
    QVERIFY(cache);
    const jvm::Mappings mappings{cache};
    QElapsedTimer timer;
    timer.start();
    const auto remapped = jvm::PreciseRemapper(mappings, std::nullopt).remap(stackOf(1, 5), 0);
    QCOMPARE(remapped.frames.size(), std::size_t{1});
    QCOMPARE(remapped.frames[0].position.function, std::optional<std::string>("r"));
    QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
}

/// Without a limit for the event, each frame would read all entries.
void TestHostileMappings::longMethodsOfManyFramesAreBounded()
{
    std::string text = "x.Main -> a:\n    999999:999999:void m():1:1 -> r\n";
    for (int i = 1; i < 60'000; ++i)
        text += concat("    ", i, "0:", i, "5:void m():1:6 -> r\n");
    const auto cache = mappingFrom(text);
    const jvm::Mappings mappings{cache};
    QElapsedTimer timer;
    timer.start();
    const auto remapped = jvm::PreciseRemapper(mappings, std::nullopt).remap(stackOf(20'000, 7), 0);
    QCOMPARE(remapped.frames.size(), std::size_t{20'000});
    QCOMPARE(remapped.frames.front().position.function, std::optional<std::string>("m"));
    QCOMPARE(remapped.frames.back().position.function, std::optional<std::string>("r"));
    jvm::ReferenceRemapper reference(mappings, std::nullopt);
    QCOMPARE(reference.remap(stackOf(20'000, 0), 0).frames.back().position.function,
             std::optional<std::string>("r"));
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

void TestHostileMappings::mappingsBeyondTheLimitAreRefused()
{
    // Only the size is looked at.
    const std::string_view text("x.Main -> a:", std::size_t{5} << 30);
    auto file = TempFile::createInMemory();
    const auto written = proguard::writeMappingCache(text, *file, ParseLimits(), {});
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::Unsupported);
    QCOMPARE(written.error().detail,
             std::string("mapping: 5368709120 bytes, at most 4294967295 are read"));
}

void TestHostileMappings::spansDoNotMultiply()
{
    std::string text = "x.Main -> a:\n";
    for (int i = 0; i < 1000; ++i)
        text += "    void m():1:65535 -> r\n";
    const auto cache = mappingFrom(text);
    const jvm::Mappings mappings{cache};
    jvm::ReferenceRemapper remapper(mappings, std::nullopt);
    QVERIFY(remapper.remap(stackOf(100, 5), 0).frames.size() <= kMostRows + 100);
}

void TestHostileMappings::classesThatRenameEachOther()
{
    const auto cache =
        mappingFrom("b -> a:\n    1:1:void b.m():1:1 -> r\na -> b:\n    1:1:void a.m():1:1 -> r\n");
    const jvm::Mappings mappings{cache};
    jvm::ReferenceRemapper remapper(mappings, std::nullopt);
    const auto remapped = remapper.remap(stackOf(1, 1), 0);
    QCOMPARE(remapped.frames.size(), std::size_t{1});
    QCOMPARE(remapped.frames[0].detail.module, std::string("b"));
}

void TestHostileMappings::deepRecordIsPassedOver()
{
    const auto text =
        "x.Main -> a:\n    void m() -> r\n# {\"id\":" + std::string(500'000, '[') + "\n";
    const auto cache = mappingFrom(text);
    QVERIFY(cache);
    QCOMPARE(cache->summary().damagedLines, 1u);
}

void TestHostileMappings::manyBlocksOfOneClass()
{
    std::string text;
    for (int i = 0; i < 200'000; ++i)
        text += "x.Main -> a:\n    1:9:void m():1:9 -> r\n";
    const auto cache = mappingFrom(text);
    QVERIFY(cache);
    QCOMPARE(cache->findMethod(*cache->findClass("a"), "r")->entryCount, 200'000u);
}

void TestHostileMappings::cancelledBetweenLines()
{
    std::string text = "x.Main -> a:\n";
    for (int i = 0; i < 10'000; ++i)
        text += "    void m() -> r\n";
    std::stop_source stop;
    stop.request_stop();
    auto file = TempFile::createInMemory();
    const auto written = proguard::writeMappingCache(text, *file, ParseLimits(), stop.get_token());
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestHostileMappings)
#include "tst_hostile_mappings.moc"
