// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/thread_frames.h"
#include "tests/core/variables/fake_value_info.h"

#include <QTest>

using namespace faultline;
using namespace faultline::variables;

namespace {

constexpr std::uint64_t kModule = 0x400000;
constexpr std::uint8_t kRbx = 3;
constexpr std::uint8_t kRbp = 6;
constexpr std::uint8_t kRsp = 7;
constexpr std::uint8_t kRip = 16;
constexpr std::byte kEntryOfRdi{0x55}; // DW_OP_reg5.

/// A thread of three frames. The code of frame n is at 0x100 * (n + 1) in the module.
struct Scene
{
    explicit Scene(object::FileFormat format = object::FileFormat::Elf)
    {
        add(UnwindMethod::Context, true);
        add(UnwindMethod::DwarfCfi, false);
        add(UnwindMethod::DwarfCfi, false);
        module = test::moduleOf(info, kModule, format);
        for (std::uint64_t i = 0; i < 3; ++i) {
            object::FunctionInfo function;
            function.entry = {1, 0x1000 + i};
            function.entryAddress = 0x100 * (i + 1);
            info->functions.emplace(codeOf(i), function);
        }
        object::CallSite call;
        call.target = {1, 0x1000};
        call.parameters.push_back(
            {{place, test::FakeValueInfo::kUnit}, {value, test::FakeValueInfo::kUnit}});
        info->calls.emplace(0x200, call);
    }

    /// Where the variables of frame n are looked up: at its pc, or before its return address.
    static std::uint64_t codeOf(std::uint64_t frame)
    {
        return frame == 0 ? 0x100 : 0x100 * (frame + 1) - 1;
    }

    void add(UnwindMethod method, bool isExact)
    {
        const auto index = static_cast<std::uint32_t>(stack.frames.size());
        Frame frame;
        frame.originalIndex = index;
        frame.module = 0;
        frame.makeNative().method = method;
        frame.makeNative().pc = kModule + 0x100 * (index + 1);
        frame.makeNative().symbolAddress = kModule + 0x100 * (index + 1);
        frame.makeNative().lookupAddress = frame.makeNative().pc - (isExact ? 0 : 1);
        stack.frames.push_back(frame);
        RegisterSet registers(CpuFamily::Intel64);
        registers.set(kRbx, 0xb0 + index);
        registers.set(kRbp, 0x7000 + index);
        registers.set(kRsp, 0x8000 + 0x100 * index);
        registers.set(kRip, frame.makeNative().pc);
        stack.registers.push_back(registers);
    }

    /// The value at the entry is then x19 + 1.
    void useArm64()
    {
        constexpr std::uint8_t kX19 = 19;
        constexpr std::uint8_t kSp = 31;
        constexpr std::uint8_t kPc = 32;
        value.front() = std::byte{0x70 + kX19};
        for (std::size_t i = 0; i < stack.frames.size(); ++i) {
            RegisterSet registers(CpuFamily::Arm64);
            registers.set(kX19, 0xb0 + i);
            registers.set(kSp, 0x8000 + 0x100 * i);
            registers.set(kPc, stack.frames[i].makeNative().pc);
            stack.registers[i] = registers;
        }
    }

    void setMethod(std::size_t frame, UnwindMethod method)
    {
        stack.frames[frame].makeNative().method = method;
    }

    const ValueFrame* frame(std::size_t index)
    {
        frames = std::make_unique<ThreadFrames>(
            stack, [this](std::uint32_t) { return module; },
            [](std::uint32_t) { return std::nullopt; }, memory, budget, wide);
        const auto row = frames->row(index);
        return row ? row->frame : nullptr;
    }

    /// Code that ends at a linked address.
    void setCode(std::uint64_t end, const QByteArray& hex)
    {
        const auto code = QByteArray::fromHex(hex);
        auto& bytes = memory.pieces[kModule + end - static_cast<std::uint64_t>(code.size())];
        for (const auto byte : code)
            bytes.push_back(static_cast<std::byte>(byte));
    }

