// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/formats/debug/elf/elf_dynamic_digest.h"

#include <QTest>

#include <link.h>
#include <map>

using namespace faultline;

/// Compares the images of this process with their files.
class TestElfDynamicDigest : public QObject
{
    Q_OBJECT

private slots:
    void imagesAreTheirFiles();
    void everyPrefixIsReadOrRefused();
    void tooFewEntriesIdentifyNothing();
};

namespace {

struct Image
{
    std::string path;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t bias = 0;
};

int collect(dl_phdr_info* info, std::size_t, void* out)
{
    Image image{.path = info->dlpi_name[0] == 0 ? "/proc/self/exe" : info->dlpi_name,
                .begin = UINT64_MAX,
                .bias = info->dlpi_addr};
    for (std::size_t i = 0; i < info->dlpi_phnum; ++i) {
        const auto& segment = info->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD)
            continue;
        image.begin = std::min(image.begin, image.bias + segment.p_vaddr);
        image.end = std::max(image.end, image.bias + segment.p_vaddr + segment.p_memsz);
    }
    static_cast<std::vector<Image>*>(out)->push_back(std::move(image));
    return 0;
}

std::string digestInMemory(const Image& image, const elf::DynamicSection& section)
{
    const auto* const bytes = reinterpret_cast<const std::byte*>(image.bias + section.address);
    return elf::dynamicDigest(Bytes(bytes, section.sizeBytes), std::endian::native, sizeof(void*),
                              {.bias = image.bias, .begin = image.begin, .end = image.end});
}

} // namespace

void TestElfDynamicDigest::imagesAreTheirFiles()
{
    std::vector<Image> images;
    dl_iterate_phdr(collect, &images);
    std::map<std::string, std::string> paths; // By digest.
    for (const auto& image : images) {
        const auto file = mapForeignFile(image.path);
        if (!file) // The vDSO has none.
            continue;
        const auto section = elf::dynamicSectionOf(file->span(), {});
        QVERIFY2(section, image.path.c_str());
        QVERIFY(!section->digest.empty());
        QCOMPARE(digestInMemory(image, *section), section->digest);
        QVERIFY2(paths.emplace(section->digest, image.path).second, image.path.c_str());
    }
    QVERIFY(paths.size() > 3);
}

void TestElfDynamicDigest::everyPrefixIsReadOrRefused()
{
    const auto file = mapForeignFile("/proc/self/exe");
    QVERIFY(file);
    const auto whole = elf::dynamicSectionOf(file->span(), {});
    QVERIFY(whole);
    for (std::size_t size = 0; size < file->size(); size += size < 4096 ? 1 : 4093) {
        const auto part = elf::dynamicSectionOf(file->span().first(size), {});
        QVERIFY(!part || part->digest.empty() || part->digest == whole->digest);
    }
}

void TestElfDynamicDigest::tooFewEntriesIdentifyNothing()
{
    std::vector<std::byte> section(16 * 9);
    for (std::size_t i = 0; i < 8; ++i)
        section[16 * i] = std::byte{5};
    const auto digest = [&](std::size_t size) {
        return elf::dynamicDigest(Bytes(section).first(size), std::endian::little, 8, {});
    };
    QVERIFY(!digest(section.size()).empty());
    QVERIFY(digest(section.size() - 16).empty()); // Without its end.
    section[16 * 7] = std::byte{0};
    QVERIFY(digest(section.size()).empty()); // Seven entries.
}

QTEST_GUILESS_MAIN(TestElfDynamicDigest)
#include "tst_elf_dynamic_digest.moc"
