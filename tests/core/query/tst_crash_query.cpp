// SPDX-License-Identifier: GPL-3.0-or-later
// Questions with known answers about the sample crashes, whose programs are in tests/samples.
#include "core/engine/library/library_place.h"
#include "core/library/report_record.h"
#include "core/query/evaluator.h"
#include "core/query/query.h"
#include "core/signature/signature.h"
#include "tests/support/open_crash.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace faultline;
using namespace faultline::test;
using namespace faultline::query;

namespace {

const std::string kSamples = FL_TESTS_DIR "/corpora/samples";

/// The samples, each opened when it is first asked for.
class Samples
{
public:
    const Crash* crash(const std::string& name, redact::Profile profile = redact::Profile::Full)
    {
        auto& opened = m_crashes[{name, profile}];
        if (!opened) {
            const auto file = name == "default" ? "sample" : name;
            auto result =
                engineFor(name).open(kSamples + "/" + name + "/" + file + ".dmp", profile);
            if (!result)
                qFatal("%s: %s", name.c_str(), result.error().detail.c_str());
            opened = *std::move(result);
        }
        return opened.get();
    }

private:
    QuietEngine& engineFor(const std::string& name)
    {
        auto& engine = m_engines[name];
        if (!engine)
            engine = std::make_unique<QuietEngine>(std::vector{kSamples + "/" + name});
        return *engine;
    }

    std::map<std::string, std::unique_ptr<QuietEngine>> m_engines;
    std::map<std::pair<std::string, redact::Profile>, std::unique_ptr<Crash>> m_crashes;
};

QString jsonOf(const Result<Answer>& answer)
{
    return answer ? QString::fromStdString(answer->json)
                  : "error: " + QString::fromStdString(answer.error().detail);
}

} // namespace

class TestCrashQuery : public QObject
{
    Q_OBJECT

private slots:
    void questions_data();
    void questions();
    void shows_data();
    void shows();
    void mistakes_data();
    void mistakes();
    void pagesGoOn();
    void filteredPagesGoOn();
    void bytesAreLimited();
    void deepPartsAreCounted();
    void workIsLimited();
    void castsReadObjects();
    void listsAreFollowed();
    void teamSeesNoTexts();
    void teamSeesNoMemoryAsCode();
    void outsideSeesNoOwners();
    void comparesWithAnother();
    void searchesALibrary();
    void cancelledQueriesEnd();
    void controlsAreEscaped();
    void textIsIndented();

private:
    Result<Answer> ask(const std::string& sample,
                       const QString& expression,
                       const Page& page = {},
                       const Surroundings& surroundings = {})
    {
        return evaluate(m_samples.crash(sample), expression.toStdString(), page, surroundings, {});
    }

    Samples m_samples;
};

