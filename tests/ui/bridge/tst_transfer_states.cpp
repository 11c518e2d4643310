// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/transfer_states.h"

#include <QTest>

using namespace faultline;
using State = engine::TransferProgress::State;

namespace {

engine::TransferProgress stateOf(std::uint64_t transfer, std::uint64_t sequence, State state)
{
    engine::TransferProgress progress;
    progress.transfer = transfer;
    progress.sequence = sequence;
    progress.state = state;
    return progress;
}

} // namespace

class TestTransferStates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void statesInOrderAreTaken();
    void nothingIsTakenAfterTheEnd();
    void transfersAreTakenApart();
    void runningOnesAreKnownByTheirPlace();
};

void TestTransferStates::statesInOrderAreTaken()
{
    ui::TransferStates states;
    QVERIFY(states.take(stateOf(7, 1, State::Queued)));
    QVERIFY(states.take(stateOf(7, 2, State::Downloading)));
    QVERIFY(states.take(stateOf(7, 3, State::Done)));
}

void TestTransferStates::nothingIsTakenAfterTheEnd()
{
    ui::TransferStates states;
    QVERIFY(states.take(stateOf(7, 2, State::Connecting)));
    QVERIFY(states.take(stateOf(7, 4, State::Failed)));
    QVERIFY(!states.take(stateOf(7, 1, State::Queued)));
    QVERIFY(!states.take(stateOf(7, 3, State::Downloading)));
}

void TestTransferStates::transfersAreTakenApart()
{
    ui::TransferStates states;
    QVERIFY(states.take(stateOf(7, 2, State::Done)));
    QVERIFY(states.take(stateOf(8, 1, State::Queued)));
    QVERIFY(!states.take(stateOf(7, 1, State::Queued)));
    QVERIFY(states.take(stateOf(8, 2, State::Done)));
}

void TestTransferStates::runningOnesAreKnownByTheirPlace()
{
    ui::TransferStates states;
    auto begun = stateOf(7, 1, State::Downloading);
    begun.location = "https://symbols.example.org/a.debug";
    QVERIFY(!states.running(begun.location));
    states.take(begun);
    QVERIFY(states.running(begun.location));
    auto again = stateOf(8, 1, State::Queued);
    again.location = begun.location;
    states.take(again);
    auto ended = stateOf(7, 2, State::Failed);
    ended.location = begun.location;
    states.take(ended);
    QCOMPARE(states.running(begun.location)->transfer, 8U);
    ended = stateOf(8, 2, State::Done);
    ended.location = begun.location;
    states.take(ended);
    QVERIFY(!states.running(begun.location));
}

QTEST_GUILESS_MAIN(TestTransferStates)
#include "tst_transfer_states.moc"
