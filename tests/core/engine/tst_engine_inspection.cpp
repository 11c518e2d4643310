// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/engine/open_sample.h"
#include "tests/support/left_behind.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

using engine::VariablesAnswer;
using engine::VariablesQuestion;

/// Checks what the engine answers about values, code and memory of an open crash file, on the
/// samples of tests/corpora, whose programs print what they hold.
class TestEngineInspection : public QObject
{
    Q_OBJECT

private slots:
    void variablesOfAnInlinedFrame();
    void partsComeOneLevelAtATime();
    void partsBeginWhereAsked();
    void expressionsHaveParts();
    void summaryFilesAreReadWithTheFirstValues();
    void missingVariablesSayWhy_data();
    void missingVariablesSayWhy();
    void nothingIsKnownOfAClosedEvent();
    void codeAroundTheCrash();
    void codeOfACallerMarksTheCall();
    void codeIsComparedWithTheFile();
    void placesAreFound_data();
    void placesAreFound();
    void codeSaysWhyThereIsNone();
    void memoryOfTheStackLeadsSomewhere();
    void memoryThatNobodyHasIsNotZero();
    void memoryAtTheEndsOfTheAddressSpace();
    void mapHasOwners();
    void symbolsAreFoundByPattern();
    void placesHaveNeighbours();
    void theWalkExplainsTheReportsFrames();
    void onlyWalkedStacksAreExplained();
    void theSignatureIsExplained();
    void filesAreComparedWithModules();
};

namespace {

using Path = std::vector<std::uint64_t>;

const Variable* find(const VariablesAnswer& answer, std::string_view name)
{
    const auto found = std::ranges::find(answer.variables, name, &Variable::name);
    return found == answer.variables.end() ? nullptr : &*found;
}

std::uint64_t indexOf(const VariablesAnswer& answer, std::string_view name)
{
    const auto found = std::ranges::find(answer.variables, name, &Variable::name);
    return static_cast<std::uint64_t>(found - answer.variables.begin());
}

} // namespace

void TestEngineInspection::variablesOfAnInlinedFrame()
{
    OpenSample sample("default/sample.dmp");
    const auto thread = crashedThread(sample.report());
    const auto innermost = sample.variables({.frame = {thread, 0, 2}});
    QVERIFY(innermost.state == VariablesAnswer::State::Known);
    QCOMPARE(innermost.variables.size(), std::size_t{1});
    QCOMPARE(innermost.variables[0].name, std::string("this"));
    QVERIFY(innermost.variables[0].pointer == std::uint64_t{0});

    const auto function = sample.variables({.frame = {thread, 0, 0}});
    const auto* self = find(function, "this");
    QVERIFY(self != nullptr && self->pointer.value_or(0) != 0);
    QCOMPARE(self->type, std::string("scene::Group* const"));
    QVERIFY(self->role == VariableRole::This && self->partCount == 1);
    QVERIFY(std::ranges::none_of(function.variables,
                                 [](const Variable& each) { return each.parent.has_value(); }));
    QVERIFY(find(function, "__for_end")->state == ValueState::OptimizedOut);
}

void TestEngineInspection::partsComeOneLevelAtATime()
{
    OpenSample sample("default/sample.dmp");
    const engine::FramePlace frame{crashedThread(sample.report()), 1, 0};
    const auto all = sample.variables({.frame = frame});
    const auto self = indexOf(all, "this");
    const auto object = sample.variables({.frame = frame, .partsOf = Path{self}});
    QVERIFY(object.state == VariablesAnswer::State::Known);
    QCOMPARE(object.variables.size(), std::size_t{1});
    QVERIFY(object.variables[0].role == VariableRole::Pointee);
    const auto members = sample.variables({.frame = frame, .partsOf = Path{self, 0}});
    QCOMPARE(members.variables.size(), std::size_t{2});
    QCOMPARE(find(members, "m_dirty")->number, std::string("Everything"));
    QVERIFY(find(members, "m_root")->role == VariableRole::Member);
    const auto none = sample.variables({.frame = frame, .partsOf = Path{self, 0, 7}});
    QVERIFY(none.state == VariablesAnswer::State::NoPart);
    const auto nobody = sample.variables({.frame = frame, .partsOf = Path{99}});
    QVERIFY(nobody.state == VariablesAnswer::State::NoPart);
}

