// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/symbfile_reader.h"
#include "core/formats/debug/symbfile/symbfile_writer.h"
#include "core/packing/compress.h"
#include "core/packing/unpack.h"
#include "core/server/symbfile/symbfile_store.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::server::symbfile_api;
using faultline::symbfile::FileId;
using Outcome = SymbfileStore::Outcome;

namespace {

const FileId kId = *FileId::parseBase64("d--nFqkSpJIXRFeHMp_Smg");

symbfile::Range range(std::uint64_t address, std::string_view function)
{
    return {.address = address,
            .sizeBytes = 4,
            .function = function,
            .file = std::nullopt,
            .callFile = std::nullopt,
            .callLine = 0,
            .depth = 0,
            .lines = {}};
}

ByteView fileOf(const std::vector<symbfile::Record>& records)
{
    std::string file;
    symbfile::SymbfileWriter writer([&](Bytes bytes) -> Result<void> {
        file += asText(bytes);
        return {};
    });
    for (const auto& record : records) {
        if (!writer.add(record))
            qFatal("a record was refused");
    }
    if (!writer.finish())
        qFatal("the end was refused");
    return ByteView::fromString(std::move(file));
}

/// The functions of a stored file, in order, separated by commas; "absent" without one.
QString functionsOf(const SymbfileStore& store)
{
    const auto packed = store.read(Kind::Ranges, kId);
    if (!packed)
        return "absent";
    auto file = TempFile::createInMemory();
    if (!file || !packing::unpackByContent(packed->span(), *file, std::nullopt, {}))
        return "not packed";
    const auto bytes = *file->map();
    auto reader = symbfile::SymbfileReader::open(bytes.span());
    QStringList names;
    while (reader) {
        const auto record = reader->next();
        if (!record || !*record)
            break;
        names += QString::fromStdString(std::string(std::get<symbfile::Range>(**record).function));
    }
    return names.join(',');
}

} // namespace

class TestSymbfileStore : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void onePart();
    void partsInAnyOrder();
    void slicesOfOneFile();
    void packedParts();
    void bombsAreRefused();
    void anotherPartBeginsAnew();
    void theOldFileStaysUntilTheNewIsComplete();
    void unfinishedPartsExpire();
    void unfinishedPartsSurvive();
    void kindsAreApart();
    void aBadSetIsDropped();
    void buildsLeadToTheirFile();
    void theLoadAddressIsForUs();
    void filesOfOthersAmongThePartsStay();

private:
    SymbfileStore store(std::chrono::seconds lifetime = std::chrono::hours(24)) const
    {
        return SymbfileStore({.folder = m_folder->path().toStdString(),
                              .maxUnpackedBytes = 1 << 20,
                              .unfinishedLifetime = lifetime});
    }

    static Result<Outcome>
    add(SymbfileStore& store, std::uint32_t part, std::uint32_t parts, const ByteView& body)
    {
        return store.addPart(Kind::Ranges, {kId, part, parts}, body, {});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    const ByteView m_a = fileOf({range(1, "a")});
    const ByteView m_b = fileOf({range(2, "b")});
};

void TestSymbfileStore::onePart()
{
    auto files = store();
    QCOMPARE(functionsOf(files), QString("absent"));
    QVERIFY(*add(files, 0, 1, m_a) == Outcome::Completed);
    QCOMPARE(functionsOf(files), QString("a"));
    QVERIFY(*add(files, 0, 1, m_b) == Outcome::Completed);
    QCOMPARE(functionsOf(files), QString("b"));
}

void TestSymbfileStore::partsInAnyOrder()
{
    auto files = store();
    QVERIFY(*add(files, 1, 2, m_b) == Outcome::WaitsForParts);
    QVERIFY(*add(files, 1, 2, m_b) == Outcome::WaitsForParts);
    QCOMPARE(functionsOf(files), QString("absent"));
    QVERIFY(*add(files, 0, 2, m_a) == Outcome::Completed);
    QCOMPARE(functionsOf(files), QString("a,b"));
}

