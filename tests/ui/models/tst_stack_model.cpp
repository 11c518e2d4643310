// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/function_names.h"
#include "ui/models/stack_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace faultline::ui;

namespace {

std::shared_ptr<const FrameRow>
frame(quint32 index, quint32 depth, bool inApp, bool guessed = false)
{
    auto row = std::make_shared<FrameRow>();
    row->frameKey = {index, depth};
    row->isInApp = inApp;
    row->isGuessed = guessed;
    row->hasFunction = true;
    row->address = 0x1000 + index;
    row->function = QStringLiteral("f%1").arg(index);
    row->module = inApp ? QStringLiteral("app") : QStringLiteral("libc.so.6");
    row->moduleOffset = row->module + QStringLiteral("+0x%1").arg(index, 0, 16);
    row->location = row->moduleOffset;
    return row;
}

FrameRows deepStack()
{
    FrameRows frames{frame(0, 1, true), frame(0, 0, true)};
    for (quint32 i = 1; i < 7; ++i)
        frames.append(frame(i, 0, false));
    frames.append(frame(7, 0, true));
    return frames;
}

QStringList functions(const StackModel& model)
{
    QStringList rows;
    for (int i = 0; i < model.rowCount(); ++i) {
        const FrameRow* row = model.frameAt(i);
        rows.append(row ? row->function : model.index(i, 0).data().toString());
    }
    return rows;
}

} // namespace

class TestStackModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void relevantModeFoldsLongSystemRuns();
    void unfoldingShowsTheRun();
    void aHiddenFrameIsRevealed();
    void ofSeveralRunsOnlyTheHidingOneOpens_data();
    void ofSeveralRunsOnlyTheHidingOneOpens();
    void inlinedHelpersFold();
    void placesAreCutAtTheirStart();
    void trustBadgesExplainThemselves();
    void framesAboveTheFirstInAppFrameStay();
    void withoutInAppFramesNothingFolds();
    void bannerStandsAboveTheFirstGuess();
    void bannerCannotBeSelected();
    void rawModeDropsInlineRowsAndNames();
    void rawModeShowsObfuscatedNames();
    void meaningsOpenAndClose();
    void oldestFirstReverses();
    void updateKeepsRowsAndInsertsInlineOnes();
    void rowOfFallsBackToThePhysicalFrame();
    void rowOfFindsEveryFrame_data();
    void rowOfFindsEveryFrame();
    void optionsChangeTheTexts();
    void inlinedCallsHideAndCount();
    void namesAreReadable_data();
    void namesAreReadable();
    void namesHaveShorterForms_data();
    void namesHaveShorterForms();
    void recursionFoldsAndUnfolds_data();
    void recursionFoldsAndUnfolds();
    void endStandsBehindTheLastFrame_data();
    void endStandsBehindTheLastFrame();
};

void TestStackModel::relevantModeFoldsLongSystemRuns()
{
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFrames(deepStack());
    QCOMPARE(functions(model), (QStringList{"f0", "f0", "6 more frame(s)", "f7"}));
    model.setOptions({StackOptions::Mode::Full, StackOptions::Order::NewestFirst});
    QCOMPARE(model.rowCount(), 9);
}

/// Helpers of libraries inside the program's code are dim, and two of them fold. Those above the
/// first own function stay, since the crash may be in them.
void TestStackModel::inlinedHelpersFold()
{
    const auto helper = [](quint32 index, quint32 depth) {
        auto row = std::make_shared<FrameRow>(*frame(index, depth, true));
        row->isLibrary = true;
        row->function = QStringLiteral("std::f%1").arg(depth);
        return row;
    };
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFrames({helper(0, 2), helper(0, 1), frame(0, 0, true), helper(1, 2), helper(1, 1),
                     frame(1, 0, true), helper(2, 1), frame(2, 0, true)});
    QCOMPARE(functions(model),
             (QStringList{"std::f2", "std::f1", "f0", "2 inlined helper(s) of libraries", "f1",
                          "std::f1", "f2"}));
    const auto toneOf = [&](int row) {
        return Tone(model.index(row, StackModel::FunctionColumn).data(ToneRole).toInt());
    };
    QVERIFY(toneOf(0) == Tone::Dim);
    QVERIFY(toneOf(2) == Tone::Normal);
    model.unfold(1);
    QCOMPARE(model.rowCount(), 8);
}

