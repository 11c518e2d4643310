// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/timed_answers.h"

#include <QTest>

using namespace faultline;
using namespace std::chrono_literals;

class TestTimedAnswers : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void answersAreReusedUntilTheyExpire();
    void identicalQuestionsAreAskedOnce();
    void failuresGoToWaitersAndAreForgotten();
    void whoLeavesIsAnsweredAtOnce();
    void whatIsForgottenIsAskedAgain();
    void theSoonestToExpireMakeRoom();
    void fetchesMayOutliveTheCache();
    void nobodyIsAnsweredBeforeTheFetchHasBegun();

private:
    using Answers = net::TimedAnswers<int>;

    void get(const std::string& key, std::stop_token stop = {})
    {
        m_answers->get(
            key, std::move(stop),
            [this](Answers::Fetched fetched) { m_fetches.push_back(std::move(fetched)); },
            [this](Result<int> answer) {
                m_got.push_back(answer ? std::to_string(*answer) : answer.error().describe());
            });
    }

    void answer(std::size_t fetch, int value, std::chrono::seconds lifetime = 10s)
    {
        m_fetches.at(fetch)(Answers::Fresh{value, m_now + lifetime});
    }

    Answers::TimePoint m_now{1000s};
    std::unique_ptr<Answers> m_answers;
    std::vector<Answers::Fetched> m_fetches;
    std::vector<std::string> m_got;
};

namespace {

using Texts = std::vector<std::string>;

} // namespace

void TestTimedAnswers::init()
{
    m_fetches.clear();
    m_got.clear();
    m_now = Answers::TimePoint(1000s);
    m_answers = std::make_unique<Answers>(4, [this] { return m_now; });
}

void TestTimedAnswers::answersAreReusedUntilTheyExpire()
{
    get("a");
    answer(0, 1);
    m_now += 9s;
    get("a");
    QCOMPARE(m_fetches.size(), std::size_t{1});
    m_now += 1s;
    get("a");
    QCOMPARE(m_fetches.size(), std::size_t{2});
    answer(1, 2);
    QVERIFY(m_got == (Texts{"1", "1", "2"}));
}

void TestTimedAnswers::identicalQuestionsAreAskedOnce()
{
    for (int i = 0; i < 3; ++i)
        get("a");
    get("b");
    QCOMPARE(m_fetches.size(), std::size_t{2});
    QVERIFY(m_got.empty());
    answer(0, 7);
    QVERIFY(m_got == (Texts{"7", "7", "7"}));
    answer(1, 8);
    QCOMPARE(m_got.back(), std::string("8"));
}

void TestTimedAnswers::failuresGoToWaitersAndAreForgotten()
{
    get("a");
    get("a");
    m_fetches.at(0)(fail(ErrorKind::DownloadFailed, "no"));
    QVERIFY(m_got == (Texts{"download failed: no", "download failed: no"}));
    get("a");
    QCOMPARE(m_fetches.size(), std::size_t{2});
}

void TestTimedAnswers::whoLeavesIsAnsweredAtOnce()
{
    std::stop_source leaving;
    get("a", leaving.get_token());
    get("a");
    leaving.request_stop();
    QCOMPARE(m_got.size(), std::size_t{1});
    answer(0, 1);
    QCOMPARE(m_got.size(), std::size_t{2});
    QCOMPARE(m_got.back(), std::string("1"));
    get("b", leaving.get_token()); // Had left before.
    QCOMPARE(m_got.size(), std::size_t{3});
}

void TestTimedAnswers::whatIsForgottenIsAskedAgain()
{
    get("a");
    answer(0, 1);
    m_answers->forget("a");
    get("a");
    answer(1, 2);
    QVERIFY(m_got == (Texts{"1", "2"}));
}

void TestTimedAnswers::theSoonestToExpireMakeRoom()
{
    for (int i = 0; i < 5; ++i) {
        get(std::to_string(i));
        answer(static_cast<std::size_t>(i), i, std::chrono::seconds(100 - i));
    }
    m_got.clear();
    for (int i = 0; i < 5; ++i)
        get(std::to_string(i));
    QVERIFY(m_got == (Texts{"0", "1", "2"})); // Three quarters of four; 3 and 4 are asked again.
    QCOMPARE(m_fetches.size(), std::size_t{7});
}

void TestTimedAnswers::fetchesMayOutliveTheCache()
{
    get("a");
    m_answers.reset();
    answer(0, 1);
    QVERIFY(m_got == (Texts{"1"}));
}

/// The receiver of an answer may destroy objects that the fetch uses.
void TestTimedAnswers::nobodyIsAnsweredBeforeTheFetchHasBegun()
{
    std::stop_source stopped;
    stopped.request_stop();
    std::string order;
    m_answers->get(
        "a", stopped.get_token(), [&](Answers::Fetched) { order += "fetch "; },
        [&](Result<int> answer) { order += answer ? "value" : answer.error().describe(); });
    const Error left{ErrorKind::Cancelled, "no longer waited for"};
    QCOMPARE(order, "fetch " + left.describe());
}

QTEST_GUILESS_MAIN(TestTimedAnswers)
#include "tst_timed_answers.moc"
