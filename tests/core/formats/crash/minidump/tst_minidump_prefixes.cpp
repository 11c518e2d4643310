// SPDX-License-Identifier: GPL-3.0-or-later
// Every prefix of a real dump of ours gives an event or an error that says where the file ends too
// early. Part of sanitized_readers: each prefix has an allocation of exactly its size.
#include "core/base/file.h"
#include "core/formats/crash/minidump/read_event.h"

#include <QTest>

using namespace faultline;

namespace {

const std::filesystem::path kDump =
    std::filesystem::path(FL_TESTS_DIR) / "corpora/samples/null_write/null_write.dmp";

/// Reads every byte that the event refers to.
std::size_t touch(const Event& event)
{
    std::size_t sum = 0;
    std::array<std::byte, 64> buffer{};
    for (const auto& thread : event.threads) {
        for (auto at = thread.stackBegin; at < thread.stackEnd; at += buffer.size())
            sum += event.asNative()->memory->read(at, buffer);
    }
    for (const auto& stream : event.asNative()->streams) {
        for (const auto byte : stream.bytes.span())
            sum += std::to_integer<std::size_t>(byte);
    }
    return sum;
}

} // namespace

class TestMinidumpPrefixes : public QObject
{
    Q_OBJECT

private slots:
    void everyPrefixIsAnswered();
    void theWholeFileHasNothingToNote();
};

void TestMinidumpPrefixes::everyPrefixIsAnswered()
{
    const auto dump = readFile(kDump, 1 << 20);
    QVERIFY2(dump, dump ? "" : dump.error().detail.c_str());
    std::size_t events = 0;
    for (std::size_t size = 0; size < dump->size(); ++size) {
        const auto event =
            minidump::readMinidumpEvent(ByteView::copyOf(dump->span().first(size)), {});
        if (!event) {
            QCOMPARE(event.error().kind, ErrorKind::Malformed);
            QVERIFY2(!event.error().detail.empty(), qPrintable(QString::number(size)));
            continue;
        }
        ++events;
        touch(**event);
        QVERIFY2(!(*event)->diagnostics.empty(), qPrintable(QString::number(size)));
    }
    QVERIFY(events > 0);
}

void TestMinidumpPrefixes::theWholeFileHasNothingToNote()
{
    const auto dump = readFile(kDump, 1 << 20);
    QVERIFY2(dump, dump ? "" : dump.error().detail.c_str());
    const auto event = minidump::readMinidumpEvent(*dump, {});
    QVERIFY2(event, event ? "" : event.error().detail.c_str());
    QVERIFY(touch(**event) > 0);
    QVERIFY((*event)->diagnostics.empty());
}

QTEST_GUILESS_MAIN(TestMinidumpPrefixes)
#include "tst_minidump_prefixes.moc"