void TestStackModel::placesAreCutAtTheirStart()
{
    StackModel model;
    model.setFrames(deepStack());
    const auto elide = [&](int column) {
        return Qt::TextElideMode(model.index(0, column).data(ElideRole).toInt());
    };
    QCOMPARE(elide(StackModel::LocationColumn), Qt::ElideLeft);
    QCOMPARE(elide(StackModel::PathColumn), Qt::ElideLeft);
    QCOMPARE(elide(StackModel::FunctionColumn), Qt::ElideRight);
}

void TestStackModel::trustBadgesExplainThemselves()
{
    auto row = std::make_shared<FrameRow>(*frame(0, 0, true));
    row->trust = QStringLiteral("cfi");
    row->trustNote = QStringLiteral("Found through call frame information\ncfi: sure.");
    StackModel model;
    model.setFrames({row});
    QCOMPARE(model.index(0, StackModel::TrustColumn).data(Qt::ToolTipRole).toString(),
             row->trustNote);
    QCOMPARE(model.index(0, StackModel::FunctionColumn).data(Qt::ToolTipRole).toString(),
             QStringLiteral("f0"));
}

void TestStackModel::unfoldingShowsTheRun()
{
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFrames(deepStack());
    model.unfold(1);
    QCOMPARE(model.rowCount(), 9);
}

void TestStackModel::framesAboveTheFirstInAppFrameStay()
{
    StackModel model;
    FrameRows frames;
    for (quint32 i = 0; i < 5; ++i)
        frames.append(frame(i, 0, false));
    frames.append(frame(5, 0, true));
    model.setFrames(frames);
    QCOMPARE(model.rowCount(), 6);
}

void TestStackModel::aHiddenFrameIsRevealed()
{
    StackModel model;
    model.setFrames(deepStack());
    const FrameRow::Key hidden{.physicalIndex = 3, .inlineDepth = 0};
    model.reveal({.physicalIndex = 7, .inlineDepth = 0});  // It is not hidden.
    model.reveal({.physicalIndex = 99, .inlineDepth = 0}); // There is no such frame.
    QCOMPARE(model.rowCount(), 4);
    QVERIFY(!model.rowOf(hidden));
    model.reveal(hidden);
    QVERIFY(model.rowOf(hidden).has_value());
    QCOMPARE(model.rowCount(), 9);
}

void TestStackModel::ofSeveralRunsOnlyTheHidingOneOpens_data()
{
    QTest::addColumn<StackOptions>("options");
    QTest::addColumn<FrameRow::Key>("hidden");
    StackOptions options;
    QTest::newRow("in the middle of a run") << options << FrameRow::Key{8, 0};
    QTest::newRow("first of a run") << options << FrameRow::Key{6, 1};
    options.order = StackOptions::Order::OldestFirst;
    QTest::newRow("oldest first") << options << FrameRow::Key{8, 0};
    options.inlineRows = false;
    QTest::newRow("an inlined call without a row") << options << FrameRow::Key{6, 1};
}

void TestStackModel::ofSeveralRunsOnlyTheHidingOneOpens()
{
    QFETCH(StackOptions, options);
    QFETCH(FrameRow::Key, hidden);
    FrameRows frames;
    for (quint32 i = 0; i <= 10; ++i) {
        if (i == 6)
            frames.append(frame(i, 1, false));
        frames.append(frame(i, 0, i % 5 == 0));
    }
    StackModel model;
    model.setOptions(options);
    model.setFrames(frames);
    QCOMPARE(model.rowCount(), 5);
    model.reveal(hidden);
    QVERIFY(model.rowOf(hidden).has_value());
    QVERIFY(!model.rowOf({.physicalIndex = 2, .inlineDepth = 0}));
}