void TestCrashQuery::questions_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("answer");
    const auto row = [](const char* sample, const char* expression, const char* answer) {
        QTest::addRow("%s: %s", sample, expression) << sample << expression << answer;
    };
    row("default", "cause.code", "\"near_null\"");
    row("default", "cause.access", "\"read\"");
    row("default", "cause.function", "\"scene::Node::bounds()\"");
    row("default", "report.faultline.insight.cause.address", "\"0x10\"");
    row("default", "signature", "\"scene::Node::bounds\"");
    row("default", "kind", "\"minidump\"");
    row("default", "system_info.cpu_arch", "\"x86_64\"");
    row("default", "count(threads)", "9");
    row("default", "threads[8].thread_name", "\"RenderWorker\"");
    row("default", "threads[-1].index", "8");
    row("default", "threads[7].state", "\"sleeping\"");
    row("default", "threads[state == \"sleeping\"].thread_name", "[\"watchdog\"]");
    row("default", "count(threads[state == \"waiting\"])", "7");
    row("default", "threads[0].waits.waits_for.owner", "1");
    row("default", "threads[frames[0].trust == 'context'][0:2]{index}",
        "[{\"index\":0},{\"index\":1}]");
    row("default", "thread.thread_name", "\"RenderWorker\"");
    row("default", "frame.function", "\"scene::Node::bounds() const\"");
    row("default", "frames[0].inlined", "true");
    row("default", "frame.inlines.function",
        "[\"scene::Node::bounds() const\",\"scene::Group::include(scene::Node const*)\","
        "\"scene::Group::updateBounds()\"]");
    row("default", "frames[2]{index, inlines{index}}",
        "{\"index\":2,\"inlines\":[{\"index\":0},{\"index\":1},{\"index\":2}]}");
    row("default", "frames[0]{index, cause{code}}", "{\"index\":0,\"cause\":null}");
    row("default", "frames[3:5].module_name", "[\"libscene.so\",\"libscene.so\"]");
    row("default", "threads[3:].function",
        "[\"viewer::Pool::wait()\",\"viewer::Pool::wait()\",\"viewer::Pool::wait()\","
        "\"viewer::Pool::wait()\",\"main::{lambda}::operator()\",\"scene::Node::bounds() const"
        "\"]");
    row("failed_assert", "report{analysis{adjusted_address{kind}, guard_page_hit}}",
        "{\"analysis\":{\"adjusted_address\":null,\"guard_page_hit\":false}}");
    row("failed_assert", "key{index, function}",
        "{\"index\":5,\"function\":\"sample::checkedDivide(int, int)\"}");
    row("failed_assert", "thread.key.index", "5");
    row("default", "threads[1].key.function", "\"viewer::Pool::wait()\"");
    row("default", "groups('stack')[0]",
        "{\"threads\":[1,2,3,4,5,6],\"function\":\"viewer::Pool::wait()\"}");
    row("default", "disassembly(\"\", frame, 1)[current].text",
        "[\"test byte ptr [rdx + 0x10], 0x1\"]");
    row("default", "count(disassembly(\"\", frame, 2))", "5");
    row("default", "count(disassembly('rip', frame, 0))", "1");
    row("default", "count(disassembly('rip', frame, 18446744073709551615))",
        "count(disassembly('rip', frame))");
    row("default", "disassembly('rip', frame, 'x')", "error: argument 3 is not a number");
    row("default", "frame.source.lineno", "frame.lineno");
    row("default", "frames[trust == \"context\"][-1].index", "2");
    row("default", "frame.registers.rip", "frame.instruction_addr");
    row("default", "value(\"this\").pointer", "error: there is no \"pointer\"");
    row("default", "modules[code_file ~ 'libscene'].index", "[2]");
    row("default", "modules[0].features.has_debug_info", "true");
    row("default", "count(streams)", "8");
    row("default", "streams[name == 'ThreadNames'].status", "[\"parsed\"]");
    row("default", "find('Pool::wait')[0].thread", "1");
    row("default", "count(find('no_such_function'))", "0");
    row("default", "groups('state')[0].threads[0]", "1");
    row("default", "nearest(frame.instruction_addr).function", "\"scene::Group::updateBounds()\"");
    row("default", "address(0x10).kind", "\"number\"");
    row("default", "address('rsp').kind", "\"stack\"");
    row("default", "address('rsp').thread", "8");
    row("default", "type('scene::Box').size", "16");
    row("default", "type('scene::Box').parts.name", "[\"left\",\"top\",\"right\",\"bottom\"]");
    row("default", "count(symbol('libscene*!scene::Group::*'))",
        "count(symbol('scene::Group::*'))");
    row("default", "count(symbol('libc.so*!scene::Group::*'))", "0");
    row("default", "address('libscene.so').after.module", "2");
    row("default", "count(symbol('scene::Group::*'))", "count(symbol('scene::Group::*'))");
    row("default", "keys(cause)", "[\"code\",\"text\",\"access\",\"address\",\"function\"]");
    row("default", "frame.code[current].text", "[\"test byte ptr [rdx + 0x10], 0x1\"]");
    row("null_write", "cause.access", "\"write\"");
    row("null_write", "frame.function", "\"sample::setWeight(sample::Node*, int)\"");
    row("second_thread", "threads[1].thread_name", "\"RenderWorker\"");
    row("second_thread", "threads[0].waits.waits_for.kind", "\"thread_end\"");
}

