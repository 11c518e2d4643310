// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/memory_search.h"
#include "core/engine/register_writes.h"
#include "tests/core/engine/open_sample.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

/// Checks what the engine answers about registers, operands, byte patterns and texts.
class TestProcessQuestions : public QObject
{
    Q_OBJECT

private slots:
    void registersLeadSomewhere();
    void operandOfTheCrash();
    void operandsHaveNamesAndValues();
    void writtenRegistersEndABlock_data();
    void writtenRegistersEndABlock();
    void patternsAreFound();
    void patternsCrossPieces();
    void patternsCrossBlocks();
    void searchesHaveLimits_data();
    void searchesHaveLimits();
    void stoppedSearchesSaySo();
    void searchesSayWhereHitsLie();
    void textsBehindRegistersAndStack();
    void eventsWithoutMemoryAnswerSo();
};

namespace {

using engine::CodeOperand;
using engine::SearchAnswer;
using Pattern = std::vector<std::byte>;

Pattern bytesOf(std::string_view text)
{
    const auto bytes = asBytes(text);
    return {bytes.begin(), bytes.end()};
}

MemoryImage imageOf(std::vector<std::pair<std::uint64_t, std::string>> pieces)
{
    std::vector<MemoryRange> ranges;
    for (auto& [address, text] : pieces)
        ranges.push_back({.address = address, .bytes = ByteView::fromString(std::move(text))});
    return MemoryImage(std::move(ranges), std::endian::little);
}

std::vector<std::uint64_t> addressesOf(const SearchAnswer& answer)
{
    std::vector<std::uint64_t> addresses;
    for (const auto& hit : answer.hits)
        addresses.push_back(hit.address);
    return addresses;
}

} // namespace

void TestProcessQuestions::registersLeadSomewhere()
{
    OpenSample sample("default/sample.dmp");
    const auto thread = crashedThread(sample.report());
    const auto answer = sample.answerTo<engine::RegistersAnswer>(
        engine::RegistersQuestion{.frame = {thread, 0, 0}});
    QVERIFY(answer.state == engine::RegistersAnswer::State::Known);
    const auto wordOf = [&answer](std::string_view name) -> const engine::MemoryWord* {
        const auto found = std::ranges::find_if(
            answer.targets, [name](const auto& each) { return each.first == name; });
        return found == answer.targets.end() ? nullptr : &found->second;
    };
    const auto* pc = wordOf("rip");
    QVERIFY(pc != nullptr && pc->kind == engine::MemoryWord::Kind::Code);
    QVERIFY2(pc->meaning.starts_with("scene::Group::updateBounds()"), pc->meaning.c_str());
    const auto* sp = wordOf("rsp");
    QVERIFY(sp != nullptr && sp->kind == engine::MemoryWord::Kind::Stack);
    QVERIFY(wordOf("rdx") == nullptr); // It is null.
}

void TestProcessQuestions::operandOfTheCrash()
{
    OpenSample sample("default/sample.dmp");
    const auto answer = sample.code({.frame = {crashedThread(sample.report()), 0, 0}});
    const auto crash = std::ranges::find(
        answer.instructions, answer.current,
        [](const engine::CodeInstruction& each) { return std::optional(each.address); });
    QVERIFY(crash != answer.instructions.end() && crash->operand);
    QCOMPARE(crash->operand->address, std::uint64_t{0x10});
    QCOMPARE(crash->operand->sizeBytes, 1u);
    QVERIFY(!crash->operand->isInMemory && !crash->operand->word && !crash->operand->isWritten);
}

/// Whatever has a value has the one that memory has, and what a variable names lies in it.
void TestProcessQuestions::operandsHaveNamesAndValues()
{
    OpenSample sample("default/sample.dmp");
    const auto thread = crashedThread(sample.report());
    const auto& memory = *sample.report().event->asNative()->memory;
    std::size_t values = 0;
    std::size_t names = 0;
    for (std::uint32_t frame = 0; frame < 3; ++frame) {
        const auto answer = sample.code({.frame = {thread, frame, 0}});
        for (const auto& each : answer.instructions) {
            if (!each.operand)
                continue;
            QVERIFY2(each.text.find('[') != std::string::npos, each.text.c_str());
            names += each.operand->variable.empty() ? 0 : 1;
            if (!each.operand->word || !memory.contains(each.operand->address))
                continue;
            ++values;
            QVERIFY(memory.readUnsigned(each.operand->address, each.operand->sizeBytes) ==
                    each.operand->word->value);
        }
    }
    QVERIFY2(values > 0, "no operand has a value");
    QVERIFY2(names > 0, "no operand has a name");
}