    ExpressionFrame::Answer<std::uint64_t> entryValue()
    {
        return frame(0)->entryValue(Bytes(&kEntryOfRdi, 1));
    }

    ThreadStack stack;
    std::vector<std::byte> place{kEntryOfRdi};
    std::vector<std::byte> value{std::byte{0x73}, std::byte{1}}; // DW_OP_breg3 1: rbx + 1.
    test::FakeMemory memory;
    ExpressionBudget budget;
    std::vector<WideRegister> wide;
    test::FakeValueInfo* info = nullptr;
    std::shared_ptr<ModuleValues> module;
    std::unique_ptr<ThreadFrames> frames;
};

} // namespace

class TestThreadFrames : public QObject
{
    Q_OBJECT

private slots:

    void recoveredRegistersCount()
    {
        Scene scene;
        const auto* caller = scene.frame(1);
        QVERIFY(caller != nullptr);
        QCOMPARE(caller->registerValue(3), ExpressionFrame::Answer<std::uint64_t>(0xb1));
        QCOMPARE(caller->registerValue(17).error(), Absence::RegisterNotRecovered);
        QCOMPARE(caller->codeAddress(), 0x1ffu);
        QCOMPARE(scene.frame(0)->codeAddress(), 0x100u);
    }

    void theFrameAddressIsTheCallersStackPointer()
    {
        Scene scene;
        QCOMPARE(scene.frame(0)->canonicalFrameAddress(),
                 ExpressionFrame::Answer<std::uint64_t>(0x8100));
        QCOMPARE(scene.frame(2)->canonicalFrameAddress().error(), Absence::FrameNotKnown);
        scene.setMethod(1, UnwindMethod::FramePointer);
        QCOMPARE(scene.frame(0)->canonicalFrameAddress().error(), Absence::FrameNotKnown);
    }

    void theFrameAddressOfS390x()
    {
        Scene scene;
        const auto sp = specialRegisters(CpuFamily::S390x).sp;
        for (std::uint64_t i = 0; i < 3; ++i) {
            scene.stack.registers[i] = RegisterSet(CpuFamily::S390x);
            scene.stack.registers[i].set(sp, 0x8000 + 0x100 * i);
        }
        QCOMPARE(scene.frame(0)->canonicalFrameAddress(),
                 ExpressionFrame::Answer<std::uint64_t>(0x8100 + 160));
    }

    void rowsOfAnotherFunctionHaveNoVariables()
    {
        Scene scene;
        auto& row = scene.stack.frames[0].makeNative();
        row.symbolAddress = kModule + 0x50;
        QVERIFY(scene.frame(0) == nullptr);
        scene.info->functions.begin()->second.name = "leaf";
        row.symbol = "leaf.cold";
        QVERIFY(scene.frame(0) != nullptr);
        row.symbol = "branch";
        QVERIFY(scene.frame(0) == nullptr);
    }

    void framePointersLeaveOtherRegistersUnknown()
    {
        Scene scene;
        scene.setMethod(1, UnwindMethod::FramePointer);
        QCOMPARE(scene.frame(1)->registerValue(3).error(), Absence::RegisterNotRecovered);
        QCOMPARE(scene.frame(1)->registerValue(6), ExpressionFrame::Answer<std::uint64_t>(0x7001));
        // Its callers got the others from it.
        QCOMPARE(scene.frame(2)->registerValue(3).error(), Absence::RegisterNotRecovered);
    }

    void programsOfFrameDataLeaveTheFramePointer()
    {
        Scene scene;
        scene.setMethod(1, UnwindMethod::FrameData);
        QCOMPARE(scene.frame(1)->registerValue(6), ExpressionFrame::Answer<std::uint64_t>(0x7001));
        QCOMPARE(scene.frame(1)->registerValue(3).error(), Absence::RegisterNotRecovered);
    }

    void scansLeaveNothing()
    {
        Scene scene;
        scene.setMethod(1, UnwindMethod::Scan);
        QCOMPARE(scene.frame(1)->registerValue(6).error(), Absence::RegisterNotRecovered);
        QCOMPARE(scene.frame(2)->registerValue(7).error(), Absence::RegisterNotRecovered);
    }