void TestCrashQuery::questions()
{
    QFETCH(QString, sample);
    QFETCH(QString, expression);
    QFETCH(QString, answer);
    const auto found = jsonOf(ask(sample.toStdString(), expression));
    // An answer that is itself a query has the same value by another way.
    const bool isQuery = answer.startsWith("frame.") || answer.startsWith("count(");
    const auto expected = isQuery ? jsonOf(ask(sample.toStdString(), answer)) : answer;
    if (expected.startsWith("error: "))
        QVERIFY2(found.startsWith("error: "), qPrintable(found));
    else
        QCOMPARE(found, expected);
}

void TestCrashQuery::shows_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* sample, const char* expression, const char* part) {
        QTest::addRow("%s: %s", sample, expression) << sample << expression << part;
    };
    row("default", "frame.locals", "\"name\":\"this\"");
    row("default", "frame.locals.this", "\"pointer\":\"0x0\"");
    row("default", "frames[3].locals.this->m_dirty", "\"number\":\"Everything\"");
    row("default", "value('this->m_root', frames[3])", "\"name\":\"m_parent\"");
    row("default", "memory('rsp', 32)", "\"bytes\":\"");
    row("default", "disassembly()", "\"current\":true");
    row("default", "map()", "\"kind\":\"stack\"");
    row("default", "modules[0]{candidates}", "\"candidates\":[{");
    row("default", "tried", "error: there is no \"tried\"");
    row("default", "waits", "\"objects\":[");
    row("default", "symbol('scene::Group::updateBounds*')", "\"function\":\"scene::Group");
    row("default", "modules.code_file", "libscene.so");
}

void TestCrashQuery::shows()
{
    QFETCH(QString, sample);
    QFETCH(QString, expression);
    QFETCH(QString, part);
    const auto found = jsonOf(ask(sample.toStdString(), expression));
    QVERIFY2(found.contains(part), qPrintable(found.left(2000)));
}

void TestCrashQuery::mistakes_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* expression, ErrorKind kind, const char* text) {
        QTest::newRow(expression) << expression << static_cast<int>(kind) << text;
    };
    row("nothing", ErrorKind::NotFound, "there is no \"nothing\"; there are: status");
    row("cause.colour", ErrorKind::NotFound, "there is no \"colour\"; there are: code");
    row("threads[99]", ErrorKind::NotFound, "there is no element 99; the list has 9");
    row("threads.colour", ErrorKind::NotFound, "there is no \"colour\"");
    row("cause[0]", ErrorKind::Unsupported, "only lists have elements");
    row("cause[code == 1]", ErrorKind::Unsupported, "only lists can be filtered");
    row("draw()", ErrorKind::Malformed, "there is no function \"draw\"; there are: address");
    row("find()", ErrorKind::Malformed, "find() has 1 arguments, not 0");
    row("memory(1, 99999)", ErrorKind::TooLarge, "memory() reads at most 32768 bytes");
    row("memory('nowhere')", ErrorKind::NotFound, "no number, register, module or function");
    row("memory(1)", ErrorKind::NotFound, "the crash file does not have the memory at 0x1");
    row("value('this->', frame)", ErrorKind::NotFound, "unexpected end");
    row("value('nobody')", ErrorKind::NotFound, "no variable is called \"nobody\" here");
    row("value('this', cause)", ErrorKind::Unsupported, "argument 2 is not a frame");
    row("global('nobody')", ErrorKind::NotFound, "no variable is called \"nobody\" here");
    row("cast('nobody', 0x10)", ErrorKind::NotFound,
        "no type, or more than one, is called \"nobody\"");
    row("type('nobody')", ErrorKind::NotFound, "no debug info at hand has a type of this name");
    row("groups('colour')", ErrorKind::Malformed, "threads are grouped by");
    row("compare('other')", ErrorKind::Unsupported, "there is nothing to compare with here");
    row("library('x')", ErrorKind::Unsupported, "there is no library here");
    row("frame.locals[0]", ErrorKind::Unsupported, "variables are chosen by name");
}