void TestStackModel::withoutInAppFramesNothingFolds()
{
    StackModel model;
    FrameRows frames;
    for (quint32 i = 0; i < 9; ++i)
        frames.append(frame(i, 0, false));
    model.setFrames(frames);
    QCOMPARE(model.rowCount(), 9);
    QVERIFY(!relevanceNote(frames).isEmpty());
}

void TestStackModel::bannerStandsAboveTheFirstGuess()
{
    StackModel model;
    model.setFrames(
        {frame(0, 0, true), frame(1, 0, true, true), frame(2, 0, true, true), frame(3, 0, true)});
    QCOMPARE(functions(model).at(1),
             QStringLiteral("Frames 1–2 were found by scanning the stack: app has no usable unwind "
                            "information here. Some may be wrong."));
    QCOMPARE(model.rowCount(), 5);
}

void TestStackModel::bannerCannotBeSelected()
{
    StackModel model;
    model.setFrames({frame(0, 0, true), frame(1, 0, true, true)});
    QVERIFY(!(model.flags(model.index(1, 0)) & Qt::ItemIsSelectable));
    QVERIFY(model.flags(model.index(2, 0)) & Qt::ItemIsSelectable);
}

void TestStackModel::rawModeDropsInlineRowsAndNames()
{
    StackModel model;
    model.setFrames(deepStack());
    model.setOptions({StackOptions::Mode::Raw, StackOptions::Order::NewestFirst});
    QCOMPARE(model.rowCount(), 8);
    QCOMPARE(model.frameAt(0)->function, QStringLiteral("0x0000000000001000"));
    QCOMPARE(model.frameAt(0)->location, QStringLiteral("app+0x0"));
}

void TestStackModel::rawModeShowsObfuscatedNames()
{
    StackModel model;
    auto row = std::make_shared<FrameRow>(*frame(0, 0, true));
    row->hasAddress = false;
    row->mangled = QStringLiteral("a.b.c(SourceFile:1)");
    model.setFrames({row});
    model.setOptions({StackOptions::Mode::Raw, StackOptions::Order::NewestFirst});
    QCOMPARE(functions(model), QStringList({"a.b.c(SourceFile:1)"}));
    QCOMPARE(model.index(0, StackModel::AddressColumn).data().toString(), QString());
}

void TestStackModel::meaningsOpenAndClose()
{
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto row = std::make_shared<FrameRow>(*frame(0, 0, true));
    row->meanings = {QStringLiteral("x.A.f [A.kt:1]"), QStringLiteral("x.A.g [A.kt:9]")};
    model.setFrames({row, frame(1, 0, true)});
    QCOMPARE(model.rowCount(), 2);
    model.toggle(0);
    QCOMPARE(functions(model),
             QStringList({"f0", "possibly x.A.f [A.kt:1]", "possibly x.A.g [A.kt:9]", "f1"}));
    QCOMPARE(model.rowOf({1, 0}), std::optional<int>(3));
    QVERIFY(!model.frameAt(1));
    QVERIFY(!model.flags(model.index(1, 0)).testFlag(Qt::ItemIsSelectable));
    model.toggle(0);
    QCOMPARE(model.rowCount(), 2);
}

void TestStackModel::oldestFirstReverses()
{
    StackModel model;
    model.setFrames(deepStack());
    model.setOptions({StackOptions::Mode::Full, StackOptions::Order::OldestFirst});
    QCOMPARE(model.frameAt(0)->frameKey.physicalIndex, 7u);
    QVERIFY(model.frameAt(8)->isInline());
}

