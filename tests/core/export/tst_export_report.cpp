// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/bundle/report_bundle.h"
#include "core/export/export_report.h"
#include "core/export/prepared_export.h"
#include "core/export/shared_note.h"
#include "core/report/html_report.h"
#include "core/report/json_report.h"
#include "tests/support/report_builder.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;
using redact::Profile;

namespace {

/// Would end a title, an attribute, a style sheet and a string in one, and load a picture.
constexpr std::string_view kHostile =
    "\"'></title></style></code><script>alert(1)</script><img src=https://x.example/p onerror=a()>"
    "&lt;\\\n{}url(https://x.example/q)";

std::shared_ptr<Report> hostileReport()
{
    const std::string text(kHostile);
    auto report = makeMinidumpReport();
    Event event = *report->event;
    event.crash.reason = text;
    event.crash.assertion = text;
    event.crash.details = text;
    event.system.osName = text;
    event.system.cpuInfo = text;
    event.makeNative().process.name = text;
    event.makeNative().process.arguments = {text};
    event.makeNative().process.environment = {{text, text}};
    event.makeNative().unloadedModules.push_back(
        {.address = 16, .sizeBytes = 16, .codeId = {}, .name = text});
    event.annotations.push_back({.key = text, .value = text, .module = std::nullopt});
    event.details.emplace_back(text, text);
    event.diagnostics.push_back({.area = text, .text = text});
    for (auto& thread : event.threads)
        thread.name = text;
    for (auto& module : event.modules) {
        module.codeFile = text;
        module.version = text;
    }
    report->event = std::make_shared<const Event>(event);
    report->signature = text;
    for (auto& stack : report->stacks) {
        if (!stack)
            continue;
        auto changed = *stack;
        changed.endNote = text;
        for (auto& frame : changed.frames) {
            frame.position.function = text;
            frame.position.file = text;
            frame.position.absPath = text;
            frame.position.line = 3;
            frame.position.context = {.before = {text, text}, .line = text, .after = {text}};
            frame.makeNative().package = text;
        }
        stack = std::make_shared<const ThreadStack>(std::move(changed));
    }
    for (auto& module : report->modules) {
        if (!module)
            continue;
        auto changed = *module;
        changed.module.codeFile = text;
        changed.module.debugFile = text;
        changed.module.version = text;
        changed.debugDetails = text;
        changed.notes = {text};
        module = std::make_shared<const ModuleReport>(std::move(changed));
    }
    return report;
}

std::shared_ptr<Report> scriptReport()
{
    Event event;
    event.kind = EventKind::JavaScript;
    event.detail = ScriptEvent();
    event.crash.reason = "TypeError: x is undefined";
    event.threads.resize(1);
    event.threads[0].error =
        StackError{.type = "TypeError", .package = {}, .message = "x is undefined"};
    Frame frame;
    frame.status = FrameStatus::Symbolicated;
    frame.position.function = "Ledger.add";
    frame.position.file = "ledger.ts";
    frame.position.line = 3;
    frame.position.context = {.before = {"a", "b"}, .line = "x.y();", .after = {"c"}};
    frame.detail = ScriptFrame();
    auto stack = std::make_shared<ThreadStack>();
    stack->frames = {frame};
    auto report = std::make_shared<Report>();
    report->event = std::make_shared<const Event>(std::move(event));
    report->stacks = {stack};
    return report;
}

std::shared_ptr<Report> jvmReport()
{
    Event event;
    event.kind = EventKind::Jvm;
    event.detail = JvmEvent();
    event.threads.resize(2);
    event.threads[0].error =
        StackError{.type = "IllegalStateException", .package = "java.lang", .message = "closed"};
    event.threads[1].role = StackRole::Cause;
    event.threads[1].error =
        StackError{.type = "IOException", .package = "java.io", .message = "gone"};
    auto report = std::make_shared<Report>();
    report->event = std::make_shared<const Event>(std::move(event));
    for (std::uint32_t i = 0; i < 2; ++i) {
        Frame frame;
        frame.status = FrameStatus::Symbolicated;
        frame.position.function = "com.example.Ledger.add";
        frame.position.file = "Ledger.kt";
        frame.position.line = 20;
        JvmFrame jvm;
        jvm.obfuscated = "a.b.c(SourceFile:1)";
        frame.detail = jvm;
        auto stack = std::make_shared<ThreadStack>();
        stack->thread = i;
        stack->frames = {frame};
        report->stacks.push_back(stack);
    }
    return report;
}

/// A stack of a text: the frames have functions and lines, and nothing else.
std::shared_ptr<Report> textReport(std::uint32_t frames = 2)
{
    Event event;
    event.kind = EventKind::NativeText;
    event.crash.reason = "panicked at main.rs:5";
    event.threads.resize(1);
    auto stack = std::make_shared<ThreadStack>();
    for (std::uint32_t i = 0; i < frames; ++i) {
        Frame frame;
        frame.originalIndex = i;
        frame.status = FrameStatus::Symbolicated;
        frame.position.function = "step" + std::to_string(i);
        frame.makeNative();
        stack->frames.push_back(std::move(frame));
    }
    auto report = std::make_shared<Report>();
    report->event = std::make_shared<const Event>(std::move(event));
    report->stacks = {stack};
    return report;
}

QString htmlOf(const ReportPtr& report, Profile profile, exporting::ExportOptions options = {})
{
    std::string text;
    exporting::writeExport(redact::redact(report, profile), profile, exporting::ExportFormat::Html,
                           options, [&text](std::string_view piece) { text += piece; });
    return QString::fromStdString(text);
}

QSet<QString> matches(const QString& text, const QString& pattern)
{
    QSet<QString> found;
    auto each = QRegularExpression(pattern).globalMatch(text);
    while (each.hasNext())
        found.insert(each.next().captured(1).toLower());
    return found;
}

} // namespace