void TestProcessQuestions::writtenRegistersEndABlock_data()
{
    QTest::addColumn<CpuFamily>("family");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written"); ///< "any" for an instruction that is not known.
    const auto row = [](CpuFamily family, const char* text, const char* written) {
        QTest::newRow(text) << family << QString::fromLatin1(text) << QString::fromLatin1(written);
    };
    row(CpuFamily::Intel64, "mov eax, dword ptr [rdi + 0x8]", "rax");
    row(CpuFamily::Intel64, "mov dword ptr [rdi + 0x8], eax", "");
    row(CpuFamily::Intel64, "cmp rdi, qword ptr [rax]", "");
    row(CpuFamily::Intel64, "jne 0x1040", "");
    row(CpuFamily::Intel64, "jmp 0x1040", "any");
    row(CpuFamily::Intel64, "push rbx", "rsp");
    row(CpuFamily::Intel64, "pop rbx", "rbx rsp");
    row(CpuFamily::Intel64, "call 0x1040", "any");
    row(CpuFamily::Intel64, "imul rax", "any");
    row(CpuFamily::Intel64, "imul rax, rbx", "rax");
    row(CpuFamily::Intel64, "xchg rax, rbx", "any");
    row(CpuFamily::Intel64, "rep movsb byte ptr es:[rdi], byte ptr [rsi]", "any");
    row(CpuFamily::Intel64, "cmovne r12d, eax", "r12");
    row(CpuFamily::Intel64, "cpuid", "any");
    row(CpuFamily::Intel64, "mov ah, 0x1", "any");
    row(CpuFamily::Intel32, "movsd dword ptr es:[edi], dword ptr [esi]", "any");
    row(CpuFamily::Intel64, "movsd xmm0, qword ptr [rdi]", "xmm0");
    row(CpuFamily::Intel32, "pop ebp", "ebp esp");
    row(CpuFamily::Arm64, "ldr w0, [x1, #8]", "x0");
    row(CpuFamily::Arm64, "ldr x0, [x1], #8", "any");
    row(CpuFamily::Arm64, "ldp x29, x30, [sp]", "x29 x30");
    row(CpuFamily::Arm64, "str x0, [x1]", "");
    row(CpuFamily::Arm64, "str x0, [x1, #-16]!", "any");
    row(CpuFamily::Arm64, "bl #0x1040", "any");
}

void TestProcessQuestions::writtenRegistersEndABlock()
{
    QFETCH(const CpuFamily, family);
    QFETCH(const QString, text);
    QFETCH(const QString, written);
    EventThread thread;
    thread.registers = RegisterSet(family);
    const auto writes = engine::writtenRegisters(
        analysis::RegisterValues(thread), analysis::parseInstruction(family, text.toStdString()));
    QStringList names;
    for (const auto& name : writes.value_or(std::vector<std::string>{"any"}))
        names.append(QString::fromStdString(name));
    QCOMPARE(names.join(u' '), written);
}

void TestProcessQuestions::patternsAreFound()
{
    const auto image = imageOf({{0x1000, "abcabc"}, {0x2000, "xxabc"}});
    const auto answer =
        engine::findPatterns(image, {.patterns = {bytesOf("abc"), bytesOf("xx")}}, {});
    QVERIFY(answer.state == SearchAnswer::State::Known);
    QCOMPARE(addressesOf(answer), (std::vector<std::uint64_t>{0x1000, 0x1003, 0x2000, 0x2002}));
    QCOMPARE(answer.hits[2].pattern, 1u);
    QCOMPARE(answer.searchedBytes, std::uint64_t{11});
    QVERIFY(!answer.isCut);
    const auto aligned =
        engine::findPatterns(image, {.patterns = {bytesOf("abc")}, .alignment = 2}, {});
    QCOMPARE(addressesOf(aligned), (std::vector<std::uint64_t>{0x1000, 0x2002}));
}

void TestProcessQuestions::patternsCrossPieces()
{
    const auto image = imageOf(
        {{0x1000, "..ab"}, {0x1004, "c"}, {0x1005, "dabcd"}, {0x3000, "ab"}, {0x3003, "cd"}});
    const auto answer = engine::findPatterns(image, {.patterns = {bytesOf("abcd")}}, {});
    QCOMPARE(addressesOf(answer), (std::vector<std::uint64_t>{0x1002, 0x1006}));
    const auto all = engine::findPatterns(image, {.patterns = {bytesOf("a")}}, {});
    QCOMPARE(addressesOf(all), (std::vector<std::uint64_t>{0x1002, 0x1006, 0x3000}));
}