void TestSymbfileStore::slicesOfOneFile()
{
    auto files = store();
    const auto whole = fileOf({range(1, "a"), range(2, "b")});
    QVERIFY(*add(files, 0, 2, *whole.slice(0, 20)) == Outcome::WaitsForParts);
    QVERIFY(*add(files, 1, 2, whole.from(20)) == Outcome::Completed);
    QCOMPARE(functionsOf(files), QString("a,b"));
}

void TestSymbfileStore::packedParts()
{
    auto files = store();
    QVERIFY(*add(files, 0, 2, *packing::compressZstd(m_a.span(), 3)) == Outcome::WaitsForParts);
    QVERIFY(*add(files, 1, 2, m_b) == Outcome::Completed);
    QCOMPARE(functionsOf(files), QString("a,b"));
}

void TestSymbfileStore::bombsAreRefused()
{
    auto files = store();
    const std::vector<std::byte> zeros(4 << 20);
    const auto added = add(files, 0, 1, *packing::compressZstd(zeros, 3));
    QVERIFY(!added);
    QVERIFY(added.error().kind == ErrorKind::TooLarge);
}

void TestSymbfileStore::anotherPartBeginsAnew()
{
    auto files = store();
    QVERIFY(*add(files, 0, 3, m_a) == Outcome::WaitsForParts);
    QVERIFY(*add(files, 1, 3, m_b) == Outcome::WaitsForParts);
    QVERIFY(*add(files, 0, 3, m_b) == Outcome::WaitsForParts); // Drops part 1.
    QVERIFY(*add(files, 2, 3, m_a) == Outcome::WaitsForParts);
    QVERIFY(*add(files, 0, 2, m_a) == Outcome::WaitsForParts); // Drops all of it.
    QVERIFY(*add(files, 1, 2, m_b) == Outcome::Completed);
    QCOMPARE(functionsOf(files), QString("a,b"));
}

void TestSymbfileStore::theOldFileStaysUntilTheNewIsComplete()
{
    auto files = store();
    QVERIFY(*add(files, 0, 1, m_a) == Outcome::Completed);
    QVERIFY(*add(files, 0, 2, m_b) == Outcome::WaitsForParts);
    QCOMPARE(functionsOf(files), QString("a"));
    QVERIFY(*add(files, 1, 2, m_b) == Outcome::Completed);
    QCOMPARE(functionsOf(files), QString("b,b"));
}

void TestSymbfileStore::unfinishedPartsExpire()
{
    auto files = store(std::chrono::seconds(-1)); // Parts that were stored before are too old.
    QVERIFY(*add(files, 0, 2, m_a) == Outcome::WaitsForParts);
    QVERIFY(*add(files, 1, 2, m_b) == Outcome::WaitsForParts);
}

void TestSymbfileStore::unfinishedPartsSurvive()
{
    auto before = store();
    QVERIFY(*add(before, 0, 2, m_a) == Outcome::WaitsForParts);
    auto after = store();
    QVERIFY(*add(after, 1, 2, m_b) == Outcome::Completed);
    QCOMPARE(functionsOf(after), QString("a,b"));
}

void TestSymbfileStore::kindsAreApart()
{
    auto files = store();
    const auto pads = fileOf({symbfile::ReturnPad{1, {{"f", "a.c", 2}}}});
    QVERIFY(!add(files, 0, 1, pads));
    QVERIFY(!files.addPart(Kind::ReturnPads, {kId, 0, 1}, m_a, {}));
    QVERIFY(files.addPart(Kind::ReturnPads, {kId, 0, 1}, pads, {}));
    QCOMPARE(functionsOf(files), QString("absent"));
}