class TestExportReport : public QObject
{
    Q_OBJECT

private slots:
    void nothingOfTheReportIsMarkup();

    void loadsNothing_data() { addKinds(); }

    void loadsNothing();

    void hasNoEmptyParts_data() { addKinds(); }

    void hasNoEmptyParts();
    void showsWhatTheReportSays();
    void longStacksAreShortened();
    void saysWhatIsLeftOut();
    void nothingLeavesByOtherWays();
    void equalOmissionsAreAddedUp();

private:
    static void addKinds();
    static ReportPtr reportOf(int kind);
};

void TestExportReport::addKinds()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("minidump") << 0;
    QTest::newRow("request") << 1;
    QTest::newRow("script") << 2;
    QTest::newRow("JVM") << 3;
    QTest::newRow("text") << 4;
    QTest::newRow("hostile") << 5;
    QTest::newRow("empty") << 6;
}

ReportPtr TestExportReport::reportOf(int kind)
{
    switch (kind) {
    case 0: return makeMinidumpReport();
    case 1: return makeNativeReport();
    case 2: return scriptReport();
    case 3: return jvmReport();
    case 4: return textReport();
    case 5: return hostileReport();
    default: break;
    }
    auto report = std::make_shared<Report>();
    report->event = std::make_shared<const Event>();
    return report;
}

/// The elements and attributes of the file are those that we write, whatever a crash file says.
void TestExportReport::nothingOfTheReportIsMarkup()
{
    const exporting::ExportOptions options{
        .environment = true, .fileName = std::string(kHostile), .foot = std::string(kHostile)};
    const QString html = htmlOf(hostileReport(), Profile::Full, options);
    const QSet<QString> elements{
        QStringLiteral("html"),  QStringLiteral("head"),    QStringLiteral("meta"),
        QStringLiteral("title"), QStringLiteral("style"),   QStringLiteral("body"),
        QStringLiteral("main"),  QStringLiteral("header"),  QStringLiteral("h1"),
        QStringLiteral("h2"),    QStringLiteral("h3"),      QStringLiteral("p"),
        QStringLiteral("code"),  QStringLiteral("dl"),      QStringLiteral("dt"),
        QStringLiteral("dd"),    QStringLiteral("div"),     QStringLiteral("section"),
        QStringLiteral("small"), QStringLiteral("details"), QStringLiteral("summary"),
        QStringLiteral("span"),  QStringLiteral("table"),   QStringLiteral("thead"),
        QStringLiteral("tbody"), QStringLiteral("tr"),      QStringLiteral("th"),
        QStringLiteral("td"),    QStringLiteral("ol"),      QStringLiteral("li"),
        QStringLiteral("b"),     QStringLiteral("nav"),     QStringLiteral("a"),
        QStringLiteral("aside"), QStringLiteral("footer")};
    const auto found = matches(html, QStringLiteral("<([a-zA-Z0-9]+)"));
    QVERIFY2((found - elements).isEmpty(), qPrintable((found - elements).values().join(u' ')));
    const QSet<QString> attributes{
        QStringLiteral("lang"),    QStringLiteral("charset"),   QStringLiteral("http-equiv"),
        QStringLiteral("name"),    QStringLiteral("content"),   QStringLiteral("class"),
        QStringLiteral("title"),   QStringLiteral("id"),        QStringLiteral("href"),
        QStringLiteral("colspan"), QStringLiteral("aria-label")};
    const auto used = matches(html, QStringLiteral("<[a-z0-9]+[^<>]*? ([a-z-]+)=\""));
    QVERIFY2((used - attributes).isEmpty(), qPrintable((used - attributes).values().join(u' ')));
    QCOMPARE(html.count(QStringLiteral("</style>")), 1);
    QCOMPARE(html.count(QStringLiteral("</title>")), 1);
    QCOMPARE(html.count(QStringLiteral("</html>")), 1);
    const auto style =
        html.section(QStringLiteral("<style>"), 1).section(QStringLiteral("</style>"), 0, 0);
    QVERIFY(!style.contains(QStringLiteral("url(")) && !style.contains(QStringLiteral("@import")));
}

