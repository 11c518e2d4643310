// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/roles.h"
#include "ui/models/stack_functions.h"
#include "ui/models/stack_graph_model.h"
#include "ui/models/stack_reshaping.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QTest>

#include <algorithm>

using namespace faultline::ui;

namespace {

StackGraphFrame frame(const char* function, bool isOwn)
{
    return {.function = QLatin1String(function),
            .module = isOwn ? QStringLiteral("viewer") : QStringLiteral("libc.so.6"),
            .isOwn = isOwn,
            .isInlined = false};
}

int add(StackGraph& graph, int parent, QList<StackGraphFrame> frames, QList<int> threads)
{
    StackGraphNode node;
    node.parent = parent;
    node.frames = std::move(frames);
    node.threads = std::move(threads);
    node.weight = quint64(node.threads.size());
    const int index = int(graph.nodes.size());
    if (parent < 0) {
        graph.roots.append(index);
        graph.threads += int(node.threads.size());
        graph.weight += node.weight;
    } else {
        StackGraphNode& above = graph.nodes[parent];
        node.level = above.level + 1;
        node.depth = above.depth + int(above.frames.size());
        above.children.append(index);
    }
    graph.nodes.append(std::move(node));
    return index;
}

/// Three threads share two frames of the system; two of them go on together.
StackGraph small()
{
    StackGraph graph;
    const int root = add(graph, -1, {frame("clone", false), frame("start", false)}, {0, 1, 2});
    add(graph, root, {frame("work", true), frame("wait", false)}, {0, 2});
    add(graph, root, {frame("draw", true)}, {1});
    add(graph, -1, {frame("main", true)}, {3});
    graph.nodes[2].place = ThreadPlace::InDeadlock;
    return graph;
}

constexpr StackGraphSizes kSizes{
    .width = 100, .header = 20, .line = 10, .columnGap = 30, .rowGap = 5};

} // namespace

class TestStackGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void functionsAreCountedOnce();
    void anEmptyGraphHasNoFunctions();
    void manySamplesAreToldWhole();
    void boxesNeverOverlap();
    void systemFramesFold();
    void widthsOfTheIcicleAreShares();
    void zoomShowsOnePart();
    void threadsAreFoundInTheirInnermostNode();
    void textsAreFound();
    void tenThousandThreads();
    void focusKeepsOneFunction();
    void mergedFunctionsLeaveTheirCallees();
    void collapsedFunctionsAndLibrariesEnd();
    void reshapedSamplesKeepTheirSum();
    void reshapedFramesAreFoundInTheirStacks();
};

void TestStackGraph::boxesNeverOverlap()
{
    const StackGraph graph = small();
    const auto made = layOutStackGraph(graph, kSizes, true);
    QCOMPARE(made.boxes.size(), 4);
    for (int a = 0; a < 4; ++a) {
        for (int b = a + 1; b < 4; ++b)
            QVERIFY(!made.boxes.at(a).intersects(made.boxes.at(b)));
        QVERIFY(QRect(QPoint(), made.size).contains(made.boxes.at(a)));
    }
    QCOMPARE(made.boxes.at(1).left(), 130);
    // A parent stands in the middle of its children.
    QVERIFY(std::abs(made.boxes.at(0).center().y() -
                     (made.boxes.at(1).top() + made.boxes.at(2).bottom()) / 2) <= 1);
}

void TestStackGraph::systemFramesFold()
{
    const StackGraph graph = small();
    const auto folded = layOutStackGraph(graph, kSizes, true);
    QCOMPARE(folded.lines.at(0), (QList<StackGraphLine>{{.frame = 1, .count = 2}}));
    QCOMPARE(folded.lines.at(1),
             (QList<StackGraphLine>{{.frame = 1, .count = 1}, {.frame = 0, .count = 1}}));
    const auto whole = layOutStackGraph(graph, kSizes, false);
    QCOMPARE(whole.lines.at(0),
             (QList<StackGraphLine>{{.frame = 1, .count = 1}, {.frame = 0, .count = 1}}));
    QCOMPARE(whole.boxes.at(0).height(), 40);
}

