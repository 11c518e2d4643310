// SPDX-License-Identifier: GPL-3.0-or-later
// Plants canaries in every field of every kind of event and looks for them in what each profile
// leaves, in each form of output.
#include "core/model/codec/report_writer.h"
#include "core/redact/redact.h"
#include "core/report/html_report.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/stackwalk_json.h"
#include "core/report/stackwalk_text.h"
#include "core/report/text_report.h"
#include "tests/core/redact/canaries.h"

#include <QTest>

using namespace faultline;
using namespace faultline::redact;
using namespace faultline::test;

namespace {

/// A report whose event is of the kind with that index in Event::detail.
Report filledReport(std::size_t kind)
{
    for (std::size_t first = 0; first < std::variant_size_v<decltype(Event::detail)>; ++first) {
        auto report = ReportFiller(first).makeReport();
        if (report.event->detail.index() == kind)
            return report;
    }
    qFatal("the filler never takes that kind of event");
}

template <class T>
void repeat(std::vector<T>& values, std::size_t times)
{
    const auto once = values;
    for (std::size_t i = 1; i < times; ++i)
        values.insert(values.end(), once.begin(), once.end());
}

/// More frames and candidates, so that there are enough canaries.
void enlarge(Report& report)
{
    for (auto& stack : report.stacks) {
        auto copy = std::make_shared<ThreadStack>(*stack);
        repeat(copy->frames, 12);
        stack = std::move(copy);
    }
    for (auto& module : report.modules) {
        auto copy = std::make_shared<ModuleReport>(*module);
        repeat(copy->candidates, 24);
        module = std::move(copy);
    }
}

/// A report with canaries in all fields.
ReportPtr plantedReport(std::size_t kind, std::size_t* count = nullptr)
{
    auto report = filledReport(kind);
    enlarge(report);
    CanaryPlanter planter;
    planter.plant(report);
    if (count)
        *count = planter.count();
    return std::make_shared<const Report>(std::move(report));
}

struct Form
{
    const char* name;
    std::string (*render)(const Report&);
};

const std::array kForms{
    Form{"JSON",
         [](const Report& report) {
             return report::renderJson(report, {.candidates = report::IncludeCandidates::Yes,
                                                .extras = report::IncludeExtras::Yes,
                                                .environment = report::IncludeEnvironment::Yes});
         }},
    Form{"text",
         [](const Report& report) {
             report::TextOptions options;
             options.environment = true;
             return report::renderText(report, options);
         }},
    Form{"Markdown", [](const Report& report) { return report::renderMarkdown(report, {}); }},
    Form{"HTML",
         [](const Report& report) {
             report::DocumentOptions options;
             options.environment = true;
             return report::renderHtml(report::makeDocument(report, options));
         }},
    Form{"stackwalk JSON",
         [](const Report& report) { return report::renderStackwalkJson(report); }},
    Form{"stackwalk text",
         [](const Report& report) { return report::renderStackwalkText(report, {}); }},
    Form{"stored",
         [](const Report& report) {
             const auto bytes = codec::encodeReport(report, codec::EventMemory::Include);
             return std::string(asText(bytes));
         }},
};

/// What a profile must not show.
std::vector<std::string> canariesOf(Profile profile, std::string_view text)
{
    auto found = numberedWords(text, kProcessCanary);
    if (profile == Profile::ShareOutside) {
        std::ranges::move(numberedWords(text, kNameCanary), std::back_inserter(found));
        std::ranges::move(numberedWords(text, "10.77.0."), std::back_inserter(found));
    }
    return found;
}

std::shared_ptr<Report> reportWith(Event event)
{
    if (event.isNative() && !event.asNative()->memory)
        event.makeNative().memory = std::make_shared<const MemoryImage>();
    auto report = std::make_shared<Report>();
    report->event = std::make_shared<const Event>(std::move(event));
    return report;
}

QByteArray joined(const std::vector<std::string>& texts)
{
    QByteArray all;
    for (const auto& text : texts)
        all += QByteArray::fromStdString(text) + '\n';
    return all;
}

} // namespace

