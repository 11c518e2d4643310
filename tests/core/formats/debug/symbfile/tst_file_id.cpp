// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/file_id.h"

#include <QTest>

using namespace faultline;
using faultline::symbfile::FileId;

class TestFileId : public QObject
{
    Q_OBJECT

private slots:
    void knownContents();
    void headAndTailCount();
    void forms_data();
    void forms();
};

/// Vectors: libpf/fileid_test.go of open-telemetry/opentelemetry-ebpf-profiler
/// (docs/spec/symbfile.md §7).
void TestFileId::knownContents()
{
    const std::string zeros(123, '\0');
    const auto id = symbfile::FileId::ofContent(asBytes(zeros));
    QCOMPARE(id.hex(), std::string("f4c1e5fe2f28034fcceb0776ec00b125"));
    QCOMPARE(id.base64(), std::string("9MHl_i8oA0_M6wd27ACxJQ"));
    QCOMPARE(symbfile::FileId::ofContent({}).hex(),
             std::string("af5570f5a1810b7af78caf4bc70a660f"));
}

void TestFileId::headAndTailCount()
{
    std::string content(20'000, 'x');
    const auto before = symbfile::FileId::ofContent(asBytes(content));
    content[10'000] = 'y'; // Neither in the first nor in the last 4096 bytes.
    QVERIFY(symbfile::FileId::ofContent(asBytes(content)) == before);
    content[4095] = 'y';
    QVERIFY(symbfile::FileId::ofContent(asBytes(content)) != before);
    content[4095] = 'x';
    content[20'000 - 4096] = 'y';
    QVERIFY(symbfile::FileId::ofContent(asBytes(content)) != before);
}

void TestFileId::forms_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<bool>("isAccepted");
    QTest::newRow("URL-safe") << std::string("d--nFqkSpJIXRFeHMp_Smg") << true;
    QTest::newRow("URL-safe, padded") << std::string("d--nFqkSpJIXRFeHMp_Smg==") << true;
    QTest::newRow("standard") << std::string("d++nFqkSpJIXRFeHMp/Smg") << true;
    QTest::newRow("standard, padded") << std::string("d++nFqkSpJIXRFeHMp/Smg==") << true;
    QTest::newRow("mixed alphabets") << std::string("d-+nFqkSpJIXRFeHMp/Smg") << false;
    QTest::newRow("too short") << std::string("d--nFqkSpJIXRFeHMp_Sm") << false;
    QTest::newRow("too long") << std::string("d--nFqkSpJIXRFeHMp_SmgA") << false;
    QTest::newRow("wrong padding") << std::string("d--nFqkSpJIXRFeHMp_Smg=") << false;
    QTest::newRow("hexadecimal") << std::string("77efa716a912a49217445787329fd29a") << false;
    QTest::newRow("another character") << std::string("d--nF*kSpJIXRFeHMp_Smg") << false;
    QTest::newRow("a path") << std::string("../../../../etc/passwd") << false;
    QTest::newRow("nothing") << std::string() << false;
}

void TestFileId::forms()
{
    QFETCH(std::string, text);
    QFETCH(bool, isAccepted);
    const auto id = symbfile::FileId::parseBase64(text);
    QCOMPARE(id.has_value(), isAccepted);
    if (id)
        QCOMPARE(id->hex(), std::string("77efa716a912a49217445787329fd29a"));
}

QTEST_GUILESS_MAIN(TestFileId)
#include "tst_file_id.moc"
