// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/likeness/stack_index.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace faultline;
using namespace faultline::likeness;

/// How like two stacks are, and which group a new one belongs to.
class TestLikeness : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalStacksAreOne();
    void differentStacksAreZero();
    void isSymmetric();
    void weighsFrames();
    void foldsRecursion();
    void explainsEachRow();
    void looksAtHundredFrames();
    void calibratesMonotonously();
    void tooFewObservationsTellNothing();
    void findsTheGroup();
    void survivesFramesThatAllHave();
    void pairsMovedAndRenamed();
    void systemFramesOnTopMoveNothing();
    void passesOverEnders();
    void groupsWhatIsAlike();
    void blamesTheRareFrame();
};

namespace {

std::vector<RecordedFrame> stackOf(const std::vector<std::string>& functions, bool isOwn = true)
{
    std::vector<RecordedFrame> frames;
    for (const auto& function : functions)
        frames.push_back({.module = "app", .function = function, .isOwn = isOwn});
    return frames;
}

double always(std::uint64_t)
{
    return 1;
}

std::size_t distinct(const std::vector<std::uint32_t>& groups)
{
    return std::set<std::uint32_t>(groups.begin(), groups.end()).size();
}

double likenessBetween(const std::vector<RecordedFrame>& a, const std::vector<RecordedFrame>& b)
{
    return likenessOf(prepare(a, {}, always), prepare(b, {}, always), {});
}

} // namespace

void TestLikeness::equalStacksAreOne()
{
    const auto stack = stackOf({"a", "b", "c", "main"});
    QCOMPARE(likenessBetween(stack, stack), 1.0);
    auto upper = stack;
    for (auto& frame : upper)
        frame.module = "APP"; // Windows names one module in several ways.
    QCOMPARE(likenessBetween(stack, upper), 1.0);
}

void TestLikeness::differentStacksAreZero()
{
    QCOMPARE(likenessBetween(stackOf({"a", "b"}), stackOf({"c", "d"})), 0.0);
    QCOMPARE(likenessBetween({}, stackOf({"c"})), 0.0);
    QCOMPARE(likenessBetween({}, {}), 0.0);
    QCOMPARE(likenessBetween({RecordedFrame{}}, {RecordedFrame{}}), 0.0);
}

void TestLikeness::isSymmetric()
{
    const auto a = stackOf({"x", "a", "b", "a", "c", "main"});
    const auto b = stackOf({"a", "b", "y", "c", "a", "z", "main"});
    QCOMPARE(likenessBetween(a, b), likenessBetween(b, a));
    QVERIFY(likenessBetween(a, b) > 0 && likenessBetween(a, b) < 1);
}

void TestLikeness::weighsFrames()
{
    const auto base = stackOf({"a", "b", "c", "d"});
    // The top counts more than the bottom.
    QVERIFY(likenessBetween(base, stackOf({"a", "b", "c", "x"})) >
            likenessBetween(base, stackOf({"x", "b", "c", "d"})));
    // A pair that stands elsewhere counts less.
    QVERIFY(likenessBetween(base, stackOf({"a", "b", "c", "d"})) >
            likenessBetween(base, stackOf({"d", "c", "b", "a"})));
    // A difference in the system's code counts less than one in the program's.
    auto system = base;
    system[1].isOwn = false;
    auto systemOther = system;
    systemOther[1].function = "x";
    QVERIFY(likenessBetween(system, systemOther) >
            likenessBetween(base, stackOf({"a", "x", "c", "d"})));
    // So does one in a frame that is only a guess.
    auto guess = base;
    guess[1].isGuess = true;
    auto guessOther = guess;
    guessOther[1].function = "x";
    QVERIFY(likenessBetween(guess, guessOther) >
            likenessBetween(base, stackOf({"a", "x", "c", "d"})));
}

void TestLikeness::foldsRecursion()
{
    std::vector<std::string> deep{"crash"};
    for (int i = 0; i < 30; ++i)
        deep.insert(deep.end(), {"visit", "visitChild"});
    deep.emplace_back("main");
    const auto prepared = prepare(stackOf(deep), {}, always);
    QCOMPARE(prepared.entries.size(), 4u);
    QCOMPARE(int(prepared.entries[1].folded), 29);
    QCOMPARE(likenessBetween(stackOf(deep), stackOf({"crash", "visit", "visitChild", "main"})),
             1.0);
}