    void framesOfAnotherBuildHaveNone()
    {
        Scene scene;
        scene.stack.frames[1].makeNative().fromWrongBuild = true;
        QVERIFY(scene.frame(1) == nullptr);
    }

    void valuesAtTheEntryComeFromTheCall()
    {
        Scene scene;
        QCOMPARE(scene.entryValue(), ExpressionFrame::Answer<std::uint64_t>(0xb2));
    }

    void aCallOfAnotherFunctionTellsNothing()
    {
        Scene scene;
        scene.info->calls.at(0x200).target = {1, 0x1002};
        QCOMPARE(scene.entryValue().error(), Absence::EntryValueNotKnown);
    }

    void aFunctionWithOtherInstancesTellsNothing()
    {
        Scene scene;
        scene.info->withOtherInstances.insert({1, 0x1000});
        QCOMPARE(scene.entryValue().error(), Absence::EntryValueNotKnown);
    }

    void aFunctionWithJumpsThatNothingDescribesTellsNothing()
    {
        Scene scene;
        scene.info->jumps[{1, 0x1000}] = std::nullopt;
        QCOMPARE(scene.entryValue().error(), Absence::EntryValueNotKnown);
    }

    void jumpsThatNeverComeBackTellNothingElse_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<bool>("comesBack");
        QTest::addColumn<bool>("isKnown");
        // The jump ends at 0x110; the other function is at 0x900.
        QTest::newRow("to one that jumps nowhere") << QByteArray("90e9f0070000") << false << true;
        QTest::newRow("on a condition") << QByteArray("0f84f0070000") << false << true;
        QTest::newRow("to one that jumps back") << QByteArray("90e9f0070000") << true << false;
        QTest::newRow("into the middle of one") << QByteArray("90e9f1070000") << false << false;
        QTest::newRow("to itself") << QByteArray("90e9f0ffffff") << false << false;
        QTest::newRow("where a register says") << QByteArray("90909090ffe0") << false << false;
        QTest::newRow("code that is not there") << QByteArray() << false << false;
    }

    void jumpsThatNeverComeBackTellNothingElse()
    {
        QFETCH(QByteArray, code);
        QFETCH(bool, comesBack);
        QFETCH(bool, isKnown);
        Scene scene;
        object::FunctionInfo other;
        other.entry = {1, 0x2000};
        other.entryAddress = 0x900;
        scene.info->functions.emplace(0x900, other);
        scene.info->functions.emplace(0x901, other);
        scene.info->jumps[{1, 0x1000}] = std::vector{object::TailJump{.end = 0x110}};
        if (comesBack)
            scene.info->jumps[{1, 0x2000}] = std::vector{object::TailJump{.end = 0x910}};
        scene.setCode(0x110, code);
        scene.setCode(0x910, QByteArray("90e9f0f7ffff"));
        QCOMPARE(scene.entryValue().has_value(), isKnown);
    }

    /// b at 0x10c to the other function at 0x900, and b at 0x90c back.
    void describedJumpsOfArm64AreFollowed()
    {
        const auto isKnown = [](const object::TailJump& jump, bool comesBack) {
            Scene scene;
            scene.useArm64();
            object::FunctionInfo other;
            other.entry = {1, 0x2000};
            other.entryAddress = 0x900;
            scene.info->functions.emplace(0x900, other);
            scene.info->jumps[{1, 0x1000}] = std::vector{jump};
            if (comesBack)
                scene.info->jumps[{1, 0x2000}] = std::vector{object::TailJump{.address = 0x90c}};
            scene.setCode(0x110, QByteArray("fd010014"));
            scene.setCode(0x910, QByteArray("fdfdff17"));
            return scene.entryValue().has_value();
        };
        QVERIFY(isKnown({.address = 0x10c}, false));
        QVERIFY(isKnown({.end = 0x110}, false));
        QVERIFY(!isKnown({.end = 0x110}, true));
        QVERIFY(!isKnown({.address = 0x110}, false));
    }

    /// Where the debug info does not describe all jumps, the code tells where they lead.
    void codeTellsWhereJumpsLead()
    {
        const auto isKnown = [](const QByteArray& own, const QByteArray& other) {
            Scene scene;
            scene.info->jumps[{1, 0x1000}] = std::nullopt;
            scene.setCode(0x100 + static_cast<std::uint64_t>(own.size()) / 2, own);
            scene.setCode(0x900 + static_cast<std::uint64_t>(other.size()) / 2, other);
            return scene.entryValue().has_value();
        };
        QVERIFY(isKnown("90c3", ""));
        QVERIFY(isKnown("e9fb070000", "c3"));
        QVERIFY(!isKnown("e9fb070000", "e9fbf7ffff"));
        QVERIFY(!isKnown("e9fb070000", "ffe0"));
        QVERIFY(!isKnown("e9fb070000", ""));
    }

    /// The frames of a hostile dump share one allowance.
    void allFramesReadABoundedNumberOfInstructions()
    {
        Scene scene;
        scene.info->jumps[{1, 0x1000}] = std::nullopt;
        scene.setCode(0x102, QByteArray("90c3"));
        scene.budget.instructionsLeft() = 3;
        QVERIFY(scene.entryValue().has_value());
        QCOMPARE(scene.budget.instructionsLeft(), 1u);
        QCOMPARE(scene.entryValue().error(), Absence::EntryValueNotKnown);
        QCOMPARE(scene.budget.instructionsLeft(), 0u);
    }

    void wideRegistersAreThoseOfTheStoppedFrame()
    {
        Scene scene;
        scene.wide = {{.dwarf = 17, .bytes = std::vector<std::byte>(16, std::byte{0x11})}};
        QCOMPARE(scene.frame(0)->registerContent(17).value(), scene.wide.front().bytes);
        QCOMPARE(scene.frame(0)->registerContent(18).error(), Absence::RegisterNotRecovered);
        QCOMPARE(scene.frame(1)->registerContent(17).error(), Absence::RegisterNotRecovered);
        scene.setMethod(0, UnwindMethod::Scan);
        QCOMPARE(scene.frame(0)->registerContent(17).error(), Absence::RegisterNotRecovered);
    }

    void anIndirectCallMustLeadHere()
    {
        Scene scene;
        // DW_OP_const4u: the function's address in the process.
        std::vector<std::byte> target{std::byte{0x0c}, std::byte{0x00}, std::byte{0x01},
                                      std::byte{0x40}, std::byte{0x00}};
        auto& call = scene.info->calls.at(0x200);
        call.target = {};
        call.targetAddress = {target, test::FakeValueInfo::kUnit};
        QCOMPARE(scene.entryValue(), ExpressionFrame::Answer<std::uint64_t>(0xb2));
        target[1] = std::byte{0x10};
        QCOMPARE(scene.entryValue().error(), Absence::EntryValueNotKnown);
    }

    void aMissingFrameBreaksTheCall()
    {
        Scene scene;
        scene.stack.frames[1].originalIndex = 5;
        scene.stack.registers.resize(6);
        QCOMPARE(scene.entryValue().error(), Absence::EntryValueNotKnown);
    }

    void anInterruptedCallerDidNotCall()
    {
        Scene scene;
        scene.stack.frames[1].makeNative().lookupAddress = scene.stack.frames[1].makeNative().pc;
        QCOMPARE(scene.entryValue().error(), Absence::EntryValueNotKnown);
    }

    void aPrologueHasNotStoredItsVariables()
    {
        Scene scene;
        scene.info->prologueEnds[{1, 0x1000}] = 0x104;
        scene.memory.set(0x8108, {42});
        const std::vector<std::byte> bytes{std::byte{0x77}, std::byte{0x88}, std::byte{2}};
        object::VariableInfo variable; // DW_OP_breg7 264.
        variable.location = object::LocationExpression{bytes, test::FakeValueInfo::kUnit};
        const auto* frame = scene.frame(0);
        const auto absence = [&] { return frame->place(variable).read(1, scene.memory).absence; };
        QCOMPARE(absence(), Absence::NotSetUp);
        // The caller has stored what lies above the frame.
        variable.isParameter = true;
        QCOMPARE(absence(), Absence::None);
        variable.isParameter = false;
        variable.isFromList = true;
        QCOMPARE(absence(), Absence::None);
        variable.isFromList = false;
        variable.isStatic = true;
        QCOMPARE(absence(), Absence::None);
    }

    /// On Windows for x86-64, the callee stores the arguments of four registers in the caller's
    /// frame.
    void homesOfArgumentsAreNotOfTheCaller()
    {
        Scene scene(object::FileFormat::Pdb);
        scene.info->prologueEnds[{1, 0x1000}] = 0x104;
        scene.memory.set(0x8108, {42});
        scene.memory.set(0x8120, {43});
        object::VariableInfo variable;
        variable.isParameter = true;
        const auto absenceAt = [&](int distance) { // DW_OP_breg7.
            const std::vector<std::byte> bytes{std::byte{0x77},
                                               static_cast<std::byte>(0x80 | (distance & 0x7f)),
                                               static_cast<std::byte>(distance >> 7)};
            variable.location = object::LocationExpression{bytes, test::FakeValueInfo::kUnit};
            return scene.frame(0)->place(variable).read(1, scene.memory).absence;
        };
        QCOMPARE(absenceAt(0x108), Absence::NotSetUp);
        QCOMPARE(absenceAt(0x120), Absence::None);
    }

    void variablesCountAfterThePrologueAndInCallers()
    {
        Scene scene;
        scene.info->prologueEnds[{1, 0x1000}] = 0x100;
        scene.info->prologueEnds[{1, 0x1001}] = 0x300;
        const std::vector<std::byte> bytes{std::byte{0x31}, std::byte{0x9f}};
        object::VariableInfo variable; // DW_OP_lit1, DW_OP_stack_value.
        variable.location = object::LocationExpression{bytes, test::FakeValueInfo::kUnit};
        for (const std::size_t frame : {0, 1})
            QCOMPARE(scene.frame(frame)->place(variable).read(1, scene.memory).absence,
                     Absence::None);
    }

    void aFramePointerThatIsTheCallersIsNoFrameBase()
    {
        Scene scene;
        const std::vector<std::byte> base{std::byte{0x56}}; // DW_OP_reg6.
        for (auto& [address, function] : scene.info->functions)
            function.frameBase = object::LocationExpression{base, test::FakeValueInfo::kUnit};
        QCOMPARE(scene.frame(0)->frameBase().error(), Absence::FrameNotKnown);
        // The frame address is 0x8100.
        scene.stack.registers[0].set(kRbp, 0x80f0);
        QCOMPARE(scene.frame(0)->frameBase(), ExpressionFrame::Answer<std::uint64_t>(0x80f0));
        // A frame that makes a call has set its own.
        QCOMPARE(scene.frame(1)->frameBase(), ExpressionFrame::Answer<std::uint64_t>(0x7001));
    }

    /// The frame address is 0x8100, so that 0xf8 bytes are between the stack pointer and the return
    /// address.
    void placesInAFrameCountWhereItIsWhole()
    {
        Scene scene;
        scene.memory.set(0x8008, {42});
        const std::vector<std::byte> bytes{std::byte{0x77}, std::byte{8}}; // DW_OP_breg7 8.
        object::VariableInfo variable;
        variable.location = object::LocationExpression{bytes, test::FakeValueInfo::kUnit};
        variable.isInFrame = true;
        const auto absenceWith = [&](std::optional<object::FrameExtent> extent) {
            scene.info->functions.at(0x100).frameExtent = extent;
            return scene.frame(0)->place(variable).read(1, scene.memory).absence;
        };
        QCOMPARE(absenceWith(std::nullopt), Absence::FrameNotKnown);
        QCOMPARE(absenceWith(object::FrameExtent{.bytes = 0xf8, .otherBytes = {}}), Absence::None);
        QCOMPARE(absenceWith(object::FrameExtent{.bytes = 0x100, .otherBytes = {}}),
                 Absence::FrameNotKnown);
        QCOMPARE(absenceWith(object::FrameExtent{.bytes = 0x100, .otherBytes = 0xf8}),
                 Absence::None);
        QCOMPARE(absenceWith(object::FrameExtent{.bytes = 0x80, .otherBytes = {}}),
                 Absence::FrameNotKnown);
        QCOMPARE(
            absenceWith(object::FrameExtent{.bytes = 0x80, .otherBytes = {}, .growsFurther = true}),
            Absence::None);
        // Where the caller is a guess, nothing tells.
        scene.setMethod(1, UnwindMethod::Scan);
        QCOMPARE(absenceWith(object::FrameExtent{.bytes = 0xf8, .otherBytes = {}}),
                 Absence::FrameNotKnown);
    }

    void callersHaveWholeFrames()
    {
        Scene scene;
        scene.memory.set(0x8108, {42});
        const std::vector<std::byte> bytes{std::byte{0x77}, std::byte{8}};
        object::VariableInfo variable;
        variable.location = object::LocationExpression{bytes, test::FakeValueInfo::kUnit};
        variable.isInFrame = true;
        QCOMPARE(scene.frame(1)->place(variable).read(1, scene.memory).absence, Absence::None);
    }

    /// After the frame pointer of x86 is popped, the function returns or jumps.
    void theFramePointerOfX86CountsUntilTheReturn()
    {
        Scene scene;
        for (auto& registers : scene.stack.registers) {
            RegisterSet x86(CpuFamily::Intel32);
            x86.set(specialRegisters(CpuFamily::Intel32).fp, 0x8000);
            registers = x86;
        }
        scene.memory.set(0x8008, {42});
        const std::vector<std::byte> bytes{std::byte{0x75}, std::byte{8}}; // DW_OP_breg5 8.
        object::VariableInfo variable;
        variable.location = object::LocationExpression{bytes, test::FakeValueInfo::kUnit};
        variable.isInFrame = true;
        const auto absence = [&] {
            return scene.frame(0)->place(variable).read(1, scene.memory).absence;
        };
        QCOMPARE(absence(), Absence::FrameNotKnown); // The code is not in the crash file.
        const auto absenceAt = [&](std::initializer_list<int> code) {
            scene.memory.set(kModule + 0x100, code);
            return absence();
        };
        QCOMPARE(absenceAt({0x8b, 0x45}), Absence::None);          // mov eax, [ebp+…]
        QCOMPARE(absenceAt({0x5d, 0xc3}), Absence::None);          // pop ebp
        QCOMPARE(absenceAt({0xc3, 0xcc}), Absence::FrameNotKnown); // ret
        QCOMPARE(absenceAt({0xc2, 0x08}), Absence::FrameNotKnown);
        QCOMPARE(absenceAt({0xf3, 0xc3}), Absence::FrameNotKnown);
        QCOMPARE(absenceAt({0xe9, 0x00}), Absence::FrameNotKnown); // jmp
        QCOMPARE(absenceAt({0xff, 0x25}), Absence::FrameNotKnown); // jmp [address]
        QCOMPARE(absenceAt({0xff, 0x15}), Absence::None);          // call [address]
    }

    void variablesThatOnlyTheEntryTells()
    {
        Scene scene;
        object::VariableInfo variable;
        const std::vector<std::byte> bytes{std::byte{0xa3}, std::byte{1}, kEntryOfRdi,
                                           std::byte{0x9f}};
        variable.location = object::LocationExpression{bytes, test::FakeValueInfo::kUnit};
        const auto value = scene.frame(0)->place(variable).read(1, scene.memory);
        QCOMPARE(value.bytes, std::vector{std::byte{0xb2}});
        variable.location.reset();
        QCOMPARE(scene.frame(0)->place(variable).read(1, scene.memory).absence,
                 Absence::OptimizedOut);
        variable.constant = object::ConstantValue{.number = 7, .bytes = {}, .isSigned = false};
        QCOMPARE(scene.frame(0)->place(variable).read(1, scene.memory).bytes,
                 std::vector{std::byte{7}});
    }
};

QTEST_GUILESS_MAIN(TestThreadFrames)
#include "tst_thread_frames.moc"