void TestExportReport::loadsNothing()
{
    QFETCH(int, kind);
    const QString html = htmlOf(reportOf(kind), Profile::ShareOutside);
    QVERIFY(html.startsWith(QStringLiteral("<!DOCTYPE html>")));
    QVERIFY(html.contains(QStringLiteral("default-src 'none'; style-src 'unsafe-inline'")));
    QVERIFY(
        matches(html, QStringLiteral("<[a-z0-9]+[^<>]* (src|srcset|action|data)=\"")).isEmpty());
    for (const QString& target : matches(html, QStringLiteral("<a href=\"([^\"]*)\"")))
        QVERIFY2(target.startsWith(u'#') &&
                     html.contains(QStringLiteral("id=\"%1\"").arg(target.mid(1))),
                 qPrintable(target));
    QVERIFY(html.contains(QStringLiteral("prefers-color-scheme:dark")));
    QVERIFY(html.contains(QStringLiteral("@media print")));
}

void TestExportReport::hasNoEmptyParts()
{
    QFETCH(int, kind);
    const QString html = htmlOf(reportOf(kind), Profile::Full);
    for (const auto* empty :
         {"<tbody>\n</tbody>", "<h1></h1>", "<h2></h2>", "<h3></h3>", "<dl class=\"regs\"></dl>",
          "<summary></summary>", "<dt></dt><dd></dd>"})
        QVERIFY2(!html.contains(QLatin1String(empty)), empty);
    const bool isNative = kind != 2 && kind != 3;
    QVERIFY(isNative || !html.contains(QStringLiteral("0x0")));
    QVERIFY(kind == 0 || kind == 5 || !html.contains(QStringLiteral("<section id=\"registers\">")));
}

void TestExportReport::showsWhatTheReportSays()
{
    const QString native = htmlOf(makeMinidumpReport(), Profile::Full);
    QVERIFY(native.contains(QStringLiteral("<code>Span::copy(char const*)</code>")));
    QVERIFY(native.contains(QStringLiteral("span.h:41")));
    QVERIFY(native.contains(QStringLiteral(">inline</span>")));
    QVERIFY(native.contains(QStringLiteral("The frames below are guesses")));
    QVERIFY(native.contains(QStringLiteral("Without symbols")));
    const QString script = htmlOf(scriptReport(), Profile::Full);
    QVERIFY(script.contains(QStringLiteral("<li class=\"at\"><b>▸ 3</b>x.y();</li>")));
    QVERIFY(script.contains(QStringLiteral("<b>1</b>a</li>")));
    const QString jvm = htmlOf(jvmReport(), Profile::Full);
    QVERIFY(jvm.contains(QStringLiteral("java.io.IOException: gone")));
    QVERIFY(jvm.contains(QStringLiteral("<h2>Caused by <small>")));
    QVERIFY(jvm.contains(QStringLiteral("<code class=\"orig\">a.b.c(SourceFile:1)</code>")));
}

void TestExportReport::longStacksAreShortened()
{
    const QString html = htmlOf(textReport(601), Profile::Full);
    QVERIFY(html.contains(QStringLiteral("101 frames are left out of this long stack")));
    QVERIFY(html.contains(QStringLiteral(">step399<")) &&
            !html.contains(QStringLiteral(">step400<")));
    QVERIFY(!html.contains(QStringLiteral(">step500<")) &&
            html.contains(QStringLiteral(">step501<")));
    QVERIFY(html.contains(QStringLiteral("601 frames")));
    const QString whole =
        htmlOf(textReport(601), Profile::Full, {.longStacks = report::LongStacks::Whole});
    QVERIFY(whole.contains(QStringLiteral(">step450<")));
    QVERIFY(!whole.contains(QStringLiteral("left out of this long stack")));
}

