// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/unreal_crash.h"
#include "tests/support/container_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestUnrealCrash : public QObject
{
    Q_OBJECT

private slots:
    void readsBothForms_data();
    void readsBothForms();
    void everyPrefixEnds_data();
    void everyPrefixEnds();
    void refuses_data();
    void refuses();
};

namespace {

const NamedParts kFiles{{"UE4Minidump.dmp", "MDMP and so on"},
                        {"CrashContext.runtime-xml", "<xml/>"},
                        {"empty.log", ""}};

void addForms()
{
    QTest::addColumn<bool>("isMarked");
    QTest::newRow("marked") << true;
    QTest::newRow("old, header at the end") << false;
}

std::string sample(bool isMarked)
{
    return unrealCrash(kFiles, isMarked ? UnrealForm::Marked : UnrealForm::Old);
}

} // namespace

void TestUnrealCrash::readsBothForms_data()
{
    addForms();
}

void TestUnrealCrash::readsBothForms()
{
    QFETCH(bool, isMarked);
    const auto archive = ByteView::fromString(sample(isMarked));
    QVERIFY(container::looksLikeUnrealCrash(archive.span()));
    const auto parts = container::readUnrealCrash(archive);
    QVERIFY(parts.has_value());
    QCOMPARE(parts->size(), kFiles.size());
    for (std::size_t i = 0; i < kFiles.size(); ++i) {
        QCOMPARE((*parts)[i].name, kFiles[i].first);
        QCOMPARE(std::string((*parts)[i].bytes.text()), kFiles[i].second);
    }
}

void TestUnrealCrash::everyPrefixEnds_data()
{
    addForms();
}

void TestUnrealCrash::everyPrefixEnds()
{
    QFETCH(bool, isMarked);
    const auto whole = sample(isMarked);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto prefix = ByteView::fromString(whole.substr(0, size));
        container::looksLikeUnrealCrash(prefix.span());
        QVERIFY(!container::readUnrealCrash(prefix));
    }
}

void TestUnrealCrash::refuses_data()
{
    QTest::addColumn<QByteArray>("archive");
    QTest::addColumn<QString>("detail");
    const auto marked = QByteArray::fromStdString(sample(true));
    const auto countOffset = 3 + 4 + 19 + 4 + 27 + 4;
    auto tooMany = marked;
    tooMany.replace(countOffset, 4, QByteArray("\xff\xff\xff\x7f", 4));
    auto tooFew = marked;
    tooFew.replace(countOffset, 4, QByteArray("\x02\0\0\0", 4));
    auto tooLarge = marked;
    tooLarge.replace(countOffset + 4 + 4 + 4 + 16, 4, QByteArray("\xff\xff\0\0", 4));
    QTest::newRow("empty") << QByteArray() << "unreal crash: 0 bytes hold no header";
    QTest::newRow("name beyond the end")
        << QByteArray("CR1\xff\xff\xff\xff", 7) << "unreal crash: 7 bytes hold no header";
    QTest::newRow("more files than bytes")
        << tooMany << "unreal crash: 2147483647 files do not fit 107 bytes";
    QTest::newRow("fewer files than there are")
        << tooFew << "unreal crash: 22 bytes are left over at offset 0x96";
    QTest::newRow("content beyond the end")
        << tooLarge << "unreal crash: file 0 at offset 0x5d does not fit 172 bytes";
}

void TestUnrealCrash::refuses()
{
    QFETCH(QByteArray, archive);
    QFETCH(QString, detail);
    const auto parts = container::readUnrealCrash(ByteView::fromString(archive.toStdString()));
    QVERIFY(!parts);
    QCOMPARE(parts.error().kind, ErrorKind::Malformed);
    QCOMPARE(QString::fromStdString(parts.error().detail), detail);
}

QTEST_GUILESS_MAIN(TestUnrealCrash)
#include "tst_unreal_crash.moc"