void TestStackModel::updateKeepsRowsAndInsertsInlineOnes()
{
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFrames({frame(0, 0, true), frame(1, 0, true)});
    const QPersistentModelIndex physical = model.index(0, StackModel::FunctionColumn);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserts(&model, &QAbstractItemModel::rowsInserted);
    model.setFrames({frame(0, 2, true), frame(0, 1, true), frame(0, 0, true), frame(1, 0, true)});
    QCOMPARE(resets.size(), 0);
    QCOMPARE(inserts.size(), 1);
    QCOMPARE(physical.row(), 2);
}

void TestStackModel::rowOfFallsBackToThePhysicalFrame()
{
    StackModel model;
    model.setFrames(deepStack());
    QCOMPARE(model.rowOf({0, 1}), std::optional(0));
    model.setOptions({StackOptions::Mode::Raw, StackOptions::Order::NewestFirst});
    QCOMPARE(model.rowOf({0, 1}), std::optional(0));
    QCOMPARE(model.rowOf({99, 0}), std::optional<int>());
}

void TestStackModel::endStandsBehindTheLastFrame_data()
{
    QTest::addColumn<bool>("isEarly");
    QTest::addColumn<int>("kind");
    QTest::newRow("at the true end") << false << int(StackEntry::Kind::End);
    QTest::newRow("too early") << true << int(StackEntry::Kind::EarlyEnd);
}

void TestStackModel::endStandsBehindTheLastFrame()
{
    QFETCH(bool, isEarly);
    StackModel model;
    model.setFrames({frame(0, 0, true), frame(1, 0, true)}, {QStringLiteral("here"), isEarly});
    QCOMPARE(functions(model), (QStringList{"f0", "f1", "here"}));
    const QModelIndex end = model.index(2, 0);
    QTEST(end.data(KindRole).toInt(), "kind");
    QCOMPARE(end.data(Qt::AccessibleTextRole).toString(), QStringLiteral("here"));
    QCOMPARE(end.siblingAtColumn(StackModel::FunctionColumn).data(Qt::ToolTipRole).toString(),
             QStringLiteral("here"));
    QVERIFY(!(model.flags(end) & Qt::ItemIsSelectable));
    model.setOptions({StackOptions::Mode::Full, StackOptions::Order::OldestFirst});
    QCOMPARE(functions(model), (QStringList{"here", "f1", "f0"}));
    model.setFrames({}, {QStringLiteral("here"), isEarly});
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.end().text, QStringLiteral("here"));
}

void TestStackModel::rowOfFindsEveryFrame_data()
{
    QTest::addColumn<int>("order");
    QTest::newRow("newest first") << int(StackOptions::Order::NewestFirst);
    QTest::newRow("oldest first") << int(StackOptions::Order::OldestFirst);
}

void TestStackModel::rowOfFindsEveryFrame()
{
    QFETCH(int, order);
    StackModel model;
    model.setOptions({StackOptions::Mode::Full, StackOptions::Order(order)});
    FrameRows frames = deepStack();
    frames.append({frame(8, 2, false, true), frame(8, 1, false, true), frame(8, 0, false, true)});
    model.setFrames(frames, {QStringLiteral("the end"), true});
    for (const auto& each : std::as_const(frames)) {
        const auto row = model.rowOf(each->frameKey);
        QVERIFY(row);
        QCOMPARE(model.frameAt(*row)->frameKey, each->frameKey);
    }
    QVERIFY(!model.rowOf({9, 0}));
}