void TestEngineInspection::partsBeginWhereAsked()
{
    OpenSample sample("null_write/null_write.dmp", "null_write");
    const engine::FramePlace frame{crashedThread(sample.report()), 0, 0};
    const auto padding = sample.variables({.frame = frame, .partsOf = Path{0, 0, 1}, .first = 3});
    QVERIFY(padding.state == VariablesAnswer::State::Known);
    QCOMPARE(padding.variables.size(), std::size_t{2});
    QCOMPARE(padding.variables[0].name, std::string("[3]"));
    QVERIFY(padding.variables[0].state == ValueState::NotInDump);
    const auto few =
        sample.variables({.frame = frame, .partsOf = Path{0, 0, 1}, .first = 0, .most = 1});
    QCOMPARE(few.variables.size(), std::size_t{1});
    const auto past = sample.variables({.frame = frame, .partsOf = Path{0, 0, 1}, .first = ~0ull});
    QVERIFY(past.variables.empty());
}

void TestEngineInspection::expressionsHaveParts()
{
    OpenSample sample("default/sample.dmp");
    const engine::FramePlace frame{crashedThread(sample.report()), 1, 0};
    const auto root = sample.variables({.frame = frame, .expression = "this->m_root"});
    QCOMPARE(root.variables.size(), std::size_t{1});
    QVERIFY(root.variables[0].partCount == 3);
    const auto members =
        sample.variables({.frame = frame, .expression = "this->m_root", .partsOf = Path{}});
    QCOMPARE(members.variables.size(), std::size_t{3});
    QVERIFY(find(members, "m_parent")->pointer == std::uint64_t{0});
    const auto box =
        sample.variables({.frame = frame, .expression = "this->m_root", .partsOf = Path{2}});
    QVERIFY(find(members, "m_bounds") == &members.variables[2] && box.variables.size() > 1);
    const auto missing = sample.variables({.frame = frame, .expression = "nobody"});
    QVERIFY(missing.variables[0].state == ValueState::TypeUnknown);
    QVERIFY(!missing.variables[0].text.empty());
    const auto damaged =
        sample.variables({.frame = frame, .expression = "this->", .partsOf = Path{0}});
    QVERIFY(damaged.state == VariablesAnswer::State::NoPart);
}

/// Who asks for no values pays nothing for them.
void TestEngineInspection::summaryFilesAreReadWithTheFirstValues()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("bad.natvis"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("<AutoVisualizer>\n<Type");
    file.close();
    auto config = configFor(kSamples + "/default");
    config.summaryFolder = folder.path().toStdString();
    RecordingLog log;
    OpenSample sample("default/sample.dmp", config, log);
    const auto thread = crashedThread(sample.report());
    QVERIFY(sample.code({.frame = {thread, 0, 0}}).state == engine::CodeAnswer::State::Known);
    QVERIFY(sample.memory({.frame = {thread, 0, 0}, .place = "rsp"}).state ==
            engine::MemoryAnswer::State::Known);
    QVERIFY(log.all().find("natvis") == std::string::npos);
    QVERIFY(sample.variables({.frame = {thread, 0, 0}}).state == VariablesAnswer::State::Known);
    QVERIFY(log.all().find("engine.symbols: bad.natvis:2: ") != std::string::npos);
}

void TestEngineInspection::missingVariablesSayWhy_data()
{
    using State = VariablesAnswer::State;
    QTest::addColumn<QString>("file");
    QTest::addColumn<engine::FramePlace>("frame");
    QTest::addColumn<State>("state");
    QTest::newRow("function without debug info")
        << "default/sample.dmp" << engine::FramePlace{0, 2, 0} << State::NoDebugInfo;
    QTest::newRow("no such frame")
        << "default/sample.dmp" << engine::FramePlace{0, 99, 0} << State::NotWalked;
    QTest::newRow("no such inlined call")
        << "default/sample.dmp" << engine::FramePlace{0, 2, 5} << State::NotWalked;
    QTest::newRow("no such thread")
        << "default/sample.dmp" << engine::FramePlace{99, 0, 0} << State::NotWalked;
    QTest::newRow("a file without memory")
        << "../apple/macos.crash" << engine::FramePlace{0, 0, 0} << State::NoMemory;
}