void TestStackGraph::widthsOfTheIcicleAreShares()
{
    const auto boxes = layOutIcicle(small(), -1);
    QCOMPARE(boxes.size(), 6);
    double outermost = 0;
    for (const IcicleBox& box : boxes) {
        if (box.row == 0)
            outermost += box.width;
    }
    QCOMPARE(outermost, 1.0);
    QCOMPARE(boxes.at(2).row, 2); // "work", below two frames.
    QCOMPARE(boxes.at(2).width, 0.5);
    QCOMPARE(boxes.at(4).left, 0.5); // "draw" stands beside it.
    QCOMPARE(boxes.at(5).left, 0.75);
}

void TestStackGraph::zoomShowsOnePart()
{
    const auto boxes = layOutIcicle(small(), 1);
    QCOMPARE(boxes.size(), 2);
    QCOMPARE(boxes.at(0).width, 1.0);
    QCOMPARE(boxes.at(1).row, 1);
    QCOMPARE(layOutIcicle(small(), 99).size(), 6);
    QVERIFY(layOutIcicle(StackGraph(), -1).isEmpty());
}

void TestStackGraph::threadsAreFoundInTheirInnermostNode()
{
    const StackGraph graph = small();
    QCOMPARE(graph.nodeOf(2), 1);
    QCOMPARE(graph.nodeOf(1), 2);
    QCOMPARE(graph.nodeOf(3), 3);
    QCOMPARE(graph.nodeOf(7), -1);
}

void TestStackGraph::textsAreFound()
{
    StackGraphModel model(StackGraphModel::Form::Graph);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setGraph(std::make_shared<StackGraph>(small()));
    QCOMPARE(model.rowCount(), 4);
    model.find(QStringLiteral("WA"));
    QCOMPARE(model.foundCount(), 1);
    QVERIFY(model.isFound(1));
    QCOMPARE(model.nextFound(1, 1), 1);
    model.find(QStringLiteral("libc"));
    QCOMPARE(model.nextFound(0, 1), 1);
    QCOMPARE(model.nextFound(0, -1), 1);
    model.find(QStringLiteral("nothing"));
    QCOMPARE(model.nextFound(0, 1), -1);
    QVERIFY(model.index(2, 0)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(QLatin1String("in the deadlock")));
}

/// Each with an end of its own. What is asserted is that no box is lost.
void TestStackGraph::tenThousandThreads()
{
    constexpr int kThreads = 10'000;
    StackGraph graph;
    QList<int> all;
    for (int i = 0; i < kThreads; ++i)
        all.append(i);
    const int root = add(graph, -1, {frame("start", false)}, all);
    for (int i = 0; i < kThreads; ++i)
        add(graph, root, {frame("work", true)}, {i});
    const auto made = layOutStackGraph(graph, kSizes, true);
    QCOMPARE(made.boxes.size(), kThreads + 1);
    QCOMPARE(made.size.height(), kThreads * 30 + (kThreads - 1) * 5);
    const auto icicle = layOutIcicle(graph, -1);
    QCOMPARE(icicle.size(), kThreads + 1);
    QVERIFY(icicle.last().left + icicle.last().width <= 1.0 + 1e-6);
    QCOMPARE(graph.nodeOf(kThreads - 1), kThreads);
}