void TestCrashQuery::mistakes()
{
    QFETCH(QString, expression);
    QFETCH(int, kind);
    QFETCH(QString, text);
    const auto answer = ask("default", expression);
    QVERIFY2(!answer, qPrintable(jsonOf(answer).left(500)));
    QVERIFY2(QString::fromStdString(answer.error().detail).startsWith(text),
             answer.error().detail.c_str());
    QCOMPARE(static_cast<int>(answer.error().kind), kind);
}

void TestCrashQuery::pagesGoOn()
{
    const auto first = ask("default", "threads.index", {.most = 4});
    QCOMPARE(jsonOf(first), "[0,1,2,3]");
    QVERIFY(first->total == 9U && first->next == 4U);
    const auto last = ask("default", "threads.index", {.first = 8, .most = 4});
    QCOMPARE(jsonOf(last), "[8]");
    QVERIFY(!last->next);
    QCOMPARE(jsonOf(ask("default", "threads.index", {.first = 50})), "[]");
    const auto symbols = ask("default", "symbol('*')", {.most = 3});
    QVERIFY(symbols->next == 3U);
    const auto more = ask("default", "symbol('*')", {.first = 3, .most = 3});
    QVERIFY(more && more->json != symbols->json && more->next == 6U);
}

/// A page of symbols of which none is chosen leads to the next one, and what was not read is not
/// counted.
void TestCrashQuery::filteredPagesGoOn()
{
    const auto none = ask("default", "symbol('*')[function == 'no such one']", {.most = 3});
    QCOMPARE(jsonOf(none), "[]");
    QVERIFY(none->next == 3U);
    const auto count = ask("default", "count(symbol('*'))", {.most = 3});
    QVERIFY(!count && count.error().kind == ErrorKind::TooLarge);
    const auto whole = ask("default", "symbol('*')", {.most = 10});
    const auto part = ask("default", "symbol('*')", {.most = 10, .maxBytes = 300});
    QVERIFY(part && part->next > 0U && part->next < 10U);
    QVERIFY(whole->json.starts_with(part->json.substr(0, part->json.size() - 1)));
}

/// Instructions are the program's, what lies elsewhere is the process's.
void TestCrashQuery::teamSeesNoMemoryAsCode()
{
    const auto asTeam = [&](const char* expression) {
        const auto* team = m_samples.crash("default", redact::Profile::Team);
        return evaluate(team, expression, {}, {}, {});
    };
    QVERIFY(asTeam("disassembly()").has_value());
    QVERIFY(asTeam("disassembly('rip')").has_value());
    const auto stack = asTeam("disassembly('rsp')");
    QVERIFY(!stack && stack.error().kind == ErrorKind::PermissionDenied);
    QVERIFY(ask("default", "disassembly('rsp')") ||
            ask("default", "disassembly('rsp')").error().kind == ErrorKind::NotFound);
}

void TestCrashQuery::outsideSeesNoOwners()
{
    const auto* outside = m_samples.crash("default", redact::Profile::ShareOutside);
    QVERIFY(jsonOf(ask("default", "map()")).contains("\"owner\":"));
    QVERIFY(!jsonOf(evaluate(outside, "map()", {}, {}, {})).contains("\"owner\":"));
}