void TestEngineInspection::missingVariablesSayWhy()
{
    QFETCH(const QString, file);
    QFETCH(const engine::FramePlace, frame);
    QFETCH(const VariablesAnswer::State, state);
    OpenSample sample(file.toStdString());
    const auto answer = sample.variables({.frame = frame});
    QVERIFY(answer.state == state);
    QVERIFY(answer.variables.empty());
}

void TestEngineInspection::nothingIsKnownOfAClosedEvent()
{
    OpenSample sample("default/sample.dmp");
    sample.engine().closeEvent(sample.event());
    const auto answer = sample.variables({.frame = {0, 0, 0}});
    QVERIFY(answer.state == VariablesAnswer::State::NotYet);
}

namespace {

const engine::CodeInstruction* instructionAt(const engine::CodeAnswer& answer,
                                             std::uint64_t address)
{
    const auto found =
        std::ranges::find(answer.instructions, address, &engine::CodeInstruction::address);
    return found == answer.instructions.end() ? nullptr : &*found;
}

std::uint64_t crashPc(const Report& report)
{
    return report.event->threads[crashedThread(report)].registers->pc();
}

} // namespace

void TestEngineInspection::codeAroundTheCrash()
{
    OpenSample sample("default/sample.dmp");
    const auto thread = crashedThread(sample.report());
    const auto answer = sample.code({.frame = {thread, 0, 0}});
    QVERIFY(answer.state == engine::CodeAnswer::State::Known);
    QVERIFY(answer.current == crashPc(sample.report()));
    const auto* crash = instructionAt(answer, *answer.current);
    QVERIFY(crash != nullptr);
    QCOMPARE(crash->text, std::string("test byte ptr [rdx + 0x10], 0x1"));
    QCOMPARE(answer.positions[crash->position].line, 23u);
    QCOMPARE(answer.positions[crash->position].inlineDepth, 2u);
    QVERIFY(answer.positions[crash->position].file.ends_with("node.h"));
    QVERIFY(answer.instructions.front().address < *answer.current);
    for (std::size_t i = 1; i < answer.instructions.size(); ++i) {
        const auto& before = answer.instructions[i - 1];
        QCOMPARE(answer.instructions[i].address, before.address + before.bytes.size());
    }
    const auto jump =
        std::ranges::find(answer.instructions, engine::CodeInstruction::Flow::ConditionalJump,
                          &engine::CodeInstruction::flow);
    QVERIFY(jump != answer.instructions.end() && jump->target);
    QVERIFY(jump->meaning.starts_with("scene::Group::updateBounds()"));
}

void TestEngineInspection::codeOfACallerMarksTheCall()
{
    OpenSample sample("default/sample.dmp");
    const auto answer = sample.code({.frame = {crashedThread(sample.report()), 1, 0}});
    QVERIFY(answer.state == engine::CodeAnswer::State::Known && answer.current);
    const auto* call = instructionAt(answer, *answer.current);
    QVERIFY(call->flow == engine::CodeInstruction::Flow::Call);
    QCOMPARE(call->address + call->bytes.size(), answer.address);
}

void TestEngineInspection::codeIsComparedWithTheFile()
{
    OpenSample sample("default/sample.dmp");
    const auto answer = sample.code({.frame = {crashedThread(sample.report()), 0, 0}});
    QVERIFY(answer.hasFile);
    QVERIFY(std::ranges::none_of(answer.instructions, &engine::CodeInstruction::differs));
    OpenSample alone("default/sample.dmp", "null_write");
    const auto without = alone.code({.frame = {crashedThread(alone.report()), 0, 0}});
    QVERIFY(!without.hasFile);
    QVERIFY(without.state == engine::CodeAnswer::State::Known ||
            without.state == engine::CodeAnswer::State::NoBytes);
    QVERIFY(std::ranges::all_of(without.instructions, &engine::CodeInstruction::isInDump));
}