/// A recursion counts once, and callers and callees are those of the whole graph.
void TestStackGraph::functionsAreCountedOnce()
{
    StackGraph graph;
    const int root = add(graph, -1, {frame("main", true), frame("walk", true)}, {0, 1, 2});
    add(graph, root, {frame("walk", true), frame("walk", true), frame("wait", false)}, {0, 1});
    add(graph, root, {frame("wait", false)}, {2});
    graph.nodes[1].place = ThreadPlace::InDeadlock;
    const auto functions = functionsOf(graph);
    QCOMPARE(functions.size(), 3);
    const auto at = [&](const char* name) {
        return std::ranges::find(functions, QLatin1String(name),
                                 [](const StackFunction& each) { return each.frame.function; });
    };
    const auto walk = at("walk");
    QCOMPARE(walk->weight, quint64(3));
    QCOMPARE(walk->onTop, quint64(0));
    QVERIFY(walk->isInDeadlock);
    QCOMPARE(walk->callers.size(), 1);
    QCOMPARE(functions.at(walk->callers.first().function).frame.function, QStringLiteral("main"));
    QCOMPARE(walk->callers.first().weight, quint64(3));
    const auto wait = at("wait");
    QCOMPARE(wait->weight, quint64(3));
    QCOMPARE(wait->onTop, quint64(3));
    QVERIFY(!wait->isInDeadlock);
    QCOMPARE(functions.at(wait->callers.first().function).frame.function, QStringLiteral("walk"));
    QCOMPARE(wait->callers.first().weight, quint64(3));
    QVERIFY(wait->callees.isEmpty());
    QCOMPARE(at("main")->weight, quint64(3));
}

void TestStackGraph::anEmptyGraphHasNoFunctions()
{
    QVERIFY(functionsOf(StackGraph()).isEmpty());
}