void TestStackModel::optionsChangeTheTexts()
{
    const auto named = std::make_shared<FrameRow>(*frame(0, 0, true));
    named->function = QStringLiteral("a::f<std::vector<b::C<int>>>()");
    named->mangled = QStringLiteral("_ZN1a1f");
    named->path = QStringLiteral("/src/a.cpp");
    named->line = 12;
    named->location = QStringLiteral("a.cpp:12");
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFrames({named, frame(1, 0, false)});
    const auto texts = [&](const StackOptions& options) {
        model.setOptions(options);
        QStringList found;
        for (int row = 0; row < 2; ++row) {
            for (const int column : {StackModel::FunctionColumn, StackModel::LocationColumn})
                found.append(model.index(row, column).data().toString());
        }
        return found;
    };
    QCOMPARE(texts({}), QStringList({QStringLiteral("a::f<std::vector<b::C<…>>>()"), "a.cpp:12",
                                     "f1", "libc.so.6+0x1"}));
    QCOMPARE(texts({.absoluteAddresses = true}).last(), QStringLiteral("0x0000000000001001"));
    QCOMPARE(texts({.absolutePaths = true}).at(1), QStringLiteral("/src/a.cpp:12"));
    QCOMPARE(texts({.verboseNames = true}).first(), named->function);
    QCOMPARE(texts({.unsymbolicated = true}).first(), named->mangled);
    QCOMPARE(texts({.templateDepth = 0}).first(), QStringLiteral("a::f<…>()"));
    // What is copied and what the tool tip has is always whole.
    QCOMPARE(model.frameAt(0)->function, named->function);
    QCOMPARE(model.index(0, StackModel::FunctionColumn).data(Qt::ToolTipRole).toString(),
             named->function);
}

void TestStackModel::inlinedCallsHideAndCount()
{
    auto crash = std::make_shared<FrameRow>(*frame(0, 1, true));
    crash->isCrash = true;
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFrames({crash, frame(0, 0, true), frame(1, 0, true)});
    const auto numbers = [&] {
        QStringList found;
        for (int row = 0; row < model.rowCount(); ++row)
            found.append(model.index(row, StackModel::NumberColumn).data().toString());
        return found;
    };
    QCOMPARE(numbers(), QStringList({"", "0", "1"}));
    model.setOptions({.countInlines = true});
    QCOMPARE(numbers(), QStringList({"0", "1", "2"}));
    model.setOptions({});
    model.setOptions({.inlineRows = false});
    QCOMPARE(numbers(), QStringList({"0", "1"}));
    QVERIFY(model.frameAt(0)->isCrash); // The mark stays in sight.
    QCOMPARE(model.rowOf({0, 1}), std::optional(0));
}

void TestStackModel::namesAreReadable_data()
{
    QTest::addColumn<int>("depth");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("readable");
    const auto row = [](int depth, const char* name, const char* readable) {
        QTest::newRow(name) << depth << QString::fromUtf8(name) << QString::fromUtf8(readable);
    };
    row(1, "f(int)", "f(int)");
    row(2, "f(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >)",
        "f(std::string)");
    row(2, "std::__1::vector<int, std::__1::allocator<int>>::at", "std::vector<int>::at");
    row(1, "a<b<c>, d>::e<f>()", "a<b<…>, d>::e<f>()");
    row(0, "a<b<c>, d>::e<f>()", "a<…>::e<…>()");
    row(0, "operator<< <int>(x<y>&)", "operator<< <int>(x<…>&)");
    row(0, "a<b>::operator->()", "a<…>::operator->()");
    row(0, "main::<lambda()>::operator()", "main::<lambda()>::operator()");
    row(0, "f() -> a<b>", "f() -> a<…>");
    row(0, "broken<a", "broken<a");
    row(0, "broken>a<", "broken>a<");
    row(-1, "a<b<c<d>>>", "a<b<c<d>>>");
}

void TestStackModel::namesAreReadable()
{
    QFETCH(int, depth);
    QFETCH(QString, name);
    QTEST(readableName(name, depth), "readable");
    // Every beginning of a name has an end.
    for (qsizetype length = 0; length < name.size(); ++length)
        readableName(name.first(length), depth);
}