void TestEngineInspection::placesAreFound_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("distance");
    QTest::newRow("register") << "rsp" << "rsp" << qint64(0);
    QTest::newRow("register and offset") << " rsp + 0x20 " << "rsp" << qint64(0x20);
    QTest::newRow("hexadecimal without a prefix") << "rsp-10+8" << "rsp" << qint64(-8);
    QTest::newRow("another register") << "rip+1" << "rip" << qint64(1);
    QTest::newRow("module") << "libscene.so+40" << "" << qint64(0x40);
    QTest::newRow("module in another case") << "LIBSCENE.SO" << "" << qint64(0);
    QTest::newRow("not a place") << "nobody+4" << "none" << qint64(0);
    QTest::newRow("offset that is no number") << "rsp+x" << "none" << qint64(0);
    QTest::newRow("unfinished") << "rsp+" << "none" << qint64(0);
    QTest::newRow("too long") << "12345678123456781" << "none" << qint64(0);
}

void TestEngineInspection::placesAreFound()
{
    QFETCH(const QString, text);
    QFETCH(const QString, name);
    QFETCH(const qint64, distance);
    OpenSample sample("default/sample.dmp");
    const auto& report = sample.report();
    const auto thread = crashedThread(report);
    const auto answer = sample.memory({.frame = {thread, 0, 0}, .place = text.toStdString()});
    if (name == "none") {
        QVERIFY(answer.state == engine::MemoryAnswer::State::BadPlace);
        QVERIFY(answer.problem == engine::PlaceProblem::NotUnderstood);
        return;
    }
    QVERIFY(answer.state == engine::MemoryAnswer::State::Known);
    const auto& registers = *report.event->threads[thread].registers;
    const auto scene = std::ranges::find_if(report.event->modules, [](const EventModule& module) {
        return module.codeFile.value_or("").ends_with("libscene.so");
    });
    const auto base = name.isEmpty()
                          ? scene->address
                          : registers.get(*registerIndex(registers.family(), name.toStdString()));
    QCOMPARE(answer.address, base + static_cast<std::uint64_t>(distance));
}

void TestEngineInspection::codeSaysWhyThereIsNone()
{
    OpenSample sample("default/sample.dmp");
    const engine::FramePlace frame{crashedThread(sample.report()), 0, 0};
    const auto nowhere = sample.code({.frame = frame, .place = "10"});
    QVERIFY(nowhere.state == engine::CodeAnswer::State::NoBytes);
    const auto last = sample.code({.frame = frame, .place = "ffffffffffffffff"});
    QVERIFY(last.state == engine::CodeAnswer::State::NoBytes);
    const auto nobody = sample.code({.frame = {99, 0, 0}});
    QVERIFY(nobody.state == engine::CodeAnswer::State::NoFrame);
    const auto problem = sample.code({.frame = frame, .place = "?"});
    QVERIFY(problem.state == engine::CodeAnswer::State::BadPlace);
}

void TestEngineInspection::memoryOfTheStackLeadsSomewhere()
{
    OpenSample sample("default/sample.dmp");
    const auto thread = crashedThread(sample.report());
    const auto answer = sample.memory({.frame = {thread, 0, 0}});
    QVERIFY(answer.state == engine::MemoryAnswer::State::Known);
    const auto& registers = *sample.report().event->threads[thread].registers;
    QCOMPARE(answer.address, registers.sp());
    QVERIFY(std::ranges::find(answer.registers, std::pair(std::string("rsp"), registers.sp())) !=
            answer.registers.end());
    using Kind = engine::MemoryWord::Kind;
    const auto returns = std::ranges::find_if(answer.words, [](const engine::MemoryWord& word) {
        return word.kind == Kind::Code && word.meaning.starts_with("scene::Scene::relayout");
    });
    QVERIFY(returns != answer.words.end());
    const auto& memory = *sample.report().event->asNative()->memory;
    for (const auto& word : answer.words) {
        QVERIFY(memory.readUnsigned(word.address, 8) == word.value);
        QVERIFY(word.kind != Kind::Stack || word.thread < sample.report().event->threads.size());
    }
}

void TestEngineInspection::memoryThatNobodyHasIsNotZero()
{
    OpenSample sample("default/sample.dmp");
    const auto answer = sample.memory({.frame = {0, 0, 0}, .place = "0", .bytes = 64});
    QVERIFY(answer.state == engine::MemoryAnswer::State::Known);
    QCOMPARE(answer.bytes.size(), std::size_t{64});
    QVERIFY(std::ranges::count(answer.origins, engine::MemoryAnswer::Origin::None) == 64);
    QVERIFY(answer.words.empty());
}