class tst_redaction : public QObject
{
    Q_OBJECT

private slots:

    void fullChangesNothing_data() { addKinds(); }

    void fullChangesNothing()
    {
        QFETCH(int, kind);
        const auto report = plantedReport(static_cast<std::size_t>(kind));
        const auto result = redact::redact(report, Profile::Full);
        QCOMPARE(result.report, report);
        QVERIFY(result.removed.empty());
        QVERIFY(result.texts.empty());
    }

    void furtherTextsLoseTheNamesOfTheReport()
    {
        Event event;
        event.crash.reason = "SIGSEGV";
        event.makeNative().process.environment = {{"USER", "ekaya"}};
        const auto report = reportWith(std::move(event));
        const std::vector<redact::FurtherText> given{
            {.path = "/home/ekaya/src/a.c", .text = "// ekaya wrote this\nint main();\n"}};
        auto outside = given;
        const auto shown = redact::redact(report, Profile::ShareOutside, outside);
        QVERIFY(!outside[0].path.contains("ekaya") && outside[0].path.ends_with("/src/a.c"));
        QVERIFY(!outside[0].text.contains("ekaya") && outside[0].text.contains("int main();"));
        QVERIFY(std::ranges::any_of(shown.removed, [](const redact::Removed& each) {
            return each.where == "sources.text" && each.kind == RemovedKind::User;
        }));
        auto team = given;
        (void)redact::redact(report, Profile::Team, team);
        QCOMPARE(team[0].text, given[0].text);
    }

    void keepsTextsThatWentForTheOwner()
    {
        Event event;
        event.crash.assertion = "cannot open /home/ekaya/a";
        event.crash.details = "cannot open /home/ekaya/a";
        event.makeNative().process.environment = {{"USER", "ekaya"}};
        const auto shown = redact::redact(reportWith(std::move(event)), Profile::ShareOutside);
        const auto environment =
            std::ranges::find(shown.texts, RemovedKind::Process, &redact::RemovedText::kind);
        QVERIFY(environment != shown.texts.end());
        QCOMPARE(environment->before, std::string("USER=ekaya"));
        QVERIFY(environment->after.empty());
        const auto name =
            std::ranges::find(shown.texts, RemovedKind::User, &redact::RemovedText::kind);
        QVERIFY(name != shown.texts.end());
        QVERIFY(name->before.contains("ekaya") && !name->after.contains("ekaya"));
    }

    void everyFieldKeepsWhatItMay_data() { addKindsAndProfiles(); }

    void everyFieldKeepsWhatItMay()
    {
        QFETCH(int, kind);
        QFETCH(Profile, profile);
        std::size_t count = 0;
        const auto before = plantedReport(static_cast<std::size_t>(kind), &count);
        QVERIFY2(count >= 1000, std::to_string(count).c_str());
        const auto after = redact::redact(before, profile).report;
        RedactionCheck check(profile);
        check.check(*before, *after);
        QVERIFY2(check.defects().empty(), joined(check.defects()));
    }

    void noFormShowsACanary_data() { addKindsAndProfiles(); }

    void noFormShowsACanary()
    {
        QFETCH(int, kind);
        QFETCH(Profile, profile);
        const auto before = plantedReport(static_cast<std::size_t>(kind));
        const auto after = redact::redact(before, profile).report;
        for (const auto& form : kForms) {
            const auto full = form.render(*before);
            const auto text = form.render(*after);
            const auto left = canariesOf(profile, text);
            QVERIFY2(left.empty(), QByteArray(form.name) + ": " + joined(left));
            std::vector<std::string> lost;
            std::ranges::set_difference(numberedWords(full, kKept), numberedWords(text, kKept),
                                        std::back_inserter(lost));
            QVERIFY2(lost.empty(), QByteArray(form.name) + " lost: " + joined(lost));
        }
    }

    void formsShowCanariesBefore()
    {
        const auto report = plantedReport(0);
        for (const auto& form : kForms)
            QVERIFY2(!canariesOf(Profile::ShareOutside, form.render(*report)).empty(), form.name);
    }

