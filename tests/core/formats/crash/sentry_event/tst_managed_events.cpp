// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "tests/core/formats/crash/sentry_event/sentry_events.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Events of scripts and of the JVM, and what only they have.
class TestManagedEvents : public QObject
{
    Q_OBJECT

private slots:
    void readsStacksOfScripts();
    void readsStacksOfTheJvm();
    void readsLocksOfTheJvm();
    void mappingsAreModules();
    void breadcrumbsAreFacts();
    void jvmEventsCutOff();
};

/// Events have the cause in front of its error and callers first; the report has both the other
/// way.
void TestManagedEvents::readsStacksOfScripts()
{
    const auto event = read(R"({"event_id":"a","platform":"node","release":{"version":"1.0"},
        "dist":"7","debug_meta":{"images":[{"type":"sourcemap","code_file":"app:///x.js",
        "debug_id":"2f259f80-58b7-44cb-d7cd-de1505e7e718"}]},
        "exception":{"values":[
        {"type":"Error","value":"root","stacktrace":{"frames":[{"filename":"app:///y.js","lineno":1}]}},
        {"type":"TypeError","value":"top",
         "stacktrace":{"frames":[{"filename":"mapped.ts","lineno":9}]},
         "raw_stacktrace":{"frames":[
          {"abs_path":"app:///x.js","filename":"x.js","lineno":2,"colno":3,"function":"?","in_app":true},
          {"platform":"java","abs_path":"X.java","lineno":4},
          {"abs_path":"app:///x.js","lineno":5,"colno":6,"function":"f"}]}}]}})");
    QVERIFY(event);
    QCOMPARE((*event)->kind, EventKind::JavaScript);
    const auto& scripts = std::get<ScriptEvent>((*event)->detail);
    QCOMPARE(scripts.release, std::optional<std::string>("1.0"));
    QCOMPARE(scripts.dist, std::optional<std::string>("7"));
    QCOMPARE(scripts.stacks.size(), 2u);
    QCOMPARE(scripts.stacks[0].type, std::string("TypeError"));
    QCOMPARE(scripts.stacks[0].role, ScriptStackRole::Error);
    QCOMPARE(scripts.stacks[1].type, std::string("Error"));
    QCOMPARE(scripts.stacks[1].role, ScriptStackRole::Cause);
    const auto& frames = scripts.stacks[0].frames;
    QCOMPARE(frames.size(), 2u);
    QCOMPARE(frames[0].position.function, std::optional<std::string>("f"));
    QCOMPARE(frames[0].position.line, std::optional<std::uint32_t>(5));
    QVERIFY(!frames[1].position.function);
    QCOMPARE(frames[1].inApp, std::optional(true));
    QCOMPARE(frames[1].position.column, std::optional<std::uint32_t>(3));
    QCOMPARE((*event)->modules.size(), 2u);
    QVERIFY((*event)->modules[0].debugId);
    QCOMPARE((*event)->threads[1].name, std::optional<std::string>("caused by Error: root"));
    QCOMPARE(diagnosticsOf(**event), QStringList{"stacks: 1 frame of other code, or without a file "
                                                 "or line, left out"});
    QCOMPARE(detailOf(**event, "release"), std::string("1.0"));
}

const char* const kJvmEvent = R"({"event_id":"a","platform":"java","release":"com.x.app@1.0+7",
        "debug_meta":{"images":[{"type":"proguard","uuid":"2f259f80-58b7-44cb-d7cd-de1505e7e718"},
        {"type":"jvm","debug_id":"00000000-58b7-44cb-d7cd-de1505e7e718"},{"type":"proguard"}]},
        "exception":{"values":[
        {"type":"b","module":"a","value":"root","stacktrace":{"frames":[
          {"module":"a.a","function":"c","lineno":1,"filename":"SourceFile"}]}},
        {"type":"IllegalStateException","module":"java.lang","value":"top\nmore","stacktrace":{"frames":[
          {"module":"java.lang.Thread","function":"run","lineno":840,"filename":"Thread.java","in_app":false},
          {"function":"no class"},{"platform":"native","module":"x","function":"y"},
          {"module":"a.b","function":"d","lineno":2,"filename":"r8-map-id-12ab"}]}}]},
        "threads":{"values":[{"name":"main","stacktrace":{"frames":[
          {"module":"a.c","function":"e","signature":"(I)V"}]}},{"name":"idle"}]}})";