void TestSymbfileStore::aBadSetIsDropped()
{
    auto files = store();
    QVERIFY(*add(files, 0, 2, m_a) == Outcome::WaitsForParts);
    const auto bad = add(files, 1, 2, ByteView::fromString("not a symbfile"));
    QVERIFY(!bad);
    QVERIFY(bad.error().kind == ErrorKind::Malformed);
    QVERIFY(*add(files, 1, 2, m_b) == Outcome::WaitsForParts);
    QVERIFY(*add(files, 0, 2, m_a) == Outcome::Completed);
}

void TestSymbfileStore::buildsLeadToTheirFile()
{
    auto files = store();
    const UploadHeaders upload{.id = kId, .buildId = "0123456789abcdef0123456789abcdef01234567"};
    QVERIFY(files.addPart(Kind::Ranges, upload, m_a, {}));
    const QStringList names{"builds/01/0123456789abcdef0123456789abcdef01234567.zst",
                            "builds/67/67452301ab89efcd0123456789abcdef.zst"}; // The debug id.
    const auto contentOf = [&](const QString& name) {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("absent");
    };
    const auto first = contentOf(names.front());
    QVERIFY(first.startsWith("\x28\xb5\x2f\xfd"));
    QVERIFY(*add(files, 0, 1, m_b) == Outcome::Completed); // A later upload does not repeat it.
    for (const auto& name : names) {
        QVERIFY2(contentOf(name).startsWith("\x28\xb5\x2f\xfd"), qPrintable(name));
        QVERIFY(contentOf(name) != first);
    }
    QCOMPARE(QDir(m_folder->filePath("builds/01")).entryList(QDir::Files | QDir::Hidden).size(), 1);
}

/// Other readers expect one frame with known messages.
void TestSymbfileStore::theLoadAddressIsForUs()
{
    auto files = store();
    QVERIFY(*add(files, 0, 1, m_a) == Outcome::Completed);
    const auto plain = files.read(Kind::Ranges, kId);
    const UploadHeaders upload{.id = kId, .loadAddress = 0x400000};
    QVERIFY(files.addPart(Kind::Ranges, upload, m_a, {}));
    const auto served = files.read(Kind::Ranges, kId);
    QVERIFY(plain && served);
    QCOMPARE(served->text(), plain->text());
    const auto id = QString::fromStdString(kId.hex());
    const auto stored = QStringLiteral("%1/%2/ranges.zst").arg(id.left(2), id);
    QVERIFY(served->size() <
            static_cast<std::size_t>(QFileInfo(m_folder->filePath(stored)).size()));
}

void TestSymbfileStore::filesOfOthersAmongThePartsStay()
{
    auto files = store();
    QVERIFY(*add(files, 0, 2, m_a) == Outcome::WaitsForParts);
    const auto id = QString::fromStdString(kId.hex());
    const auto folder = m_folder->filePath(id.left(2) + "/" + id + "/ranges.parts");
    const QTemporaryDir elsewhere;
    QVERIFY(QFile(elsewhere.filePath("thesis")).open(QIODevice::WriteOnly));
    for (const auto* name : {"/2/notes.txt", "/2/1-draft", "/draft.txt"})
        QVERIFY(QFile(folder + name).open(QIODevice::WriteOnly));
    QVERIFY(QFile::link(elsewhere.path(), folder + "/3"));
    QVERIFY(*add(files, 1, 2, m_b) == Outcome::Completed); // The parts go.
    QCOMPARE(QDir(folder + "/2").entryList(QDir::Files), (QStringList{"1-draft", "notes.txt"}));
    QVERIFY(QFile::exists(folder + "/draft.txt"));
    QVERIFY(QFile::exists(elsewhere.filePath("thesis")));
    QVERIFY(*add(files, 0, 1, m_a) == Outcome::Completed);
    QCOMPARE(functionsOf(files), QString("a"));
}

QTEST_GUILESS_MAIN(TestSymbfileStore)
#include "tst_symbfile_store.moc"