void TestLikeness::explainsEachRow()
{
    const auto a = prepare(stackOf({"a", "old", "c"}), {}, always);
    const auto b = prepare(stackOf({"a", "new1", "new2", "c"}), {}, always);
    const auto alignment = align(a, b, {});
    QCOMPARE(alignment.likeness, likenessOf(a, b, {}));
    QCOMPARE(alignment.rows.size(), 5u);
    double pairs = 0;
    double lost = 0;
    for (const auto& row : alignment.rows) {
        const bool isPair = row.a && row.b;
        QVERIFY(isPair == (row.share > 0));
        (isPair ? pairs : lost) += row.share;
    }
    QVERIFY(qAbs(pairs - alignment.likeness) < 1e-9);
    QVERIFY(pairs - lost <= 1.0 + 1e-9);
    QCOMPARE(*alignment.rows[0].a, 0u);
    QCOMPARE(*alignment.rows[4].b, 3u);
}

void TestLikeness::looksAtHundredFrames()
{
    std::vector<std::string> functions;
    for (int i = 0; i < 10'000; ++i)
        functions.push_back(concat("f", i));
    QCOMPARE(prepare(stackOf(functions), {}, always).entries.size(), 100u);
}

void TestLikeness::calibratesMonotonously()
{
    std::vector<Observation> observations;
    for (int i = 0; i < 400; ++i) {
        const double likeness = i / 400.0;
        // More often the same the liker they are, with noise.
        observations.push_back({likeness, (i * 7919) % 400 < i});
    }
    const Calibration calibration(observations);
    double before = 0;
    for (int i = 0; i <= 100; ++i) {
        const auto probability = calibration.probability(i / 100.0);
        QVERIFY(probability);
        QVERIFY(*probability >= before && *probability > 0 && *probability < 1);
        before = *probability;
    }
    QVERIFY(*calibration.probability(0.05) < 0.2);
    QVERIFY(*calibration.probability(0.95) > 0.8);
}

void TestLikeness::tooFewObservationsTellNothing()
{
    QVERIFY(!Calibration().probability(1));
    QVERIFY(!Calibration(std::vector<Observation>(100, {0.9, true})).probability(0.9));
    QVERIFY(!Calibration(std::vector<Observation>(10, {0.9, true})).probability(0.9));
}

void TestLikeness::findsTheGroup()
{
    StackIndex index;
    std::int64_t report = 0;
    // Thirty groups that die in the same function, called from different places.
    for (int group = 0; group < 30; ++group) {
        for (int member = 0; member < 4; ++member) {
            index.add(++report, group,
                      stackOf({"memcpy", concat("copy", group), concat("caller", group, member % 2),
                               concat("job", member), "run", "main"}));
        }
    }
    const auto fresh = stackOf({"memcpy", "copy7", "another", "job9", "run", "main"});
    QVERIFY(!index.place(fresh).probability); // Nothing was learnt yet.
    index.calibrate();
    const auto placement = index.place(fresh);
    QCOMPARE(placement.groups.front().group, 7);
    QVERIFY(placement.groups.size() > 1); // The others share the plumbing.
    QVERIFY(placement.groups[0].likeness > 1.5 * placement.groups[1].likeness);
    const auto unknown = index.place(stackOf({"explode", "somewhere"}));
    QVERIFY(unknown.nearest.empty() && !unknown.probability);
    // A report is not compared with itself.
    const auto own =
        index.place(stackOf({"memcpy", "copy0", "caller00", "job0", "run", "main"}), 1);
    QVERIFY(own.nearest.front().report != 1);
    QCOMPARE(own.groups.front().group, 0);
    const auto alignment = index.explain(fresh, stackOf({"memcpy", "copy7", "caller70", "run"}));
    // The rare frame says more than the one that all have, although it stands lower.
    QVERIFY(alignment.rows[1].share > 0.5 * alignment.rows[0].share);
}

void TestLikeness::survivesFramesThatAllHave()
{
    StackIndex index;
    for (int i = 0; i < 50'000; ++i)
        index.add(i, i % 3, stackOf({"main"}));
    QVERIFY(!index.place(stackOf({"main"})).nearest.empty());
    QVERIFY(index.place(stackOf({"main"})).nearest.size() <= 20);
    index.add(1, 1, {});
    QCOMPARE(index.size(), 50'000u);
}

void TestLikeness::pairsMovedAndRenamed()
{
    const auto a =
        prepare(stackOf({"app::Node::draw", "app::View::paint", "app::frame", "app::old", "main"}),
                {}, always);
    const auto b = prepare(
        stackOf({"app::scene::Node::draw", "app::Page::paint", "app::frame", "app::fresh", "main"}),
        {}, always);
    const auto alignment = align(a, b, {});
    QCOMPARE(alignment.rows.size(), 5u);
    using enum PairKind;
    const std::vector<PairKind> kinds{Moved, OtherScope, Equal, Renamed, Equal};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        QCOMPARE(alignment.rows[i].kind, kinds[i]);
        QVERIFY(alignment.rows[i].a == i && alignment.rows[i].b == i);
    }
    QCOMPARE(likenessOf(a, b, {}), likenessOf(b, a, {}));
    QVERIFY(alignment.likeness > 0.5 && alignment.likeness < 1);
    // What differs on top was not renamed: nothing above it says so.
    QVERIFY(likenessBetween(stackOf({"x", "a", "b"}), stackOf({"y", "a", "b"})) < 0.6);
}

void TestLikeness::systemFramesOnTopMoveNothing()
{
    const auto own = stackOf({"crash", "caller", "main"});
    auto deeper = stackOf({"raise", "abort", "handler"}, false);
    const auto count = deeper.size();
    deeper.insert(deeper.end(), own.begin(), own.end());
    const auto a = prepare(own, {}, always);
    const auto b = prepare(deeper, {}, always);
    for (std::size_t i = 0; i < own.size(); ++i)
        QCOMPARE(b.entries[count + i].weight, a.entries[i].weight);
}

void TestLikeness::passesOverEnders()
{
    const auto stack = [](const char* system, const char* caller) {
        auto frames = stackOf({"raise", system}, false);
        for (const auto& frame : stackOf({"checkFailed", caller, "main"}))
            frames.push_back(frame);
        return prepare(frames, {}, always);
    };
    const auto a = stack("abort", "load");
    QVERIFY(a.entries[2].weight < a.entries[3].weight);
    QCOMPARE(int(a.entries[3].depth), 0);
    // Who called it counts more than below a function that does not end the process.
    QVERIFY(likenessOf(a, stack("abort", "save"), {}) <
            likenessOf(stack("read", "load"), stack("read", "save"), {}));
}

void TestLikeness::groupsWhatIsAlike()
{
    StackIndex index;
    for (int i = 0; i < 60; ++i) {
        const int bug = i % 3;
        index.add(i, 0,
                  stackOf({"copy", concat("fill", bug), concat("by", bug), concat("job", i % 4),
                           "main"}));
    }
    const auto groups = index.groupsAlike();
    QCOMPARE(groups.size(), 60u);
    for (std::size_t i = 0; i < groups.size(); ++i)
        QCOMPARE(groups[i], i % 3);
    // Nothing is alike enough for one group at the greatest threshold but what is equal.
    QCOMPARE(distinct(index.groupsAlike(1)), 12u);
    QVERIFY(StackIndex().groupsAlike().empty());
}

void TestLikeness::blamesTheRareFrame()
{
    auto frames = stackOf({"raise", "abort"}, false);
    for (const auto& frame : stackOf({"checkFailed", "copy", "fill", "fill", "main"}))
        frames.push_back(frame);
    frames.push_back({.module = "libc.so.6", .function = {}});
    const auto rows = [](const std::vector<BlamedFrame>& blamed) {
        std::vector<std::size_t> all;
        for (const auto& frame : blamed)
            all.push_back(frame.row);
        return all;
    };
    // Without a library: the helper and the system's code come after the callers.
    const auto plain = blame(frames, always);
    QCOMPARE(rows(plain), (std::vector<std::size_t>{3, 4, 6, 2, 0, 1}));
    QVERIFY(plain[3].isEnder && plain[3].isOwn && !plain[4].isOwn);
    QVERIFY(plain[0].position > plain[1].position);
    // With one: others die in copy(), too, and main() is everywhere.
    StackIndex index;
    for (int i = 0; i < 40; ++i)
        index.add(i, i, stackOf({"copy", concat("other", i), "main"}));
    index.add(40, 40, frames);
    const auto known = index.blameFrames(frames);
    QCOMPARE(known[0].row, 4u);
    const auto copy = std::ranges::find(known, 3u, &BlamedFrame::row);
    QVERIFY(copy != known.end() && known[0].rarity > copy->rarity);
    QVERIFY(blame({}, always).empty());
}

QTEST_GUILESS_MAIN(TestLikeness)
#include "tst_likeness.moc"
