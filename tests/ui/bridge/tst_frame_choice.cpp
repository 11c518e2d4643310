// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/frame_choice.h"

#include <QTest>

using namespace faultline::ui;

namespace {

std::shared_ptr<const FrameRow>
frame(quint32 physical, bool isOwn, bool isOfEnd, quint32 inlineDepth = 0)
{
    auto row = std::make_shared<FrameRow>();
    row->frameKey = {.physicalIndex = physical, .inlineDepth = inlineDepth};
    row->isOwnCode = row->isInApp = isOwn;
    row->isOfEnd = isOfEnd;
    row->line = isOwn ? 1 : 0;
    return row;
}

quint32 chosen(const FrameRows& frames)
{
    const auto best = bestFrame(frames);
    return best ? best->physicalIndex : 99;
}

} // namespace

/// Which frame is selected when nobody chose one.
class TestFrameChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownCodeComesFirst();
    void whatEndedTheProcessIsPassedOver();
    void withoutAnythingElseTheFirstRowIsTaken();
};

void TestFrameChoice::ownCodeComesFirst()
{
    QVERIFY(!bestFrame({}));
    QCOMPARE(chosen({frame(0, false, false), frame(1, true, false)}), 1U);
}

/// A handler of the program's own that aborted is above the place of the crash.
void TestFrameChoice::whatEndedTheProcessIsPassedOver()
{
    QCOMPARE(chosen({frame(0, false, true), frame(1, true, true), frame(2, false, false),
                     frame(3, true, false)}),
             3U);
    QCOMPARE(chosen({frame(0, false, true), frame(1, true, true), frame(2, false, false)}), 2U);
}

void TestFrameChoice::withoutAnythingElseTheFirstRowIsTaken()
{
    QCOMPARE(chosen({frame(0, false, false), frame(1, false, false)}), 0U);
    QCOMPARE(chosen({frame(0, true, true), frame(1, false, true)}), 0U);
}

QTEST_GUILESS_MAIN(TestFrameChoice)
#include "tst_frame_choice.moc"
