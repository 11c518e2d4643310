// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/text_report.h"
#include "tests/support/golden.h"
#include "tests/support/report_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestTextReport : public QObject
{
    Q_OBJECT

private slots:
    void texts_data();
    void texts();
    void markdown();
    void nothingOfTheFileDrivesTheTerminal();
    void markdownTextsAreOnlyTexts_data();
    void markdownTextsAreOnlyTexts();
    void moreTriedPlacesAreCounted();
    void saysHowOftenAPlaceWasAsked_data();
    void saysHowOftenAPlaceWasAsked();
    void saysHowStacksEnd_data();
    void saysHowStacksEnd();
    void detailsAreShort();
    void detailsOfAKindAreCounted();
    void jsonHasAllDetails();
    void saysWhatTheFileSays();
    void marksNamesOfSymbolTables();
    void emptyReport();
};

void TestTextReport::texts_data()
{
    QTest::addColumn<bool>("isMinidump");
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("isColored");
    QTest::newRow("minidump") << true << 100 << false;
    QTest::newRow("minidump_narrow") << true << 40 << false;
    QTest::newRow("minidump_colored") << true << 100 << true;
    QTest::newRow("native") << false << 100 << false;
}

void TestTextReport::texts()
{
    QFETCH(bool, isMinidump);
    QFETCH(int, width);
    QFETCH(bool, isColored);
    const auto report = isMinidump ? makeMinidumpReport() : makeNativeReport();
    const auto text = report::renderText(
        *report, {.color = isColored ? report::TextColor::Ansi : report::TextColor::Off,
                  .width = static_cast<std::size_t>(width)});
    const auto name =
        QStringLiteral("report/%1.txt").arg(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(matchesGolden(QByteArray::fromStdString(text), name));
}

void TestTextReport::markdown()
{
    const auto text =
        report::renderMarkdown(*makeMinidumpReport(), {.signature = "Span::copy | paint"});
    QVERIFY(matchesGolden(QByteArray::fromStdString(text), QStringLiteral("report/minidump.md")));
}

void TestTextReport::nothingOfTheFileDrivesTheTerminal()
{
    QVERIFY(!report::renderText(*makeMinidumpReport(), {}).contains('\x1b'));
    QVERIFY(!report::renderMarkdown(*makeMinidumpReport(), {}).contains('\x1b'));
}

void TestTextReport::markdownTextsAreOnlyTexts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("name") << QStringLiteral("app_1") << QStringLiteral("app\\_1");
    QTest::newRow("picture") << QStringLiteral("![x](y)") << QStringLiteral("!\\[x\\](y)");
    QTest::newRow("person") << QStringLiteral("@all") << QStringLiteral("`@all`");
    QTest::newRow("mail") << QStringLiteral("a@b.example") << QStringLiteral("`a@b.example`");
    QTest::newRow("address") << QStringLiteral("https://x.example")
                             << QStringLiteral("`https://x.example`");
    QTest::newRow("bare address") << QStringLiteral("www.x.example")
                                  << QStringLiteral("`www.x.example`");
    QTest::newRow("entity") << QStringLiteral("&lt;b&gt;") << QStringLiteral("`&lt;b&gt;`");
    QTest::newRow("formula") << QStringLiteral("$$x`y$$") << QStringLiteral("`$$x'y$$`");
    QTest::newRow("issue") << QStringLiteral("#12") << QStringLiteral("`#12`");
    QTest::newRow("issue, long form") << QStringLiteral("GH-12") << QStringLiteral("`GH-12`");
}

void TestTextReport::markdownTextsAreOnlyTexts()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    const auto markdown = QString::fromStdString(
        report::renderMarkdown(*makeMinidumpReport(), {.program = text.toStdString()}));
    QVERIFY2(markdown.startsWith(QStringLiteral("**%1** · ").arg(shown)),
             qPrintable(markdown.left(200)));
}

void TestTextReport::moreTriedPlacesAreCounted()
{
    const auto text = report::renderText(*makeMinidumpReport(), {.maxPlacesPerModule = 2});
    QVERIFY(text.contains("and 3 more"));
}