void TestCrashQuery::bytesAreLimited()
{
    const auto all = ask("default", "threads");
    const auto some = ask("default", "threads", {.maxBytes = 600});
    QVERIFY(some && some->json.size() <= 700 && some->json.size() < all->json.size());
    QVERIFY(some->isCut && some->next && *some->next > 0);
    QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(some->json)).isArray());
    // One element is always there, so that every page goes on.
    const auto tiny = ask("default", "threads", {.maxBytes = 1});
    QVERIFY(tiny && tiny->next == 1U);
    const auto object = ask("default", "report", {.maxBytes = 500});
    QVERIFY(object && object->isCut);
    QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(object->json)).isObject());
}

void TestCrashQuery::deepPartsAreCounted()
{
    const auto answer = ask("default", "threads[8:9]{index, frames}");
    const auto count = jsonOf(ask("default", "count(threads[8].frames)"));
    QCOMPARE(jsonOf(answer), "[{\"index\":8,\"frames\":{\"count\":" + count + "}}]");
}

void TestCrashQuery::workIsLimited()
{
    const Page page;
    const Surroundings surroundings;
    const std::stop_token stop;
    Evaluation evaluation(m_samples.crash("default"), page, surroundings, stop);
    QVERIFY(evaluation.step(kMostSteps).has_value());
    const auto more = evaluation.step();
    QVERIFY(!more && more.error().kind == ErrorKind::TooLarge);
    QVERIFY(more.error().detail.find("1000000") != std::string::npos);
    for (std::uint64_t i = 0; i < kMostQuestions; ++i)
        QVERIFY(evaluation.ask(engine::MapQuestion{}).has_value());
    const auto again = evaluation.ask(engine::MapQuestion{});
    QVERIFY(!again && again.error().kind == ErrorKind::TooLarge);
}

void TestCrashQuery::castsReadObjects()
{
    const auto root = jsonOf(ask("default", "value('&this->m_root', frames[3])"));
    const auto pointer = QJsonDocument::fromJson(root.toUtf8())[0]["pointer"].toString();
    QVERIFY2(pointer.startsWith("0x"), qPrintable(root));
    const auto direct = jsonOf(ask("default", "value('this->m_root.m_parent', frames[3])"));
    const auto cast = jsonOf(ask("default", "cast('scene::Group', '" + pointer + "').m_parent"));
    const auto number = [](const QString& json) {
        return QJsonDocument::fromJson(json.toUtf8())[0]["pointer"].toString();
    };
    QVERIFY2(!number(cast).isEmpty(), qPrintable(cast));
    QCOMPARE(number(cast), number(direct));
}

void TestCrashQuery::listsAreFollowed()
{
    // The node of null_write is not in the file, so nobody knows what its next pointer holds.
    const auto nodes = jsonOf(ask("null_write", "each(value('m_list', frames[4]), 'next')"));
    const auto list = QJsonDocument::fromJson(nodes.toUtf8()).array();
    QVERIFY2(list.size() == 2, qPrintable(nodes));
    QCOMPARE(list[0].toObject()["name"].toString(), "[0]");
    QCOMPARE(list[1].toObject()["state"].toString(), "not_in_dump");
    const auto unknown = ask("null_write", "each(value('m_list', frames[4]), 'colour')");
    QVERIFY(!unknown && unknown.error().kind == ErrorKind::NotFound);
    const auto parts = jsonOf(ask("null_write", "each(value('*m_list', frames[4]))"));
    QVERIFY2(parts.contains("\"name\":\"weight\""), qPrintable(parts));
}

void TestCrashQuery::teamSeesNoTexts()
{
    const auto* team = m_samples.crash("default", redact::Profile::Team);
    const auto asTeam = [&](const char* expression) {
        return evaluate(team, expression, {}, {}, {});
    };
    const auto memory = asTeam("memory('rsp', 256)");
    QVERIFY(memory && !memory->json.contains("\"bytes\""));
    QVERIFY(!memory->json.contains("\"text\""));
    const auto text = asTeam("string('rsp')");
    QVERIFY(!text && text.error().kind == ErrorKind::PermissionDenied);
    QVERIFY(asTeam("frame.function")->json == "\"scene::Node::bounds() const\"");
}

