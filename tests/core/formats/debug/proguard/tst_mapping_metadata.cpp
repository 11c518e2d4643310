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

std::string text(const proguard::RewriteComponent& component)
{
    switch (component.kind) {
    case proguard::RewriteComponent::Kind::Throws: return "throws " + component.text;
    case proguard::RewriteComponent::Kind::RemoveInnerFrames:
        return concat("remove ", component.count);
    case proguard::RewriteComponent::Kind::Unknown: break;
    }
    return "unknown " + component.text;
}

struct Describe
{
    std::string operator()(const proguard::UnknownRecord&) const { return "unknown"; }

    std::string operator()(const proguard::SourceFileRecord& record) const
    {
        return "file " + record.fileName;
    }

    std::string operator()(const proguard::SynthesizedRecord&) const { return "synthesized"; }

    std::string operator()(const proguard::OutlineRecord&) const { return "outline"; }

    std::string operator()(const proguard::OutlineCallsiteRecord& record) const
    {
        std::string result = "callsite " + record.outline;
        for (const auto& position : record.positions)
            result += concat(" ", position.outlineLine, ">", position.callsiteLine);
        return result;
    }

    std::string operator()(const proguard::RewriteFrameRecord& record) const
    {
        std::string result = "rewrite";
        for (const auto& condition : record.conditions)
            result += " if " + text(condition);
        for (const auto& action : record.actions)
            result += " do " + text(action);
        return result;
    }

    std::string operator()(const proguard::FormatVersionRecord& record) const
    {
        return "version " + record.version;
    }

    std::string operator()(const proguard::ResidualSignatureRecord& record) const
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
    row("source file", R"({"id":"sourceFile","fileName":"Main.kt"})", "file Main.kt");
    row("escapes", R"({"id":"sourceFile","fileName":"a\"\\\/\u00e4\ud83d\ude00.kt"})",
        "file a\"\\/\xC3\xA4\xF0\x9F\x98\x80.kt");
    row("lone surrogate", R"({"id":"sourceFile","fileName":"\ud83d.kt"})", "file \xEF\xBF\xBD.kt");
    row("single quotes", R"({'id':'sourceFile','fileName':'Main.kt'})", "file Main.kt");
    row("names without quotes", R"({ id : "sourceFile" , fileName : "Main.kt" })", "file Main.kt");
    row("no file name", R"({"id":"sourceFile"})", "unknown");
    row("synthesized", R"({"id":"com.android.tools.r8.synthesized"})", "synthesized");
    row("outline", R"({"id":"com.android.tools.r8.outline"})", "outline");
    row("call site",
        R"({"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5,"x":6}})",
        "callsite  1>4 2>5");
    row("call site of an outline",
        R"({"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4},"outline":"La;b()I"})",
        "callsite La;b()I 1>4");
    row("call site without positions",
        R"({"id":"com.android.tools.r8.outlineCallsite","positions":{}})", "unknown");
    row("rewrite",
        R"({"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/B;)"],"actions":["removeInnerFrames(2)"]
})",
        "rewrite if throws La/B; do remove 2");
    row("unknown condition and action",
        R"({"id":"com.android.tools.r8.rewriteFrame","conditions":["x(1)"],"actions":["y"]
    })",
        "rewrite if unknown x(1) do unknown y");
    row("no conditions",
        R"({"id":"com.android.tools.r8.rewriteFrame","conditions":[],"actions":["removeInnerFrames(2)"]
    })",
        "unknown");
    row("malformed condition",
        R"({"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/B;"],"actions":["removeInnerFrames(2)"]
    })",
        "unknown");
    row("malformed action",
        R"({"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/B;)"],"actions":["removeInnerFrames(-1)"]
    })",
        "unknown");
    row("format version",
        R"({"id":"com.android.tools.r8.mapping","version":"2.2"})",
        "version 2.2");
    row("residual signature",
        R"({"id":"com.android.tools.r8.residualsignature","signature":"(I)V"})",
        "residual (I)V");
    row("another id", R"({"id":"foobar"})", "unknown");
    row("no id", R"({"x":1})", "none");
    row("id is no string", R"({"id":1})", "none");
    row("a list", R"(["id"])", "none");
    row("text after it", R"({"id":"foobar"} x)", "none");
    row("deep", R"({"id":"foobar","a":[[[[[[[[[[[[1]]]]]]]]]]]]})", "none");
    }

    void TestMappingMetadata::records()
    {
        QFETCH(QString, json);
        QFETCH(QString, expected);
        const auto record = proguard::parseMetadata(json.toStdString());
        QCOMPARE(QString::fromStdString(record ? std::visit(Describe(), *record) : "none"),
                 expected);
    }

    void TestMappingMetadata::everyPrefixIsNoRecord()
    {
        const std::string json =
            R"({"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5},"outline":"La;\u0041()I"})";
        for (std::size_t size = 0; size < json.size(); ++size)
            QVERIFY(!proguard::parseMetadata(std::string_view(json).substr(0, size)));
        QVERIFY(proguard::parseMetadata(json));
    }

    QTEST_GUILESS_MAIN(TestMappingMetadata)
#include "tst_mapping_metadata.moc"