void TestTextReport::saysHowOftenAPlaceWasAsked_data()
{
    QTest::addColumn<unsigned>("attempts");
    QTest::addColumn<int>("expirySeconds"); // Below 0: not remembered.
    QTest::addColumn<QString>("expected");
    QTest::newRow("three attempts") << 3u << -1 << "(3 attempts)";
    QTest::newRow("seconds") << 0u << 119 << "earlier try, asked again in 119 s)";
    QTest::newRow("minutes") << 0u << 3569 << "earlier try, asked again in 59 min)";
    QTest::newRow("hours") << 0u << 86'399 << "earlier try, asked again in 24 h)";
    QTest::newRow("days") << 0u << 604'800 << "earlier try, asked again in 7 d)";
}

void TestTextReport::saysHowOftenAPlaceWasAsked()
{
    QFETCH(unsigned, attempts);
    QFETCH(int, expirySeconds);
    QFETCH(QString, expected);
    auto module = std::make_shared<ModuleReport>();
    module->debugStatus = ObjectFileStatus::Missing;
    module->frameCount = 1;
    Candidate candidate;
    candidate.source = "s";
    candidate.location = "http://host/file";
    candidate.attempts = attempts;
    if (expirySeconds >= 0) {
        candidate.layer = AnswerLayer::NegativeCache;
        candidate.failureExpiresInSeconds = static_cast<std::uint64_t>(expirySeconds);
    }
    module->candidates = {candidate};
    Report report;
    report.event = std::make_shared<const Event>();
    report.modules = {module};
    const auto text = QString::fromStdString(report::renderText(report, {}));
    QVERIFY2(text.contains(expected), qPrintable(text));
}

void TestTextReport::saysHowStacksEnd_data()
{
    QTest::addColumn<int>("end");
    QTest::addColumn<QByteArray>("note");
    QTest::addColumn<int>("trust");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isEarly");
    const auto row = [](const char* name, StackEnd end, const char* note, const char* text,
                        bool isEarly, FrameTrust trust = FrameTrust::Cfi) {
        QTest::newRow(name) << int(end) << QByteArray(note) << int(trust) << QByteArray(text)
                            << isEarly;
    };
    row("thread's start", StackEnd::KnownStart, "", "stack ends: threads begin in this function",
        false);
    row("unwind data", StackEnd::UnwindData, "",
        "stack ends: unwind data marks the outermost frame", false);
    row("no code", StackEnd::NotCode, "the caller would be at 0x41414141",
        "stack breaks off: the return address points to no code, the caller would be at "
        "0x41414141",
        true);
    row("no memory", StackEnd::NoMemory, "",
        "stack breaks off: the file holds no more stack memory", true);
    row("limit", StackEnd::FrameLimit, "", "stack breaks off: frame limit reached", true);
    row("time", StackEnd::TimeLimit, "", "stack breaks off: time limit reached", true);
    row("no caller", StackEnd::NotFound, "", "stack breaks off: no caller found", true);
    row("walked by the reporter", StackEnd::NotFound, "",
        "stack ends: the crash reporter gives no more frames", false, FrameTrust::Prewalked);
    row("terminal codes", StackEnd::NotCode, "\x1b[2J",
        "stack breaks off: the return address points to no code, \\x1b[2J", true);
}

