// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/fleet/peer_message.h"

#include <QFile>
#include <QTest>

using namespace faultline;
using namespace faultline::server;

namespace {

const FleetKey kKey("a token of this fleet");
const FleetKey kOtherKey("a token of another one");
const std::string kNonce(32, 'a');
constexpr InstanceId kInstance{0xab, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0xff};
const std::string kContent = R"({"status":"completed"})";

std::string made(const char* name)
{
    QFile file(QStringLiteral(FL_TESTS_DIR "/corpora/fuzz/peer_message/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string answer()
{
    return writePeerAnswer(kKey, kNonce, kInstance, 200, kContent);
}

} // namespace

class TestPeerMessage : public QObject
{
    Q_OBJECT

private slots:
    void questionsComeFromTheFleet();
    void answersComeBack();
    void readsWhatTheSpecificationMakes();
    void everyPrefixIsRefused();
    void everyChangeIsRefused();
    void aSealIsForOneUse();
};

void TestPeerMessage::questionsComeFromTheFleet()
{
    const std::string target = "/peers/requests/x?timeout=5";
    const auto header = writePeerQuestion(kKey, kNonce, target);
    QVERIFY(readPeerQuestion(kKey, header, target) == kNonce);
    QVERIFY(!readPeerQuestion(kOtherKey, header, target));
    QVERIFY(!readPeerQuestion(kKey, header, "/peers/requests/x?timeout=50"));
    for (std::size_t size = 0; size < header.size(); ++size)
        QVERIFY(!readPeerQuestion(kKey, header.substr(0, size), target));
    QVERIFY(!readPeerQuestion(kKey, header + " ", target));
}

void TestPeerMessage::answersComeBack()
{
    const auto read = readPeerAnswer(kKey, kNonce, answer());
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QVERIFY(*read == (PeerAnswer{.instance = kInstance, .status = 200, .content = kContent}));
    const auto empty =
        readPeerAnswer(kKey, kNonce, writePeerAnswer(kKey, kNonce, kInstance, 404, {}));
    QVERIFY(empty && empty->status == 404 && empty->content.empty());
}

/// The files were made by a script after docs/spec/http-api.md §3.2.
void TestPeerMessage::readsWhatTheSpecificationMakes()
{
    QVERIFY(readPeerQuestion(kKey, made("question"), "/peers/instance") == kNonce);
    const auto read = readPeerAnswer(kKey, kNonce, made("answer"));
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QCOMPARE(read->content, kContent);
    QCOMPARE(read->instance.front(), std::uint8_t{0xab});
    QCOMPARE(readPeerAnswer(kKey, kNonce, made("unknown"))->status, 404U);
}

void TestPeerMessage::everyPrefixIsRefused()
{
    const auto whole = answer();
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY2(!readPeerAnswer(kKey, kNonce, whole.substr(0, size)),
                 std::to_string(size).c_str());
    QVERIFY(!readPeerAnswer(kKey, kNonce, whole + "x"));
}

void TestPeerMessage::everyChangeIsRefused()
{
    const auto whole = answer();
    for (std::size_t i = 0; i < whole.size(); ++i) {
        auto changed = whole;
        changed[i] ^= 1;
        QVERIFY2(!readPeerAnswer(kKey, kNonce, changed), std::to_string(i).c_str());
    }
    QCOMPARE(readPeerAnswer(kOtherKey, kNonce, whole).error().kind, ErrorKind::PermissionDenied);
    QCOMPARE(readPeerAnswer(kKey, std::string(32, 'b'), whole).error().kind,
             ErrorKind::PermissionDenied);
    QCOMPARE(readPeerAnswer(kKey, kNonce, kContent).error().kind, ErrorKind::Malformed);
}

void TestPeerMessage::aSealIsForOneUse()
{
    QVERIFY(kKey.sealText(FleetKey::Use::Ask, {"a", "b"}) !=
            kKey.sealText(FleetKey::Use::Answer, {"a", "b"}));
    QVERIFY(kKey.sealText(FleetKey::Use::Ask, {"ab", ""}) !=
            kKey.sealText(FleetKey::Use::Ask, {"a", "b"}));
}

QTEST_GUILESS_MAIN(TestPeerMessage)
#include "tst_peer_message.moc"