void TestCrashQuery::comparesWithAnother()
{
    const Surroundings surroundings{
        .otherReport = [this](const std::string& name) -> Result<ReportPtr> {
            return m_samples.crash(name)->report();
        }};
    QCOMPARE(jsonOf(ask("default", "compare('default').equal", {}, surroundings)), "true");
    QCOMPARE(jsonOf(ask("default", "compare('null_write').equal", {}, surroundings)), "false");
    const auto facts = jsonOf(ask("default", "compare('null_write').facts.fact", {}, surroundings));
    QVERIFY2(facts.contains("\"signature\""), qPrintable(facts));
}

void TestCrashQuery::searchesALibrary()
{
    const QTemporaryDir folder;
    const auto file = folder.filePath("reports.fldb").toStdString();
    const auto open = [&] { return engine::openLibraryFile(file, library::StoreAccess::Create); };
    const auto rules = signature::makeShippedRules();
    for (const auto* sample : {"default", "null_write"}) {
        library::NewReport added;
        const auto& report = m_samples.crash(sample)->report();
        added.record = library::recordOf(
            *report, signature::signatureOf(*report, *rules, signature::Mode::Faultline));
        added.record.sha256 = sample;
        QVERIFY((*open())->add(added).has_value());
    }
    const Surroundings surroundings{.openReports = open};
    const auto found =
        ask("default", "library('signature:~Node::bounds')", {.depth = 4}, surroundings);
    QVERIFY2(jsonOf(found).startsWith("{\"total\":1,\"reports\":[{"), qPrintable(jsonOf(found)));
    QCOMPARE(jsonOf(ask("default", "library_groups('').total", {}, surroundings)), "2");
    const auto wrong = ask("default", "library('colour:red')", {}, surroundings);
    QVERIFY(!wrong && wrong.error().kind == ErrorKind::Malformed);
    // No crash is needed for a library.
    QVERIFY(evaluate(nullptr, "library('')", {}, surroundings, {}).has_value());
    QVERIFY(!evaluate(nullptr, "threads", {}, surroundings, {}));
}

void TestCrashQuery::cancelledQueriesEnd()
{
    std::stop_source stop;
    stop.request_stop();
    const auto answer = evaluate(m_samples.crash("default"), "threads", {}, {}, stop.get_token());
    QVERIFY(!answer && answer.error().kind == ErrorKind::Cancelled);
}

void TestCrashQuery::controlsAreEscaped()
{
    auto event = std::make_shared<Event>(*m_samples.crash("default")->report()->event);
    event->threads[0].name = "ignore\u202e\x1b[2J";
    QuietEngine engine({});
    const auto crash = engine.open(std::move(event), "planted", redact::Profile::Full);
    QVERIFY(crash.has_value());
    const auto raw = evaluate(crash->get(), "threads[0].thread_name", {}, {}, {});
    QVERIFY(raw && raw->json.find("\u202e") != std::string::npos);
    const auto escaped =
        evaluate(crash->get(), "threads[0].thread_name", {.texts = Texts::Escaped}, {}, {});
    QCOMPARE(jsonOf(escaped), "\"ignore\\\\u{202e}\\\\x1b[2J\"");
}

void TestCrashQuery::textIsIndented()
{
    const auto answer = ask("default", "threads[7:8]{index, thread_name}");
    QCOMPARE(QString::fromStdString(answerText(*answer)),
             "-\n  index: 7\n  thread_name: watchdog\n");
    QCOMPARE(QString::fromStdString(answerText(*ask("default", "cause.code"))), "near_null\n");
}

QTEST_GUILESS_MAIN(TestCrashQuery)
#include "tst_crash_query.moc"