void TestTextReport::saysHowStacksEnd()
{
    QFETCH(int, end);
    QFETCH(QByteArray, note);
    QFETCH(int, trust);
    QFETCH(QByteArray, text);
    QFETCH(bool, isEarly);
    const auto report = makeMinidumpReport();
    auto stack = std::make_shared<ThreadStack>(*report->stacks[0]);
    stack->end = StackEnd(end);
    stack->endNote = note.toStdString();
    stack->frames.back().trust = FrameTrust(trust);
    report->stacks[0] = stack;
    const auto plain = QByteArray::fromStdString(report::renderText(*report, {}));
    QVERIFY2(plain.contains("\n      " + text + "\n"), plain.constData());
    const auto colored =
        QByteArray::fromStdString(report::renderText(*report, {.color = report::TextColor::Ansi}));
    QVERIFY(colored.contains((isEarly ? "\x1b[33m      " : "\x1b[2m      ") + text));
    const auto markdown = QByteArray::fromStdString(
        report::renderMarkdown(*report, {.shown = report::wholeStack(*report, 0)}));
    QCOMPARE(markdown.contains("   ... " + text + "\n```"), isEarly);
    report::JsonOptions options;
    options.extras = report::IncludeExtras::Yes;
    QCOMPARE(report::renderJson(*report, options).contains(R"("ends_early":true)"), isEarly);
}

void TestTextReport::detailsAreShort()
{
    const auto report = makeMinidumpReport();
    auto event = std::make_shared<Event>(*report->event);
    event->details = {{"comment", "first\x1b[2J"}, {"comment", "ααα"}, {"limit", "1 2 files"}};
    report->event = event;
    const auto text = QByteArray::fromStdString(
        report::renderText(*report, {.maxDetails = 2, .maxDetailBytes = 5}));
    QVERIFY2(text.contains("\nDetails\n  comment: first…\n  comment: αα…\n  and 1 more\n"),
             text.constData());
    const auto whole = QByteArray::fromStdString(report::renderText(*report, {}));
    QVERIFY2(
        whole.contains("\nDetails\n  comment: first\\x1b[2J\n  comment: ααα\n  limit: 1 2 files\n"),
        whole.constData());
}

void TestTextReport::detailsOfAKindAreCounted()
{
    const auto report = makeMinidumpReport();
    auto event = std::make_shared<Event>(*report->event);
    event->details = {{"status Pid", "7"}, {"AT_PHDR", "0x40"}, {"status Name", "x"},
                      {"comment", "c"},    {"AT_BASE", "0x0"},  {"status Uid", "0"}};
    report->event = event;
    const auto text =
        QByteArray::fromStdString(report::renderText(*report, {.maxDetailsOfAKind = 2}));
    QVERIFY2(text.contains("\nDetails\n  status…: 3 facts\n  AT_PHDR: 0x40\n  comment: c\n"
                           "  AT_BASE: 0x0\n"),
             text.constData());
}

void TestTextReport::jsonHasAllDetails()
{
    const auto report = makeMinidumpReport();
    auto event = std::make_shared<Event>(*report->event);
    event->details = {{"comment", "first"}, {"comment", "second"}};
    event->makeNative().handles = {{.value = 0x44,
                                    .type = "File",
                                    .name = "a.log",
                                    .access = 3,
                                    .count = 1,
                                    .object = HandleObject{HandleObjectKind::Mutex, -1, 88, 99}},
                                   {.value = 0x48, .type = {}, .name = {}, .object = {}}};
    report->event = event;
    report::JsonOptions options;
    QVERIFY(!report::renderJson(*report, options).contains("second"));
    options.extras = report::IncludeExtras::Yes;
    const auto json = QByteArray::fromStdString(report::renderJson(*report, options));
    QVERIFY2(json.contains(R"("details":[{"name":"comment","value":"first"},)"
                           R"({"name":"comment","value":"second"}])"),
             json.constData());
    QVERIFY2(
        json.contains(R"("handles":[{"handle":"0x44","type":"File","name":"a.log",)"
                      R"("attributes":"0x0","access":"0x3","count":1,)"
                      R"("object":{"kind":"mutex","count":-1,"process_id":88,"thread_id":99}},)"
                      R"({"handle":"0x48","attributes":"0x0","access":"0x0","count":0}])"),
        json.constData());
}