void TestStackModel::namesHaveShorterForms_data()
{
    QTest::addColumn<QStringList>("shorter");
    const auto row = [](const char* name, const QStringList& shorter) {
        QTest::newRow(name) << shorter;
    };
    const auto text = [](const char* name) { return QString::fromUtf8(name); };
    row("main", {});
    row("scene::Group::updateBounds()", {text("Group::updateBounds()"), text("updateBounds()")});
    row("viewer::Loop::run(viewer::Stop, int)",
        {text("viewer::Loop::run(…)"), text("Loop::run(…)"), text("run(…)")});
    row("void a::b<c::d>::e<f>(int) const",
        {text("void a::b<…>::e<…>(int) const"), text("a::b<…>::e<…>(…) const"),
         text("b<…>::e<…>(…) const"), text("e<…>(…) const")});
    row("main::{lambda(int)#1}::operator()(int) const",
        {text("main::{lambda(int)#1}::operator()(…) const"),
         text("{lambda(int)#1}::operator()(…) const")});
    row("(anonymous namespace)::f", {text("f")});
    row("a::operator<< <int>(b&)", {text("a::operator<< <int>(…)")});
    row("com.example.shop.Cart.save",
        {text("example.shop.Cart.save"), text("shop.Cart.save"), text("Cart.save")});
    row("main.(*T).Run", {text("(*T).Run")});
    row("parse(char const*)", {text("parse(…)")});
    row("libc.so.6+0x2a1ca", {});
    row("-[Canvas stroke:]", {});
    row("read 1 byte, not mapped", {});
    row("broken<a", {});
}

void TestStackModel::namesHaveShorterForms()
{
    QFETCH(QStringList, shorter);
    const QString name = QString::fromUtf8(QTest::currentDataTag());
    QCOMPARE(shorterNames(name), shorter);
    for (qsizetype length = 0; length < name.size(); ++length)
        shorterNames(name.first(length));
    QCOMPARE(shorterOperands(QStringLiteral("xmm0, xmmword ptr [rdi + 0x30]")),
             QStringList{QStringLiteral("xmm0, xmmword [rdi + 0x30]")});
    QCOMPARE(shorterOperands(QStringLiteral("rax, rbx")), QStringList());
}

void TestStackModel::recursionFoldsAndUnfolds_data()
{
    QTest::addColumn<int>("cycle");
    QTest::addColumn<int>("turns");
    QTest::addColumn<QString>("fold");
    QTest::newRow("one function") << 1 << 104 << "repeated 104 times";
    QTest::newRow("two functions in turn") << 2 << 20 << "repeated 20 times (period 2)";
    QTest::newRow("eight functions in turn") << 8 << 4 << "repeated 4 times (period 8)";
    QTest::newRow("too short") << 1 << 3 << QString();
}

void TestStackModel::recursionFoldsAndUnfolds()
{
    QFETCH(int, cycle);
    QFETCH(int, turns);
    QFETCH(QString, fold);
    FrameRows frames;
    const auto add = [&frames](const QString& function) {
        auto row = std::make_shared<FrameRow>(*frame(quint32(frames.size()), 0, true));
        row->function = function;
        frames.append(row);
    };
    add(QStringLiteral("top"));
    for (int i = 0; i < cycle * turns; ++i)
        add(QStringLiteral("f%1").arg(i % cycle));
    add(QStringLiteral("main"));
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setOptions({StackOptions::Mode::Full, StackOptions::Order::NewestFirst});
    model.setFrames(frames);
    if (!fold.isEmpty()) {
        // The first turn is shown.
        QStringList shown{QStringLiteral("top")};
        for (int i = 0; i < cycle; ++i)
            shown.append(QStringLiteral("f%1").arg(i));
        QCOMPARE(functions(model), shown + QStringList({fold, QStringLiteral("main")}));
        model.unfold(quint32(1 + cycle));
    }
    QCOMPARE(model.rowCount(), frames.size());
    model.setOptions({.mode = StackOptions::Mode::Full, .foldRecursion = false});
    QCOMPARE(model.rowCount(), frames.size());
}

QTEST_GUILESS_MAIN(TestStackModel)
#include "tst_stack_model.moc"