    void fieldsAreNamedAsInTheSchema_data() { addKinds(); }

    void fieldsAreNamedAsInTheSchema()
    {
        QFETCH(int, kind);
        QFile file(FL_TESTS_DIR "/../docs/report.schema.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto schema = file.readAll();
        const auto result =
            redact::redact(plantedReport(static_cast<std::size_t>(kind)), Profile::ShareOutside);
        for (const auto& removed : result.removed) {
            for (const auto& name : QByteArray::fromStdString(removed.where).split('.'))
                QVERIFY2(schema.contains('"' + name + "\":") || isInNoJson(name),
                         removed.where.c_str());
        }
    }

    void redactingTwiceIsRedactingOnce_data() { addKindsAndProfiles(); }

    void redactingTwiceIsRedactingOnce()
    {
        QFETCH(int, kind);
        QFETCH(Profile, profile);
        const auto once = redact::redact(plantedReport(static_cast<std::size_t>(kind)), profile);
        const auto twice = redact::redact(once.report, profile);
        QVERIFY2(twice.removed.empty(),
                 twice.removed.empty() ? "" : twice.removed.front().where.c_str());
        QCOMPARE(twice.report, once.report);
    }

    void sharesPartsInWhichNothingChanges()
    {
        Event event;
        event.makeNative().process.environment = {{"A", "b"}};
        auto report = reportWith(std::move(event));
        report->stacks.push_back(std::make_shared<const ThreadStack>());
        report->modules.push_back(std::make_shared<const ModuleReport>());
        report->analysis = std::make_shared<const CrashAnalysis>();
        const auto result = redact::redact(report, Profile::ShareOutside);
        QVERIFY(result.report->event != report->event);
        QCOMPARE(result.report->stacks, report->stacks);
        QCOMPARE(result.report->modules, report->modules);
        QCOMPARE(result.report->analysis, report->analysis);
        const std::vector<Removed> expected{
            {.kind = RemovedKind::Process, .where = "faultline.process.environment", .count = 1}};
        QCOMPARE(result.removed, expected);
    }

    void namesAreReplacedWhereverTheyAre()
    {
        Event event;
        event.makeNative().process.environment = {{"USER", "hilde"},
                                                  {"HOSTNAME", "mallard.corp.example"}};
        event.crash.assertion = "Hilde on mallard: hilde(1) failed in app::hilde, hildegard";
        event.details = {{"server name", "mallard.corp.example"}, {"executable", "/srv/hilde/app"}};
        const auto report = reportWith(std::move(event));
        const auto after = redact::redact(report, Profile::ShareOutside);
        QCOMPARE(after.report->event->crash.assertion,
                 std::string("user-1 on host-1: hilde(1) failed in app::hilde, hildegard"));
        QCOMPARE(after.report->event->details[0].second, std::string("host-1"));
        QCOMPARE(after.report->event->details[1].second, std::string("/srv/user-1/app"));
    }

    void namesOfFunctionsStay()
    {
        Event event;
        event.makeNative().process.environment = {{"USER", "render"}};
        auto report = reportWith(std::move(event));
        ThreadStack stack;
        auto& frame = stack.frames.emplace_back();
        frame.position.function = "render";
        frame.makeNative().symbol = "_Z6renderv";
        report->stacks.push_back(std::make_shared<const ThreadStack>(stack));
        report->crashedFunction = "render";
        const auto after = redact::redact(report, Profile::ShareOutside).report;
        QCOMPARE(after->stacks, report->stacks);
        QCOMPARE(after->crashedFunction, report->crashedFunction);
    }

    void idsOfTheReportAreNoSecrets()
    {
        const std::string id = "cdef0123456789abcdef0123456789abcdef0123";
        Event event;
        auto& module = event.modules.emplace_back();
        module.codeId = CodeId::parse(id);
        module.debugFile = "/usr/lib/debug/.build-id/cd/" + id.substr(2) + ".debug";
        event.diagnostics = {{Diagnostic::Severity::Note, "module", "no file with " + id},
                             {Diagnostic::Severity::Note, "x", "key " + id.substr(8) + "99"}};
        const auto report = reportWith(std::move(event));
        const auto after = redact::redact(report, Profile::ShareOutside).report->event;
        QCOMPARE(after->modules[0].debugFile, report->event->modules[0].debugFile);
        QCOMPARE(after->diagnostics[0].text, report->event->diagnostics[0].text);
        QCOMPARE(after->diagnostics[1].text, std::string("key token-1"));
    }

    void variablesKeepNumbersOnly()
    {
        auto report = reportWith({});
        ThreadStack stack;
        stack.frames.resize(3);
        stack.frames[0].carried =
            share({.variablesJson = R"({"n":42,"s":"text","r":"7","e":null,"l":[1],"b":true})"});
        stack.frames[1].carried = stack.frames[0].carried;
        stack.frames[2].carried = share({.variablesJson = R"({"s":"text"})"});
        report->stacks.push_back(std::make_shared<const ThreadStack>(stack));
        const auto after = redact::redact(report, Profile::Team);
        const auto& frames = after.report->stacks[0]->frames;
        QCOMPARE(frames[0].carried->variablesJson,
                 std::string(R"({"n":42,"r":"7","e":null,"b":true})"));
        QCOMPARE(frames[1].carried, frames[0].carried);
        QVERIFY(!frames[2].carried);
        const std::vector<Removed> expected{
            {.kind = RemovedKind::Process, .where = "stacktraces.frames.vars", .count = 3}};
        QCOMPARE(after.removed, expected);
    }

    void aLineThatIsNoFrameIsAMessage()
    {
        auto report = reportWith({});
        ThreadStack stack;
        auto& frame = stack.frames.emplace_back();
        frame.detail = ScriptFrame();
        frame.position.function = "see https://intern.example/ticket/1";
        report->crashedFunction = frame.position.function;
        report->stacks.push_back(std::make_shared<const ThreadStack>(stack));
        const auto after = redact::redact(report, Profile::ShareOutside).report;
        QCOMPARE(*after->stacks[0]->frames[0].position.function, std::string("see url-1"));
        QCOMPARE(*after->crashedFunction, std::string("see url-1"));
    }

    void annotationsThatNobodyClassedAreProtected_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("team");
        QTest::addColumn<QByteArray>("outside");
        QTest::newRow("public") << QByteArray("channel") << QByteArray("beta") << QByteArray("beta")
                                << QByteArray("beta");
        QTest::newRow("unknown") << QByteArray("url") << QByteArray("about:home") << QByteArray()
                                 << QByteArray();
        QTest::newRow("number") << QByteArray("tabs") << QByteArray("12") << QByteArray("12")
                                << QByteArray("12");
        QTest::newRow("message") << QByteArray("abort_message") << QByteArray("from 10.1.2.3")
                                 << QByteArray("from 10.1.2.3") << QByteArray("from address-1");
        QTest::newRow("version") << QByteArray("ver") << QByteArray("1.2.3.4")
                                 << QByteArray("1.2.3.4") << QByteArray("1.2.3.4");
        QTest::newRow("user") << QByteArray("UserName") << QByteArray("hilde")
                              << QByteArray("hilde") << QByteArray("user-1");
        QTest::newRow("installation") << QByteArray("guid") << QByteArray("1f-2e")
                                      << QByteArray("1f-2e") << QByteArray("device-1");
        QTest::newRow("customer") << QByteArray("Customer") << QByteArray("Example Ltd")
                                  << QByteArray("Example Ltd") << QByteArray("customer-1");
    }