void TestExportReport::saysWhatIsLeftOut()
{
    auto report = makeMinidumpReport();
    Event event = *report->event;
    event.makeNative().process.environment = {{"USER", "ekaya"}, {"SHELL", "/bin/secret-shell"}};
    event.makeNative().process.arguments = {"viewer", "/home/ekaya/oslo.vdoc"};
    event.crash.assertion = "cannot open /home/ekaya/oslo.vdoc";
    report->event = std::make_shared<const Event>(std::move(event));
    const QString outside = htmlOf(report, Profile::ShareOutside, {.environment = true});
    QVERIFY(outside.contains(QStringLiteral("Shared outside")));
    QVERIFY(outside.contains(QStringLiteral("2 variables of the environment")));
    QVERIFY(outside.contains(QStringLiteral("2 arguments of the command line")));
    QVERIFY(!outside.contains(QStringLiteral("ekaya")) &&
            !outside.contains(QStringLiteral("secret-shell")));
    const QString team = htmlOf(report, Profile::Team, {.environment = true});
    QVERIFY(team.contains(QStringLiteral("For the team")) &&
            team.contains(QStringLiteral("ekaya")));
    QVERIFY(!team.contains(QStringLiteral("secret-shell")));
    const QString full = htmlOf(report, Profile::Full, {.environment = true});
    QVERIFY(full.contains(QStringLiteral("secret-shell")));
    QVERIFY(!full.contains(QStringLiteral("class=\"shared\"")));
}

/// A name of the report leaves neither in another form, nor in the options, the source texts or the
/// report bundle.
void TestExportReport::nothingLeavesByOtherWays()
{
    auto report = makeMinidumpReport();
    Event event = *report->event;
    event.makeNative().process.environment = {{"USER", "ekaya"}};
    event.crash.assertion = "cannot open /home/ekaya/oslo.vdoc";
    report->event = std::make_shared<const Event>(std::move(event));
    const auto prepared = exporting::prepareExport(
        {.report = report,
         .profile = Profile::ShareOutside,
         .options = {.environment = true, .fileName = "crash of ekaya.dmp"},
         .sources = {{.path = "/home/ekaya/src/a.cpp", .text = "// by ekaya\nint main();\n"}}});
    const auto textOf = [](const auto& write) {
        std::string text;
        const auto written = write([&text](Bytes piece) -> Result<void> {
            text += asText(piece);
            return {};
        });
        return written ? text : std::string("failed");
    };
    using exporting::ExportFormat;
    for (const auto format :
         {ExportFormat::Html, ExportFormat::Markdown, ExportFormat::Json, ExportFormat::Csv}) {
        const auto text = textOf(
            [&](const auto& sink) { return exporting::writeExport(prepared, format, sink); });
        QVERIFY2(text.size() > 10 && !text.contains("ekaya"), text.c_str());
    }
    const auto file =
        textOf([&](const auto& sink) { return exporting::writeReportBundle(prepared, sink); });
    const auto read = bundle::readBundle(ByteView::fromString(std::string(file)), {}, {});
    QVERIFY(read.has_value() && read->sources.size() == 1);
    QVERIFY(read->fileName.empty());
    QVERIFY(!read->sources[0].path.contains("ekaya") && !read->sources[0].text.contains("ekaya"));
    std::string all;
    report::renderJson(*read->report, {.environment = report::IncludeEnvironment::Yes},
                       [&all](std::string_view piece) { all += piece; });
    QVERIFY2(all.size() > 100 && !all.contains("ekaya"), all.c_str());
}

void TestExportReport::equalOmissionsAreAddedUp()
{
    using redact::RemovedKind;
    const std::vector<redact::Removed> removed{
        {.kind = RemovedKind::User, .where = "a.path", .count = 3},
        {.kind = RemovedKind::Process, .where = "faultline.process.environment", .count = 7},
        {.kind = RemovedKind::User, .where = "b.text", .count = 2}};
    const auto all = exporting::omissionsOf(removed);
    QCOMPARE(all.size(), std::size_t{2});
    QVERIFY(all[0].kind == exporting::OmissionKind::Environment);
    QVERIFY(all[1].kind == exporting::OmissionKind::Users);
    QCOMPARE(all[1].count, std::size_t{5});
}

QTEST_GUILESS_MAIN(TestExportReport)
#include "tst_export_report.moc"
