// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/debug/proguard/metadata.h"

#include <QTest>

using namespace faultline;
using namespace faultline::proguard;

/// R8's records in comments.
class TestMappingMetadata : public QObject
{
    Q_OBJECT

private slots:
    void records_data();
    void records();
    void everyPrefixIsNoRecord();
};

namespace {

std::string text(const RewriteComponent& component)
{
    switch (component.kind) {
    case RewriteComponent::Kind::Throws: return "throws " + component.text;
    case RewriteComponent::Kind::RemoveInnerFrames: return concat("remove ", component.count);
    case RewriteComponent::Kind::Unknown: break;
    }
    return "unknown " + component.text;
}

struct Describe
{
    std::string operator()(const UnknownRecord&) const { return "unknown"; }

    std::string operator()(const SourceFileRecord& record) const
    {
        return "file " + record.fileName;
    }

    std::string operator()(const SynthesizedRecord&) const { return "synthesized"; }

    std::string operator()(const OutlineRecord&) const { return "outline"; }

    std::string operator()(const OutlineCallsiteRecord& record) const
    {
        std::string result = "callsite " + record.outline;
        for (const auto& position : record.positions)
            result += concat(" ", position.outlineLine, ">", position.callsiteLine);
        return result;
    }

    std::string operator()(const RewriteFrameRecord& record) const
    {
        std::string result = "rewrite";
        for (const auto& condition : record.conditions)
            result += " if " + text(condition);
        for (const auto& action : record.actions)
            result += " do " + text(action);
        return result;
    }

    std::string operator()(const FormatVersionRecord& record) const
    {
        return "version " + record.version;
    }

    std::string operator()(const ResidualSignatureRecord& record) const
    {
        return "residual " + record.signature;
    }
};

} // namespace

void TestMappingMetadata::records_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* json, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(json) << QString::fromUtf8(expected);
    };
    row("source file", R"json({"id":"sourceFile","fileName":"Main.kt"})json", "file Main.kt");
    row("escapes", R"json({"id":"sourceFile","fileName":"a\"\\\/\u00e4\ud83d\ude00.kt"})json",
        "file a\"\\/\xC3\xA4\xF0\x9F\x98\x80.kt");
    row("lone surrogate", R"json({"id":"sourceFile","fileName":"\ud83d.kt"})json",
        "file \xEF\xBF\xBD.kt");
    row("single quotes", R"json({'id':'sourceFile','fileName':'Main.kt'})json", "file Main.kt");
    row("names without quotes", R"json({ id : "sourceFile" , fileName : "Main.kt" })json",
        "file Main.kt");
    row("no file name", R"json({"id":"sourceFile"})json", "unknown");
    row("synthesized", R"json({"id":"com.android.tools.r8.synthesized"})json", "synthesized");
    row("outline", R"json({"id":"com.android.tools.r8.outline"})json", "outline");
    row("call site",
        R"json({"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5,"x":6}})json",
        "callsite  1>4 2>5");
    row("call site of an outline",
        R"json({"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4},"outline":"La;b()I"})json",
        "callsite La;b()I 1>4");
    row("call site without positions",
        R"json({"id":"com.android.tools.r8.outlineCallsite","positions":{}})json", "unknown");
    row("rewrite",
        R"json({"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/B;)"],"actions":["removeInnerFrames(2)"]})json",
        "rewrite if throws La/B; do remove 2");
    row("unknown condition and action",
        R"json({"id":"com.android.tools.r8.rewriteFrame","conditions":["x(1)"],"actions":["y"]})json",
        "rewrite if unknown x(1) do unknown y");
    row("no conditions",
        R"json({"id":"com.android.tools.r8.rewriteFrame","conditions":[],"actions":["removeInnerFrames(2)"]})json",
        "unknown");
    row("malformed condition",
        R"json({"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/B;"],"actions":["removeInnerFrames(2)"]})json",
        "unknown");
    row("malformed action",
        R"json({"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/B;)"],"actions":["removeInnerFrames(-1)"]})json",
        "unknown");
    row("format version", R"json({"id":"com.android.tools.r8.mapping","version":"2.2"})json",
        "version 2.2");
    row("residual signature",
        R"json({"id":"com.android.tools.r8.residualsignature","signature":"(I)V"})json",
        "residual (I)V");
    row("another id", R"json({"id":"foobar"})json", "unknown");
    row("no id", R"json({"x":1})json", "none");
    row("id is no string", R"json({"id":1})json", "none");
    row("a list", R"(["id"])", "none");
    row("text after it", R"json({"id":"foobar"} x)json", "none");
    row("deep", R"json({"id":"foobar","a":[[[[[[[[[[[[1]]]]]]]]]]]]})json", "none");
}

void TestMappingMetadata::records()
{
    QFETCH(QString, json);
    QFETCH(QString, expected);
    const auto record = parseMetadata(json.toStdString());
    QCOMPARE(QString::fromStdString(record ? std::visit(Describe(), *record) : "none"), expected);
}

void TestMappingMetadata::everyPrefixIsNoRecord()
{
    const std::string json =
        R"json({"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5},"outline":"La;\u0041()I"})json";
    for (std::size_t size = 0; size < json.size(); ++size)
        QVERIFY(!parseMetadata(std::string_view(json).substr(0, size)));
    QVERIFY(parseMetadata(json));
}

QTEST_GUILESS_MAIN(TestMappingMetadata)
#include "tst_mapping_metadata.moc"
