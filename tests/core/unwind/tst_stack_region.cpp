// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/module_map.h"
#include "core/unwind/walk/walk_environment.h"

#include <QTest>

using namespace faultline;

namespace {

constexpr std::uint64_t kStack = 0x7000;
constexpr std::uint64_t kCode = 0x400000;
constexpr std::uint64_t kCodeBytes = 0x1000;

/// An event with one module, and one thread whose stack holds the words.
std::shared_ptr<Event>
eventWith(const std::vector<std::uint64_t>& words, unsigned wordBytes, std::endian order)
{
    std::vector<std::byte> bytes;
    for (const auto word : words) {
        for (unsigned i = 0; i < wordBytes; ++i) {
            const auto place = order == std::endian::little ? i : wordBytes - 1 - i;
            bytes.push_back(static_cast<std::byte>(word >> (8 * place)));
        }
    }
    auto event = std::make_shared<Event>();
    EventModule module;
    module.address = kCode;
    module.sizeBytes = kCodeBytes;
    event->modules.push_back(module);
    event->threads.emplace_back();
    event->threads.front().stackBegin = kStack;
    event->threads.front().stackEnd = kStack + bytes.size();
    event->makeNative().memory = std::make_shared<const MemoryImage>(
        std::vector<MemoryRange>{
            {.address = kStack, .bytes = ByteView::fromVector(std::move(bytes))}},
        order);
    return event;
}

} // namespace

/// Words of the stack, one by one and those that are passed over.
class TestStackRegion : public QObject
{
    Q_OBJECT

private slots:
    void readsWords_data();
    void readsWords();
    void passesOverWordsOutsideAllModules();
    void passesOverNothingThatItCannotRead();
    void withoutModulesAllWordsAreOutside();
};

void TestStackRegion::readsWords_data()
{
    QTest::addColumn<unsigned>("wordBytes");
    QTest::addColumn<bool>("isLittle");
    QTest::newRow("64 bits") << 8u << true;
    QTest::newRow("32 bits") << 4u << true;
    QTest::newRow("64 bits, big-endian") << 8u << false;
    QTest::newRow("32 bits, big-endian") << 4u << false;
}

void TestStackRegion::readsWords()
{
    QFETCH(unsigned, wordBytes);
    QFETCH(bool, isLittle);
    const auto event = eventWith({0x11223344, 0x55667788}, wordBytes,
                                 isLittle ? std::endian::little : std::endian::big);
    const unwind::StackRegion stack(*event, event->threads.front(), kStack, wordBytes);
    QCOMPARE(stack.word(kStack), std::optional<std::uint64_t>(0x11223344));
    QCOMPARE(stack.word(kStack + wordBytes), std::optional<std::uint64_t>(0x55667788));
    QCOMPARE(stack.word(kStack + wordBytes + 1), std::nullopt); // Its last byte is outside.
    QCOMPARE(stack.word(kStack + 2 * wordBytes), std::nullopt);
    QCOMPARE(stack.word(kStack - 1), std::nullopt);
    QCOMPARE(stack.word(UINT64_MAX), std::nullopt);
}

/// The byte before a return address decides, so the address after a module's end counts, and a
/// module's begin does not.
void TestStackRegion::passesOverWordsOutsideAllModules()
{
    for (const unsigned wordBytes : {4u, 8u}) {
        const auto event =
            eventWith({0, 1, kCode, kCode + kCodeBytes + 1, kCode + 1, 7, kCode + kCodeBytes, 9},
                      wordBytes, std::endian::little);
        const unwind::ModuleMap modules(*event);
        const unwind::StackRegion stack(*event, event->threads.front(), kStack, wordBytes);
        QCOMPARE(stack.wordsOutside(modules, kStack, 100), 4u);
        QCOMPARE(stack.wordsOutside(modules, kStack, 3), 3u);
        QCOMPARE(stack.wordsOutside(modules, kStack + 4 * wordBytes, 100), 0u);
        QCOMPARE(stack.wordsOutside(modules, kStack + 5 * wordBytes, 100), 1u);
        QCOMPARE(stack.wordsOutside(modules, kStack + 7 * wordBytes, 100), 1u);
    }
}

void TestStackRegion::passesOverNothingThatItCannotRead()
{
    const auto event = eventWith({1, 2, 3}, 8, std::endian::little);
    const unwind::ModuleMap modules(*event);
    const unwind::StackRegion stack(*event, event->threads.front(), kStack, 8);
    QCOMPARE(stack.wordsOutside(modules, kStack + 4, 100), 2u); // The third is cut off.
    QCOMPARE(stack.wordsOutside(modules, kStack + 24, 100), 0u);
    QCOMPARE(stack.wordsOutside(modules, kStack - 8, 100), 0u);
    const auto big = eventWith({1, 2, 3}, 8, std::endian::big);
    const unwind::StackRegion other(*big, big->threads.front(), kStack, 8);
    QCOMPARE(other.wordsOutside(modules, kStack, 100), 0u); // Read one by one.
}

void TestStackRegion::withoutModulesAllWordsAreOutside()
{
    auto event = eventWith({1, 0, UINT64_MAX}, 8, std::endian::little);
    event->modules.clear();
    const unwind::ModuleMap modules(*event);
    const unwind::StackRegion stack(*event, event->threads.front(), kStack, 8);
    QCOMPARE(stack.wordsOutside(modules, kStack, 100), 3u);
}

QTEST_GUILESS_MAIN(TestStackRegion)
#include "tst_stack_region.moc"