void TestManagedEvents::readsStacksOfTheJvm()
{
    const auto event = read(kJvmEvent);
    QVERIFY(event);
    QCOMPARE((*event)->kind, EventKind::Jvm);
    const auto& jvm = std::get<JvmEvent>((*event)->detail);
    QCOMPARE(jvm.releasePackage, std::optional<std::string>("com.x.app"));
    QCOMPARE(jvm.mapIds, std::vector<std::string>{"12ab"});
    QCOMPARE(jvm.modules.size(), std::size_t{2});
    QCOMPARE(jvm.modules[0].type, JvmModule::Type::Mapping);
    QCOMPARE(jvm.modules[1].type, JvmModule::Type::SourceBundle);
    // One map id and one UUID are the same mapping.
    QCOMPARE((*event)->modules.size(), std::size_t{1});
    QCOMPARE((*event)->modules[0].debugId, std::optional(jvm.modules[0].id));
    QCOMPARE((*event)->modules[0].codeId, std::optional(CodeId::parse("12ab")));
    QCOMPARE(jvm.stacks.size(), std::size_t{3});
    QCOMPARE(jvm.stacks[0].exception, (JvmException{"IllegalStateException", "java.lang"}));
    QCOMPARE(jvm.stacks[1].role, JvmStackRole::Cause);
    QCOMPARE(jvm.stacks[2].thread, std::string("main"));
    const auto& frames = jvm.stacks[0].frames;
    QCOMPARE(frames.size(), std::size_t{2});
    QCOMPARE(frames[0].detail.module, std::string("a.b"));
    QCOMPARE(frames[0].position.line, std::optional<std::uint32_t>(2));
    QVERIFY(frames[0].index != frames[1].index);
    QCOMPARE(frames[1].inApp, std::optional(false));
    QCOMPARE(jvm.stacks[2].frames[0].detail.signature, std::optional<std::string>("(I)V"));
    QCOMPARE(jvm.messages.size(), std::size_t{3});
    QCOMPARE(jvm.messages[2].stack, std::size_t{1});
    QCOMPARE((*event)->crash.reason, std::string("java.lang.IllegalStateException"));
    QCOMPARE(QString::fromStdString((*event)->crash.details), QStringLiteral("top\nmore"));
    QCOMPARE((*event)->requestingThread, std::optional<std::uint32_t>(0));
    QCOMPARE(diagnosticsOf(**event), QStringList{"stacks: 2 frames of other code, or without a "
                                                 "class or method, left out"});
    QCOMPARE(detailOf(**event, "release"), std::string("com.x.app@1.0+7"));
}

/// The forms are those of an ANR trace of ART.
void TestManagedEvents::readsLocksOfTheJvm()
{
    const auto event = read(R"({"event_id":"a","platform":"java","threads":{"values":[
        {"name":"main","held_locks":{"0x1":{"type":8,"address":"0x1","package_name":"a.a",
          "class_name":"e","thread_id":39},"0x2":{"type":1,"address":"0x2","class_name":"g"}},
         "stacktrace":{"frames":[{"module":"a.b","function":"c","lock":{"type":8,"address":"0x1",
          "package_name":"a.a","class_name":"e","thread_id":39}}]}},
        {"name":"pool","held_locks":{"0x1":{"type":1,"address":"0x1","package_name":"a.a",
          "class_name":"e"},"0x3":{"type":99}},
         "stacktrace":{"frames":[{"module":"a.d","function":"run"}]}}]}})");
    QVERIFY(event);
    const auto& jvm = std::get<JvmEvent>((*event)->detail);
    QStringList texts;
    for (const auto& message : jvm.messages) {
        QVERIFY(message.frame.has_value());
        texts.append(
            QStringLiteral("%1 %2").arg(message.stack).arg(QString::fromStdString(message.text)));
    }
    QCOMPARE(texts, (QStringList{"0 - waiting to lock <0x1> (a a.a.e) held by thread 39",
                                 "0 - locked <0x2> (a g)", "1 - locked <0x1> (a a.a.e)"}));
}

void TestManagedEvents::mappingsAreModules()
{
    const auto modulesOf = [](std::vector<std::string> mapIds, std::size_t uuids) {
        JvmEvent jvm;
        jvm.mapIds = std::move(mapIds);
        for (std::size_t i = 0; i < uuids; ++i)
            jvm.modules.push_back({JvmModule::Type::Mapping,
                                   *DebugId::parse(concat("0f3c9a527b1e4d869c205ae1d7f4b3c", i))});
        return jvmtext::mappingModulesOf(jvm);
    };
    QCOMPARE(modulesOf({}, 0).size(), std::size_t{1});
    QVERIFY(!modulesOf({}, 0)[0].debugId && !modulesOf({}, 0)[0].codeId);
    QCOMPARE(modulesOf({}, 2).size(), std::size_t{2});
    QVERIFY(modulesOf({}, 2)[1].debugId);
    QCOMPARE(modulesOf({"ab"}, 1).size(), std::size_t{1});
    const auto several = modulesOf({"ab", "cd"}, 1);
    QCOMPARE(several.size(), std::size_t{3});
    QVERIFY(!several[0].debugId && !several[1].debugId && several[2].debugId);
}

void TestManagedEvents::breadcrumbsAreFacts()
{
    std::string crumbs;
    for (int i = 0; i < 120; ++i)
        crumbs += concat(i == 0 ? "" : ", ", R"({"timestamp": 1, "type": "default", "message": ")",
                         i, R"("})");
    const auto event = read(concat(
        R"({"platform": "javascript", "stacktrace": {"frames": [)",
        R"({"abs_path": "app.js", "lineno": 1, "colno": 2}]}, "breadcrumbs": [)", crumbs, "]}"));
    QVERIFY(event);
    std::vector<std::string> shown;
    for (const auto& [name, value] : (*event)->details) {
        if (name == "breadcrumb")
            shown.push_back(value);
    }
    QCOMPARE(shown.size(), std::size_t{100});
    QCOMPARE(shown.front(), std::string("1 default: 20"));
    QCOMPARE(shown.back(), std::string("1 default: 119"));
}

void TestManagedEvents::jvmEventsCutOff()
{
    const std::string whole(kJvmEvent);
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(!read(whole.substr(0, size)));
}

QTEST_GUILESS_MAIN(TestManagedEvents)
#include "tst_managed_events.moc"