void TestEngineInspection::memoryAtTheEndsOfTheAddressSpace()
{
    OpenSample sample("default/sample.dmp");
    const auto last = sample.memory({.frame = {0, 0, 0}, .place = "ffffffffffffffff"});
    QVERIFY(last.state == engine::MemoryAnswer::State::Known);
    QVERIFY(last.bytes.size() <= 8192 && last.first <= last.address);
    const auto many = sample.memory({.frame = {0, 0, 0}, .place = "0", .bytes = ~0ull});
    QCOMPARE(many.bytes.size(), std::size_t{1} << 16);
}

void TestEngineInspection::mapHasOwners()
{
    OpenSample sample("default/sample.dmp");
    const auto answer = sample.ask(engine::MapQuestion{});
    const auto& map = std::get<engine::MapAnswer>(answer->value);
    QVERIFY(map.state == engine::MapAnswer::State::Known);
    QVERIFY(std::ranges::is_sorted(map.regions, {}, &engine::MapRegion::address));
    const auto& event = *sample.report().event;
    const auto thread = crashedThread(sample.report());
    const auto sp = event.threads[thread].registers->sp();
    const auto holds = [](const engine::MapRegion& region, std::uint64_t address) {
        return address >= region.address && address - region.address < region.sizeBytes;
    };
    const auto stack =
        std::ranges::find_if(map.regions, [&](const auto& region) { return holds(region, sp); });
    QVERIFY(stack != map.regions.end());
    QVERIFY(stack->kind == engine::MapRegion::Kind::Stack && stack->thread == thread);
    QVERIFY(stack->savedBytes > 0 && stack->savedBytes <= stack->sizeBytes);
    const auto code = std::ranges::find_if(
        map.regions, [&](const auto& region) { return holds(region, crashPc(sample.report())); });
    QVERIFY(code != map.regions.end() && code->module);
}

void TestEngineInspection::symbolsAreFoundByPattern()
{
    using Form = engine::SymbolsQuestion::Form;
    OpenSample sample("default/sample.dmp");
    const auto find = [&sample](const std::string& pattern, std::uint64_t most, Form form) {
        const auto answer =
            sample.ask(engine::SymbolsQuestion{.pattern = pattern, .form = form, .most = most});
        return answer ? std::get<engine::SymbolsAnswer>(answer->value) : engine::SymbolsAnswer{};
    };
    const auto all = find("libscene*!scene::*", 1000, Form::Typed);
    QVERIFY(all.state == engine::SymbolsAnswer::State::Known);
    QVERIFY(!all.symbols.empty() && !all.hasMore);
    QCOMPARE(all.modulesWithout, 0U);
    const auto& modules = sample.report().event->modules;
    for (const engine::SymbolRow& row : all.symbols) {
        QVERIFY2(row.name.starts_with("scene::"), row.name.c_str());
        QVERIFY(row.module && modules.at(*row.module).codeFile->ends_with("libscene.so"));
        QVERIFY(row.address >= modules.at(*row.module).address);
    }
    const auto some = find("SCENE::", 1, Form::Typed);
    QCOMPARE(some.symbols.size(), std::size_t{1});
    QVERIFY(some.hasMore);
    QVERIFY(find("", 10, Form::Typed).symbols.empty());
    QVERIFY(find("scene::", 10, Form::Shell).symbols.empty());
    QCOMPARE(find("libscene.so!scene::*", 1000, Form::Shell).symbols.size(), all.symbols.size());
    const auto mangled = find("_ZN5scene5Group*", 1000, Form::Shell);
    QVERIFY(!mangled.symbols.empty() && mangled.symbols[0].name.starts_with("scene::Group"));
    const auto bad = find("scene[", 10, Form::Shell);
    QVERIFY(bad.state == engine::SymbolsAnswer::State::BadPattern && !bad.detail.empty());
}