namespace {

/// The report with everything that a dump may say beside stacks and modules.
std::shared_ptr<Report> talkativeReport()
{
    auto report = makeMinidumpReport();
    auto event = std::make_shared<Event>(*report->event);
    auto& native = event->makeNative();
    native.process.arguments = {"app.exe", "--file", "a\x1b[2J"};
    native.process.environment = {{"TOKEN", "secret"}};
    native.unloadedModules = {
        {.address = 0x10000, .sizeBytes = 0x1000, .codeId = {}, .name = "gone.dll"}};
    event->annotations = {{Annotation::Origin::CrashpadList, "channel", "beta_1", 0},
                          {Annotation::Origin::Breakpad, "ver", "7", std::nullopt}};
    auto& thread = event->threads[report->event->requestingThread.value_or(0)];
    thread.suspendCount = 2;
    thread.priority = 8;
    thread.createTime = 116'444'736'000'000'000; // 1970.
    thread.kernelTime = 15'000'000;
    thread.startAddress = 0x401000;
    auto module = std::make_shared<ModuleReport>(*report->modules[0]);
    module->module.unknownCodeView = ByteView::fromString("NB09abcd");
    report->modules[0] = module;
    report->event = event;
    return report;
}

} // namespace

void TestTextReport::saysWhatTheFileSays()
{
    const auto report = talkativeReport();
    const auto text = report::renderText(*report, {});
    for (const auto* told :
         {"Command: app.exe --file a\\x1b[2J\n",
          "  suspend count 2, priority 8, started at 0x401000, ",
          "created 1970-01-01 00:00:00 UTC, kernel time 1.500 s", "Unloaded modules: 1", "gone.dll",
          "channel: beta_1 (Crashpad, ", "ver: 7 (Breakpad)",
          "CodeView record of an unknown kind: 8 bytes, 4e423039"})
        QVERIFY2(text.contains(told), text.c_str());
    QVERIFY(!text.contains("secret"));
    QVERIFY(report::renderText(*report, {.environment = true}).contains("TOKEN=secret"));
    const auto markdown = report::renderMarkdown(*report, {});
    QVERIFY2(markdown.contains("- channel: beta\\_1 (Crashpad, "), markdown.c_str());
    report::JsonOptions options{.extras = report::IncludeExtras::Yes};
    const auto json = report::renderJson(*report, options);
    for (const auto* told :
         {R"("arguments":["app.exe","--file","a\u001b[2J"])", R"("suspend_count":2,"priority":8,)",
          R"("kernel_time":15000000)", R"("start_address":"0x401000")",
          R"("unknown_codeview":"4e42303961626364")", R"("origin":"crashpad_list")"})
        QVERIFY2(json.contains(told), json.c_str());
    QVERIFY(!json.contains("secret"));
    options.environment = report::IncludeEnvironment::Yes;
    QVERIFY(report::renderJson(*report, options).contains(R"("environment":{"TOKEN":"secret"})"));
    options.extras = report::IncludeExtras::No;
    QVERIFY(!report::renderJson(*report, options).contains("secret"));
}

void TestTextReport::marksNamesOfSymbolTables()
{
    auto report = makeMinidumpReport();
    auto stack = std::make_shared<ThreadStack>(*report->stacks[0]);
    const auto named = std::ranges::find_if(stack->frames, [](const Frame& frame) {
        return frame.status == FrameStatus::Symbolicated && !frame.isInlined;
    });
    QVERIFY(named != stack->frames.end());
    named->makeNative().fromSymbolTable = true;
    report->stacks[0] = stack;
    QVERIFY(report::renderText(*report, {}).contains("name from symbol table"));
}

void TestTextReport::emptyReport()
{
    Report report;
    report.event = std::make_shared<const Event>();
    QCOMPARE(report::renderText(report, {}),
             std::string("No crash: the file records no exception\n"));
    QCOMPARE(report::renderMarkdown(report, {}), std::string("\n```\n```\n"));
    Event damaged;
    damaged.crash.isUnreadable = true;
    report.event = std::make_shared<const Event>(damaged);
    QVERIFY(
        report::renderText(report, {}).starts_with("Damaged file: its exception cannot be read\n"));
}

QTEST_GUILESS_MAIN(TestTextReport)
#include "tst_text_report.moc"