void TestStackGraph::manySamplesAreToldWhole()
{
    auto graph = std::make_shared<StackGraph>();
    add(*graph, -1, {frame("main", true)}, {0});
    graph->unit = StackWeight::Samples;
    graph->nodes[0].weight = 3'000'000'000;
    StackGraphModel model(StackGraphModel::Form::Icicle);
    model.setGraph(graph, layOutIcicle(*graph, -1));
    const QString text = model.weightText(model.nodeAt(0));
    QVERIFY2(text.startsWith(QLocale().toString(quint64(3'000'000'000)) + u' '), qPrintable(text));
}

namespace {

/// "0 1 2: clone start\n  0 2: work wait" with weights that are not the number of threads.
QString textOf(const StackGraph& graph)
{
    QString text;
    QList<int> open(graph.roots.rbegin(), graph.roots.rend());
    while (!open.isEmpty()) {
        const StackGraphNode& node = graph.nodes.at(open.takeLast());
        QStringList threads;
        for (const int thread : node.threads)
            threads.append(QString::number(thread));
        QStringList frames;
        for (const StackGraphFrame& each : node.frames)
            frames.append(each.function);
        text += QString(2 * node.level, u' ') + threads.join(u' ');
        if (node.weight != quint64(node.threads.size()))
            text += QStringLiteral(" x") + QString::number(node.weight);
        text += QStringLiteral(": ") + frames.join(u' ') + u'\n';
        for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
            open.append(*child);
    }
    return text;
}

QString reshapedText(const StackGraph& graph, const QList<Reshaping>& steps)
{
    return textOf(*reshaped(std::make_shared<const StackGraph>(graph), steps));
}

Reshaping step(ReshapeKind kind, const char* function, const char* module)
{
    return {kind, QLatin1String(function), QLatin1String(module)};
}

} // namespace

void TestStackGraph::focusKeepsOneFunction()
{
    StackGraph graph = small();
    add(graph, 3, {frame("clone", false), frame("start", false), frame("work", true)}, {3});
    const auto focus = step(ReshapeKind::FocusFunction, "start", "libc.so.6");
    // The function's calls of all callers come together.
    QCOMPARE(reshapedText(graph, {focus}),
             QStringLiteral("0 1 2 3: start\n  0 2 3: work\n    0 2: wait\n  1: draw\n"));
    const auto deeper = step(ReshapeKind::FocusFunction, "work", "viewer");
    QCOMPARE(reshapedText(graph, {focus, deeper}), QStringLiteral("0 2 3: work\n  0 2: wait\n"));
    QCOMPARE(reshapedText(graph, {step(ReshapeKind::FocusFunction, "work", "other")}), QString());
    QCOMPARE(reshapedText(graph, {}), textOf(graph));
}

void TestStackGraph::mergedFunctionsLeaveTheirCallees()
{
    const StackGraph graph = small();
    QCOMPARE(reshapedText(graph, {step(ReshapeKind::MergeFunction, "start", "libc.so.6")}),
             QStringLiteral("0 1 2: clone\n  0 2: work wait\n  1: draw\n3: main\n"));
    // Whoever was in nothing else is no longer there.
    QCOMPARE(reshapedText(graph, {step(ReshapeKind::MergeFunction, "main", "viewer")}),
             QStringLiteral("0 1 2: clone start\n  0 2: work wait\n  1: draw\n"));
    QCOMPARE(reshapedText(graph, {step(ReshapeKind::MergeFunction, "draw", "viewer")}),
             QStringLiteral("0 1 2: clone start\n  0 2: work wait\n3: main\n"));
}

void TestStackGraph::collapsedFunctionsAndLibrariesEnd()
{
    const StackGraph graph = small();
    QCOMPARE(reshapedText(graph, {step(ReshapeKind::CollapseFunction, "start", "libc.so.6")}),
             QStringLiteral("0 1 2: clone start\n3: main\n"));
    const auto library = step(ReshapeKind::CollapseLibrary, "", "libc.so.6");
    QCOMPARE(reshapedText(graph, {library}),
             QStringLiteral("0 1 2: libc.so.6\n  0 2: work libc.so.6\n  1: draw\n3: main\n"));
    const auto made = reshaped(std::make_shared<const StackGraph>(graph), {library});
    QCOMPARE(made->threads, 4);
    QCOMPARE(made->nodes.at(made->roots.first()).frames.first().module,
             QStringLiteral("libc.so.6"));
}

void TestStackGraph::reshapedSamplesKeepTheirSum()
{
    // Thread 0 was seen 10 times: 2 in draw itself, 5 in read and 3 in lock.
    StackGraph graph;
    graph.unit = StackWeight::Samples;
    const int root = add(graph, -1, {frame("main", true), frame("draw", true)}, {0});
    graph.nodes[root].weight = 10;
    graph.weight = 10;
    graph.nodes[add(graph, root, {frame("read", false)}, {0})].weight = 5;
    graph.nodes[add(graph, root, {frame("lock", false)}, {0})].weight = 3;
    const auto merged = step(ReshapeKind::MergeFunction, "draw", "viewer");
    QCOMPARE(reshapedText(graph, {merged}),
             QStringLiteral("0 x10: main\n  0 x5: read\n  0 x3: lock\n"));
    const auto focus = step(ReshapeKind::FocusFunction, "lock", "libc.so.6");
    const auto made = reshaped(std::make_shared<const StackGraph>(graph), {focus});
    QCOMPARE(made->weight, quint64(3));
    QVERIFY(made->unit == StackWeight::Samples);
}

void TestStackGraph::reshapedFramesAreFoundInTheirStacks()
{
    const StackGraph graph = small();
    QCOMPARE(depthOfFrame(graph, 2, frame("work", true)), 2);
    QCOMPARE(depthOfFrame(graph, 3, frame("main", true)), 0);
    QCOMPARE(depthOfFrame(graph, 3, frame("work", true)), -1);
    // A collapsed library stands where the stack enters it.
    QCOMPARE(depthOfFrame(graph, 2,
                          {.function = QStringLiteral("libc.so.6"),
                           .module = QStringLiteral("libc.so.6"),
                           .isOwn = false,
                           .isInlined = false}),
             0);
}

QTEST_GUILESS_MAIN(TestStackGraph)

#include "tst_stack_graph.moc"