void TestEngineInspection::placesHaveNeighbours()
{
    OpenSample sample("default/sample.dmp");
    const auto thread = crashedThread(sample.report());
    const auto at = [&](const std::string& place) {
        const auto answer =
            sample.ask(engine::AddressQuestion{.frame = {thread, 0, 0}, .place = place});
        return answer ? std::get<engine::AddressAnswer>(answer->value) : engine::AddressAnswer{};
    };
    const auto crash = at("rip");
    QVERIFY(crash.state == engine::AddressAnswer::State::Known);
    QVERIFY(crash.symbol && crash.module && !crash.before && !crash.after);
    QVERIFY(crash.symbol->address <= crash.word.value);
    const auto start = at("libscene.so");
    QVERIFY(start.module == crash.module);
    QVERIFY(!start.symbol && !start.before && start.after);
    QCOMPARE(start.moduleOffset, std::uint64_t{0});
    QVERIFY(start.after->address > start.word.value);
    const auto stack = at("rsp");
    QVERIFY(stack.state == engine::AddressAnswer::State::Known);
    QVERIFY(!stack.module && !stack.symbol && !stack.before && !stack.after);
    const auto none = at("nobody");
    QVERIFY(none.state == engine::AddressAnswer::State::BadPlace);
    QVERIFY(none.problem == engine::PlaceProblem::NotUnderstood);
}

/// Each physical frame of the report stands in the explanation, with the steps that led to it.
void TestEngineInspection::theWalkExplainsTheReportsFrames()
{
    OpenSample sample("default/sample.dmp");
    const auto thread = *sample.report().event->requestingThread;
    const auto answer = sample.walk(thread);
    QCOMPARE(answer.state, engine::WalkAnswer::State::Known);
    const auto& stack = *sample.report().stacks[thread];
    QCOMPARE(answer.trace.frames.size(), stack.registers.size());
    QCOMPARE(answer.trace.end, stack.end);
    for (const Frame& frame : stack.frames) {
        const auto& explained = answer.trace.frames.at(frame.originalIndex);
        QCOMPARE(explained.pc, frame.asNative()->pc);
        QCOMPARE(explained.method, frame.asNative()->method);
        QCOMPARE(explained.attempts.empty(), frame.originalIndex == 0);
    }
    const auto& second = answer.trace.frames.at(1);
    QCOMPARE(second.attempts.back().verdict, WalkVerdict::Taken);
    QCOMPARE(second.attempts.back().pc, second.pc);
}

void TestEngineInspection::onlyWalkedStacksAreExplained()
{
    OpenSample sample("default/sample.dmp");
    QCOMPARE(sample.walk(10'000).state, engine::WalkAnswer::State::NotWalked);
}

void TestEngineInspection::theSignatureIsExplained()
{
    OpenSample sample("default/sample.dmp");
    const auto answer = sample.ask(engine::SignatureQuestion{});
    QVERIFY(answer);
    const auto& signature = std::get<engine::SignatureAnswer>(answer->value);
    QCOMPARE(signature.state, engine::SignatureAnswer::State::Known);
    QVERIFY(!signature.signature.frames.empty());
    QCOMPARE(signature.entries.size(), signature.signature.frames.size());
    QVERIFY(!signature.signature.text.empty());
}

void TestEngineInspection::filesAreComparedWithModules()
{
    using engine::DebugFileAnswer;
    using Fit = DebugFileAnswer::Fit;
    OpenSample sample("windows_pdb/sample.dmp", "windows_pdb");
    const auto fitOf = [&](const std::string& file, const std::string& module) {
        const auto answer = sample.answerTo<DebugFileAnswer>(
            engine::DebugFileQuestion{.path = kSamples + "/" + file});
        const auto& modules = sample.report().event->modules;
        for (std::size_t i = 0; i < answer.fits.size(); ++i) {
            if (modules[i].codeFile.value_or("").ends_with(module))
                return answer.fits[i];
        }
        return Fit::NoDebugFile;
    };
    QCOMPARE(int(fitOf("windows_pdb/sample.pdb", "sample.exe")), int(Fit::ById));
    QVERIFY(fitOf("windows_pdb/sample.pdb", "ntdll.dll") == Fit::OtherBuild);
    QVERIFY(fitOf("default/viewer.debug", "ntdll.dll") == Fit::OtherKind);
    QVERIFY(fitOf("windows_pdb/sample.dmp", "ntdll.dll") == Fit::NoDebugFile);
    const auto missing =
        sample.answerTo<DebugFileAnswer>(engine::DebugFileQuestion{.path = kSamples + "/none.pdb"});
    QVERIFY(missing.state == DebugFileAnswer::State::NotReadable);
}

QTEST_GUILESS_MAIN(TestEngineInspection)

#include "tst_engine_inspection.moc"