/// Memory is searched in blocks of a megabyte.
void TestProcessQuestions::patternsCrossBlocks()
{
    constexpr std::size_t kBlock = 1u << 20;
    std::string text(2 * kBlock + 2, '.');
    for (const std::size_t at : {std::size_t{0}, kBlock - 3, 2 * kBlock - 1, 2 * kBlock + 1})
        text.replace(at, std::min<std::size_t>(4, text.size() - at), "abcd", 0,
                     std::min<std::size_t>(4, text.size() - at));
    std::string rest = "bcd";
    const auto image = imageOf({{0, text}, {text.size(), rest}});
    const auto answer = engine::findPatterns(image, {.patterns = {bytesOf("abcd")}}, {});
    QCOMPARE(addressesOf(answer), (std::vector<std::uint64_t>{0, kBlock - 3, 2 * kBlock + 1}));
}

void TestProcessQuestions::searchesHaveLimits_data()
{
    QTest::addColumn<std::vector<std::vector<std::byte>>>("patterns");
    QTest::addColumn<SearchAnswer::State>("state");
    using State = SearchAnswer::State;
    QTest::newRow("no pattern") << std::vector<Pattern>{} << State::BadPattern;
    QTest::newRow("an empty one") << std::vector(1, Pattern()) << State::BadPattern;
    QTest::newRow("a long one") << std::vector<Pattern>{Pattern(4097)} << State::BadPattern;
    QTest::newRow("the longest") << std::vector<Pattern>{Pattern(4096)} << State::Known;
    QTest::newRow("too many") << std::vector(9, Pattern(1)) << State::BadPattern;
}

void TestProcessQuestions::searchesHaveLimits()
{
    QFETCH(const std::vector<Pattern>, patterns);
    QFETCH(const SearchAnswer::State, state);
    const auto image = imageOf({{0x1000, std::string(100, 'a')}});
    QVERIFY(engine::findPatterns(image, {.patterns = patterns}, {}).state == state);
    const auto few = engine::findPatterns(image, {.patterns = {bytesOf("a")}, .most = 7}, {});
    QCOMPARE(few.hits.size(), std::size_t{7});
    QVERIFY(engine::findPatterns({}, {.patterns = {bytesOf("a")}}, {}).state ==
            SearchAnswer::State::NoMemory);
}

void TestProcessQuestions::stoppedSearchesSaySo()
{
    std::stop_source stop;
    stop.request_stop();
    const auto answer = engine::findPatterns(imageOf({{0x1000, "abc"}}),
                                             {.patterns = {bytesOf("abc")}}, stop.get_token());
    QVERIFY(answer.hits.empty() && answer.isCut);
}

void TestProcessQuestions::searchesSayWhereHitsLie()
{
    OpenSample sample("default/sample.dmp");
    const auto thread = crashedThread(sample.report());
    const auto& event = *sample.report().event;
    const auto sp = event.threads[thread].registers->sp();
    Pattern word(8);
    QCOMPARE(event.asNative()->memory->read(sp, word), std::size_t{8});
    const auto answer =
        sample.answerTo<SearchAnswer>(engine::SearchQuestion{.patterns = {word}, .alignment = 8});
    const auto hit = std::ranges::find(answer.hits, sp, &engine::MemoryHit::address);
    QVERIFY(hit != answer.hits.end());
    QVERIFY(hit->place.kind == engine::MemoryWord::Kind::Stack);
    QCOMPARE(hit->place.thread, thread);
}

void TestProcessQuestions::textsBehindRegistersAndStack()
{
    OpenSample sample("failed_assert/failed_assert.dmp", "failed_assert");
    const auto thread = crashedThread(sample.report());
    const auto answer =
        sample.answerTo<engine::StringsAnswer>(engine::StringsQuestion{.frame = {thread, 0, 0}});
    QVERIFY(answer.state == engine::StringsAnswer::State::Known);
    QVERIFY2(!answer.strings.empty(), "no text was found");
    for (const auto& each : answer.strings) {
        QVERIFY(each.sizeBytes >= 4 && !each.text.empty());
        QCOMPARE(each.place == engine::FoundString::Place::Register, !each.registerName.empty());
    }
}

void TestProcessQuestions::eventsWithoutMemoryAnswerSo()
{
    OpenSample sample("../apple/macos.crash");
    const auto strings = sample.answerTo<engine::StringsAnswer>(engine::StringsQuestion{});
    QVERIFY(strings.state != engine::StringsAnswer::State::Known && strings.strings.empty());
    const auto found =
        sample.answerTo<SearchAnswer>(engine::SearchQuestion{.patterns = {bytesOf("abc")}});
    QVERIFY(found.state != SearchAnswer::State::Known && found.hits.empty());
    const auto code = sample.code({.frame = {0, 0, 0}});
    QVERIFY(std::ranges::none_of(code.instructions, [](const engine::CodeInstruction& each) {
        return each.operand.has_value();
    }));
}

QTEST_GUILESS_MAIN(TestProcessQuestions)

#include "tst_process_questions.moc"
