// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/variables/inspection.h"
#include "tests/core/variables/fake_value_info.h"

#include <QTest>

using namespace faultline;
using namespace faultline::variables;

namespace {

/// The steps as words, or the error.
QString stepsOf(const QString& expression)
{
    const auto steps = parseInspection(expression.toStdString());
    if (!steps)
        return "error: " + QString::fromStdString(steps.error().detail);
    QStringList words;
    for (const auto& step : *steps) {
        switch (step.kind) {
        case InspectionStep::Kind::Variable: words << QString::fromStdString(step.name); break;
        case InspectionStep::Kind::Member: words << "." + QString::fromStdString(step.name); break;
        case InspectionStep::Kind::Arrow: words << "->" + QString::fromStdString(step.name); break;
        case InspectionStep::Kind::Index: words << QString("[%1]").arg(step.index); break;
        case InspectionStep::Kind::Dereference: words << "*"; break;
        case InspectionStep::Kind::AddressOf: words << "&"; break;
        case InspectionStep::Kind::Address:
            words << "0x" + QString::number(static_cast<quint64>(step.index), 16);
            break;
        case InspectionStep::Kind::Cast:
            words << "(" + QString::fromStdString(step.name) + ")";
            break;
        }
    }
    return words.join(' ');
}

/// Nodes { int value; Node* next; Node* left; } in memory, and no variables.
struct NodeScene
{
    NodeScene()
    {
        FrameFacts facts;
        facts.registers = RegisterSet(CpuFamily::Intel64);
        facts.module = test::moduleOf(info);
        frame = std::make_unique<ValueFrame>(std::move(facts), nullptr, memory, budget);
        object::TypeInfo type;
        type.kind = object::TypeKind::Struct;
        type.name = "Node";
        type.sizeBytes = 24;
        const auto node = info->add(type);
        const auto pointer = info->pointerTo(node);
        auto& members = info->typeAt(node).members;
        members.push_back(member("value", info->base("int", object::BaseEncoding::Signed, 4), 0));
        members.push_back(member("next", pointer, 8));
        members.push_back(member("left", pointer, 16));
        info->namedTypes["Node"] = {node};
    }

    static object::TypeMember
    member(std::string_view name, object::EntryRef type, std::uint64_t offset)
    {
        object::TypeMember made;
        made.name = name;
        made.type = type;
        made.offsetBytes = offset;
        return made;
    }

    void add(std::uint64_t address, std::uint64_t next, std::uint64_t left = 0)
    {
        memory.set(address, {7, 0, 0, 0, 0, 0, 0, 0});
        memory.setWord(address + 8, next);
        memory.setWord(address + 16, left);
    }

    Result<std::vector<Variable>>
    list(std::string_view members, std::uint64_t first = 0, std::uint64_t most = 64) const
    {
        return listed(
            {.frame = frame.get(), .function = &nowhere}, {},
            {.expression = "*(Node*)0x1000", .members = members, .first = first, .most = most});
    }

    Variable value(std::string_view expression) const
    {
        return inspected({.frame = frame.get(), .function = &nowhere}, expression, {}, {.depth = 0})
            .front();
    }

    test::FakeValueInfo* info = nullptr; ///< Owned by the frame's module.
    test::FakeMemory memory;
    ExpressionBudget budget;
    object::FunctionInfo nowhere;
    std::unique_ptr<ValueFrame> frame;
};

/// The addresses of objects, in units of 0x1000, and the states of those that are not known.
QString placesOf(const Result<std::vector<Variable>>& found)
{
    if (!found)
        return "error: " + QString::fromStdString(found.error().detail);
    QStringList places;
    for (const auto& each : *found) {
        const auto state = valueStateName(each.state);
        places << (each.state == ValueState::Known
                       ? QString::number(each.address.value_or(0) / 0x1000)
                       : QString::fromUtf8(state.data(), static_cast<qsizetype>(state.size())));
    }
    return places.join(' ');
}

} // namespace

class TestInspection : public QObject
{
    Q_OBJECT

private slots:

    void steps_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        QTest::newRow("name") << "count" << "count";
        QTest::newRow("spaces") << "  a . b [ 2 ] " << "a .b [2]";
        QTest::newRow("scopes") << "ns::global" << "ns::global";
        QTest::newRow("chain") << "this->items[2].size" << "this ->items [2] .size";
        QTest::newRow("dereference binds last") << "*a.b" << "a .b *";
        QTest::newRow("parentheses") << "(*a).b" << "a * .b";
        QTest::newRow("address") << "&*p->next" << "p ->next * &";
        QTest::newRow("hexadecimal index") << "a[0x10]" << "a [16]";
        QTest::newRow("negative index") << "p[-1]" << "p [-1]";
        QTest::newRow("cast") << "((scene::Node*)0xffffffffffff0010)->next"
                              << "0xffffffffffff0010 (scene::Node) ->next";
        QTest::newRow("cast of a member") << "(const struct Node *)p->next" << "p ->next (Node)";
        QTest::newRow("cast of a template")
            << "(std::map<int, void (*)(int)>*)p" << "p (std::map<int, void (*)(int)>)";
        QTest::newRow("followed cast") << "*(Node*)0x10" << "0x10 (Node) *";
        QTest::newRow("cast of nothing") << "(Node*)" << "error: unexpected end";
        QTest::newRow("cast without a pointer")
            << "(Node)p" << "error: unexpected 'p' at position 6";
        QTest::newRow("address too large")
            << "(Node*)0x10000000000000000" << "error: no number at position 7";
        QTest::newRow("empty") << "" << "error: unexpected end";
        QTest::newRow("operator") << "a+b" << "error: unexpected '+' at position 1";
        QTest::newRow("no name") << "a." << "error: unexpected end";
        QTest::newRow("no number") << "a[b]" << "error: no number at position 2";
        QTest::newRow("open bracket") << "a[1" << "error: unexpected end";
        QTest::newRow("open parenthesis") << "(a" << "error: unexpected end";
        QTest::newRow("number too large")
            << "a[99999999999999999999]" << "error: no number at position 2";
    }

    void steps()
    {
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        QCOMPARE(stepsOf(expression), expected);
    }

    void castsLeadToObjects()
    {
        NodeScene scene;
        scene.add(0x1000, 0x2000);
        scene.add(0x2000, 0);
        QCOMPARE(scene.value("((Node*)0x1000)->next->value").number, std::string("7"));
        QVERIFY(scene.value("(Node*)0x1000").pointer == std::uint64_t{0x1000});
        QVERIFY(scene.value("&(*(Node*)0x1000).left").pointer == std::uint64_t{0x1010});
        QVERIFY(scene.value("(Node*)((Node*)0x1000)->next").pointer == std::uint64_t{0x2000});
        QVERIFY(scene.value("((Node*)0x1000)[2].value").address == std::uint64_t{0x1030});
        QVERIFY(scene.value("(Thing*)0x1000").state == ValueState::TypeUnknown);
        QVERIFY(scene.value("0x1000").text == "a number alone has no type");
        QVERIFY(scene.value("(0x1000).next").text == "a number has no type");
        // Two types of one name and different sizes are told apart by nothing.
        object::TypeInfo other;
        other.kind = object::TypeKind::Struct;
        other.sizeBytes = 8;
        scene.info->namedTypes["Node"].push_back(scene.info->add(other));
        QVERIFY(scene.value("(Node*)0x1000").text == "more than one type is called \"Node\" here");
    }

    void listsAreFollowed()
    {
        NodeScene scene;
        scene.add(0x1000, 0x2000, 0x4000);
        scene.add(0x2000, 0x3000);
        scene.add(0x3000, 0);
        scene.add(0x4000, 0);
        QCOMPARE(placesOf(scene.list("next")), "1 2 3");
        QCOMPARE(placesOf(scene.list("next,left")), "1 2 4 3");
        QCOMPARE(placesOf(scene.list("next.next")), "1 3");
        QCOMPARE(placesOf(scene.list("next", 1, 1)), "2");
        QCOMPARE(placesOf(scene.list("next", 9)), "");
        QVERIFY(scene.list("next")->at(1).name == "[1]");
    }

    void damagedListsEnd()
    {
        NodeScene scene;
        scene.add(0x1000, 0x2000);
        scene.add(0x2000, 0x1000);
        QCOMPARE(placesOf(scene.list("next")), "1 2"); // It goes round.
        scene.add(0x2000, 0x5000);
        QVERIFY(placesOf(scene.list("next")).startsWith("1 2 5")); // A node that no file has.
        QCOMPARE(placesOf(scene.list("right")), "error: \"Node\" has no member \"right\"");
        QVERIFY(placesOf(scene.list("")).startsWith("error: unexpected end"));
        QVERIFY(placesOf(scene.list("next,")).startsWith("1 2"));
        // An endless list ends at a limit that its error names.
        for (std::uint64_t i = 1; i <= kMostListed + 2; ++i)
            scene.add(0x1000 * i, 0x1000 * (i + 1));
        const auto endless = scene.list("next", 0, kMostListed * 2);
        QVERIFY(!endless && endless.error().kind == ErrorKind::TooLarge);
        QVERIFY(placesOf(endless).contains("65536"));
    }

    void longExpressionsAreRefused()
    {
        QVERIFY(stepsOf(QString(2000, 'a')).startsWith("error: expression longer than 1024"));
        QVERIFY(stepsOf(QString(500, '*') + "a").startsWith("error: expression nested"));
        QString many = "a";
        for (int i = 0; i < 100; ++i)
            many += ".b";
        QVERIFY(stepsOf(many).startsWith("error: expression of more than 64 steps"));
    }
};

QTEST_GUILESS_MAIN(TestInspection)
#include "tst_inspection.moc"