    void annotationsThatNobodyClassedAreProtected()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, team);
        QFETCH(QByteArray, outside);
        Event event;
        event.annotations.push_back({Annotation::Origin::CrashpadSimple, key.toStdString(),
                                     value.toStdString(), std::nullopt});
        const auto report = reportWith(std::move(event));
        const auto valueIn = [&](Profile profile) {
            return redact::redact(report, profile).report->event->annotations[0].value;
        };
        QCOMPARE(valueIn(Profile::Team), team.toStdString());
        QCOMPARE(valueIn(Profile::ShareOutside), outside.toStdString());
    }

    void furtherFactsHaveTheClassOfTheirKey_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("team");
        QTest::addColumn<QByteArray>("outside");
        const auto add = [](QByteArray key, QByteArray value, QByteArray team, QByteArray outside) {
            QTest::newRow(key.constData()) << key << value << team << outside;
        };
        add("AT_PHDR", "0x400040", "0x400040", "0x400040");
        add("OS Version", "macOS 14.1 (23B74)", "macOS 14.1 (23B74)", "macOS 14.1 (23B74)");
        add("comment", "of a@b.org", "of a@b.org", "of mail-1");
        add("Path", "/Users/otto/a", "/Users/otto/a", "/Users/user-1/a");
        add("Command Line", "app --key k", "", "");
        add("tag branch", "main", "", "");
        add("tag retries", "3", "3", "3");
        add("futureKey", "{\"a\":[1]}", "", "");
        add("host", "desk, 2 cores", "desk, 2 cores", "host-1, 2 cores");
        add("server name", "desk", "desk", "host-1");
        add("CrashReporter Key", "1a2b", "1a2b", "device-1");
        add("user", "root", "root", "root");
    }

    void furtherFactsHaveTheClassOfTheirKey()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, team);
        QFETCH(QByteArray, outside);
        Event event;
        event.details.emplace_back(key.toStdString(), value.toStdString());
        const auto report = reportWith(std::move(event));
        const auto valueIn = [&](Profile profile) {
            return redact::redact(report, profile).report->event->details[0].second;
        };
        QCOMPARE(valueIn(Profile::Team), team.toStdString());
        QCOMPARE(valueIn(Profile::ShareOutside), outside.toStdString());
    }

    /// Names are known from any part of a report, also for the parts before it.
    void namesAreKnownFromAnywhere_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        const auto add = [](QByteArray name, QByteArray value) {
            QTest::newRow(name.constData()) << name << value;
        };
        add("USER", "hilde");
        add("USERNAME", "Hilde");
        add("HOME", "/u/hilde");
        add("USERPROFILE", "D:\\profiles\\hilde");
        add("PATH", "/bin:/home/hilde/bin");
    }

    void namesAreKnownFromAnywhere()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        Event event;
        event.crash.details = "no file /data/hilde/a";
        event.makeNative().process.environment = {{name.toStdString(), value.toStdString()}};
        const auto after = redact::redact(reportWith(std::move(event)), Profile::ShareOutside);
        QCOMPARE(after.report->event->crash.details, std::string("no file /data/user-1/a"));
    }

    void onlyFullCarriesTheFile()
    {
        QVERIFY(carriesOriginalFile(Profile::Full));
        QVERIFY(!carriesOriginalFile(Profile::Team));
        QVERIFY(!carriesOriginalFile(Profile::ShareOutside));
    }

private:
    static void addKinds()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("native") << 0;
        QTest::newRow("script") << 1;
        QTest::newRow("JVM") << 2;
    }

    /// Names of fields that our JSON leaves out.
    static bool isInNoJson(const QByteArray& name)
    {
        const std::initializer_list<QByteArray> kNames{
            "memory",         "memory_map",      "owner",
            "boot_arguments", "crash_messages",  "bytes",
            "context",        "context_problem", "uri",
            "path",           "sourcemap",       "sourcemap_origin",
            "raw_line",       "message",         "message2",
            "backtrace"};
        return std::ranges::find(kNames, name) != std::end(kNames);
    }

    static void addKindsAndProfiles()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<Profile>("profile");
        const char* const kinds[] = {"native", "script", "JVM"};
        for (int kind = 0; kind < 3; ++kind) {
            for (const auto profile : {Profile::Team, Profile::ShareOutside})
                QTest::addRow("%s, %s", kinds[kind], std::string(profileName(profile)).c_str())
                    << kind << profile;
        }
    }
};

QTEST_GUILESS_MAIN(tst_redaction)
#include "tst_redaction.moc"
