// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/frame_search.h"

#include <QTest>

#include <initializer_list>

using namespace faultline;
using namespace faultline::insight;

namespace {

struct Named
{
    const char* function;
    const char* file = "";
};

Report reportOf(std::initializer_list<std::initializer_list<Named>> stacks)
{
    auto event = std::make_shared<Event>();
    EventModule module;
    module.codeFile = "/usr/lib/libscene.so";
    event->modules.push_back(module);
    Report report;
    for (const auto& functions : stacks) {
        auto stack = std::make_shared<ThreadStack>();
        stack->thread = static_cast<std::uint32_t>(event->threads.size());
        event->threads.emplace_back();
        for (const auto& [function, file] : functions) {
            Frame frame;
            frame.originalIndex = static_cast<std::uint32_t>(stack->frames.size());
            frame.position.function = function;
            if (*file != '\0')
                frame.position.file = file;
            stack->frames.push_back(std::move(frame));
        }
        report.stacks.push_back(std::move(stack));
    }
    report.event = std::move(event);
    return report;
}

QString places(const Report& report, const TextQuery& query)
{
    const auto pattern = TextPattern::compile(query);
    if (!pattern)
        return QStringLiteral("refused");
    QStringList texts;
    const auto found = findFrames(report, *pattern);
    for (const auto& frame : found.value())
        texts.append(QStringLiteral("%1.%2").arg(frame.thread).arg(frame.row));
    return texts.join(u' ');
}

} // namespace

/// Checks which rows of all stacks a search finds, and where they have the text.
class TestFrameSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsRows_data();
    void findsRows();
    void saysWhereTheTextIs();
    void refusesWhatIsNoQuery_data();
    void refusesWhatIsNoQuery();
    void stops();
};

void TestFrameSearch::findsRows_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isExpression");
    QTest::addColumn<bool>("matchesCase");
    QTest::addColumn<bool>("wholeWords");
    QTest::addColumn<QString>("expected");
    QTest::newRow("part of a name") << "wait" << false << false << false << "0.0 0.1 1.0";
    QTest::newRow("capitals") << "WAIT" << false << true << false << "0.1";
    QTest::newRow("whole word") << "wait" << false << false << true << "0.0 0.1";
    QTest::newRow("no word at the edge") << "<int>" << false << false << true << "1.1";
    QTest::newRow("letters of an expression") << "a.b" << false << false << false << "";
    QTest::newRow("expression") << "^std::.*wait\\(" << true << false << false << "0.0";
    QTest::newRow("source file") << "pool.cpp" << false << false << false << "1.1";
    QTest::newRow("nothing asked") << "" << false << false << false << "0.0 0.1 1.0 1.1";
    QTest::newRow("two words of one expression")
        << "wait|get" << true << false << true << "0.0 0.1 1.1";
}

void TestFrameSearch::findsRows()
{
    QFETCH(QString, text);
    QFETCH(bool, isExpression);
    QFETCH(bool, matchesCase);
    QFETCH(bool, wholeWords);
    QFETCH(QString, expected);
    const auto report = reportOf({{{"std::cv::wait(lock&)"}, {"Queue::WAIT"}},
                                  {{"waitForMore()"}, {"get<int>", "/src/pool.cpp"}}});
    QCOMPARE(places(report, {.text = text.toStdString(),
                             .isExpression = isExpression,
                             .matchesCase = matchesCase,
                             .wholeWords = wholeWords}),
             expected);
}

void TestFrameSearch::saysWhereTheTextIs()
{
    auto report = reportOf({{{"scene::draw"}, {"main", "/src/main.cpp"}}});
    auto stack = std::make_shared<ThreadStack>(*report.stacks[0]);
    stack->frames[1].module = 0;
    report.stacks[0] = stack;
    const auto match = [&report](const char* text, std::size_t row) {
        return matchFrame(report, report.stacks[0]->frames[row],
                          *TextPattern::compile({.text = text}))
            .value();
    };
    QCOMPARE(match("draw", 0).part, FramePart::Function);
    QCOMPARE(match("draw", 0).range, (TextRange{.offset = 7, .length = 4}));
    QCOMPARE(match("SCENE", 1).part, FramePart::Module);
    QCOMPARE(match("scene", 1).range, (TextRange{.offset = 3, .length = 5}));
    QCOMPARE(match("src/", 1).part, FramePart::File);
    QCOMPARE(match("main", 1).part, FramePart::Function);
}

void TestFrameSearch::refusesWhatIsNoQuery_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isExpression");
    QTest::newRow("open bracket") << QByteArray("scene::(") << true;
    QTest::newRow("bracket that closes the search's own") << QByteArray("a)|(b") << true;
    QTest::newRow("too long") << QByteArray(2000, 'a') << false;
    QTest::newRow("many repetitions") << QByteArray("((a{500}){500}){500}") << true;
    QTest::newRow("not UTF-8") << QByteArray("\xff\xfe") << false;
}

void TestFrameSearch::refusesWhatIsNoQuery()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isExpression);
    const auto pattern = TextPattern::compile(
        {.text = text.toStdString(), .isExpression = isExpression, .wholeWords = true});
    QVERIFY(!pattern);
    QCOMPARE(pattern.error().kind, ErrorKind::Malformed);
}

void TestFrameSearch::stops()
{
    std::stop_source stop;
    stop.request_stop();
    const auto found =
        findFrames(reportOf({{{"a"}}}), *TextPattern::compile({.text = "a"}), stop.get_token());
    QVERIFY(!found);
    QCOMPARE(found.error().kind, ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestFrameSearch)
#include "tst_frame_search.moc"
