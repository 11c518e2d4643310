// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/variables/summary_scene.h"

#include <QTest>

#include <map>

using namespace faultline;
using namespace faultline::variables;
using test::SummaryScene;

namespace {

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

/// A static variable at 0x1000.
object::VariableInfo variableAtBox(std::string_view name, object::EntryRef type)
{
    static constexpr std::array kPlace{std::byte{0x03}, std::byte{0x00}, std::byte{0x10},
                                       std::byte{0},    std::byte{0},    std::byte{0},
                                       std::byte{0},    std::byte{0},    std::byte{0}};
    object::VariableInfo variable;
    variable.name = name;
    variable.type = type;
    variable.location = object::LocationExpression{Bytes(kPlace), test::FakeValueInfo::kUnit};
    variable.isStatic = true;
    return variable;
}

/// What an expression gives in a function whose only variable is at 0x1000: "=3".
QString evaluated(const SummaryScene& scene,
                  std::string_view name,
                  object::EntryRef type,
                  const QString& expression)
{
    object::FunctionInfo function;
    function.variables.push_back(variableAtBox(name, type));
    const RowFrame row{scene.frame.get(), &function};
    auto shown = inspected(row, expression.toStdString(), {}, {.depth = 0}).front();
    shown.name.clear();
    return QString::fromStdString(SummaryScene::textOf(shown));
}

/// A container at 0x1000: a list of numbers, or a map with the keys 10 to 12, or "one", "two" and
/// one that is not in the file.
struct ContainerScene
{
    ContainerScene()
    {
        addMap("NumberMap", "NumberPair", scene.number, 12);
        addMap("TextMap", "TextPair", scene.info->pointerTo(scene.character), 16);
        scene.set(0x6000, {0x6100, std::uint64_t{100} << 32 | 10});
        scene.set(0x6100, {0x6200, std::uint64_t{101} << 32 | 11});
        scene.set(0x6200, {0, std::uint64_t{102} << 32 | 12});
        scene.set(0x7000, {0x7100, 0x5000, 100});
        scene.set(0x7100, {0x7200, 0x5100, 101});
        scene.set(0x7200, {0, 0x5200, 102});
        scene.memory.set(0x5000, {'o', 'n', 'e', 0});
        scene.memory.set(0x5100, {'t', 'w', 'o', 0});
        types["Box"] = {scene.box, 0x2000};
        types["Node"] = {scene.node, 0x2000};
        const auto point = scene.structure("Point", 8);
        scene.addMember(point, "x", scene.number, 0);
        scene.addMember(point, "y", scene.number, 4);
        types["Point"] = {point, 0};
        addList("Letters", scene.number);
        scene.set(0x8000, {std::uint64_t{101} << 32 | 100, 102});
        auto set = std::make_shared<natvis::VisualizerSet>();
        set->add(natvis::readNatvis("test", R"(<AutoVisualizer>
            <Type Name="Box"><DisplayString>{size} numbers</DisplayString><Expand><LinkedListItems>
                <Size>size</Size><HeadPointer>head</HeadPointer><NextPointer>next</NextPointer>
                <ValueNode>value</ValueNode></LinkedListItems></Expand></Type>
            <Type Name="NumberMap"><AlternativeType Name="TextMap"/><Expand><LinkedListItems>
                <Size>size</Size><HeadPointer>head</HeadPointer><NextPointer>next</NextPointer>
                <ValueNode>*this</ValueNode></LinkedListItems></Expand></Type>
            <Type Name="Point"><DisplayString>a point</DisplayString></Type>
            <Type Name="Letters"><Expand><Item Name="[size]">size</Item><ArrayItems>
                <Size>size</Size><ValuePointer>head</ValuePointer></ArrayItems></Expand></Type>
            </AutoVisualizer>)"));
        scene.naming.summaries = set;
    }

    void addMap(std::string_view name,
                std::string_view pairName,
                object::EntryRef key,
                std::uint64_t valueOffset)
    {
        const auto pair = scene.structure(pairName, valueOffset + 4);
        const auto pointer = scene.info->pointerTo(pair);
        scene.addMember(pair, "next", pointer, 0);
        scene.addMember(pair, "first", key, 8);
        scene.addMember(pair, "second", scene.number, valueOffset);
        addList(name, pair);
        types.at(std::string(name)).second = name == "NumberMap" ? 0x6000 : 0x7000;
    }

    void addList(std::string_view name, object::EntryRef element)
    {
        const auto list = scene.structure(name, 16);
        scene.addMember(list, "head", scene.info->pointerTo(element), 0);
        scene.addMember(list, "size",
                        scene.info->base("unsigned long", object::BaseEncoding::Unsigned, 8), 8);
        types[std::string(name)] = {list, 0x8000};
    }

    QString evaluated(const std::string& type, const QString& expression)
    {
        const auto [entry, head] = types.at(type);
        scene.set(0x1000, {head, size, 0});
        object::FunctionInfo function;
        function.variables.push_back(variableAtBox("box", entry));
        auto shown = inspected({scene.frame.get(), &function}, expression.toStdString(),
                               scene.naming, {.depth = 0})
                         .front();
        shown.name.clear();
        return QString::fromStdString(SummaryScene::textOf(shown));
    }

    SummaryScene scene;
    std::uint64_t size = 3;
    std::map<std::string, std::pair<object::EntryRef, std::uint64_t>> types;
};

} // namespace

class TestInspection : public QObject
{
    Q_OBJECT

private slots:

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
        QCOMPARE(scene.value("0x1000").number, std::string("4096"));
        QVERIFY(scene.value("(0x1000).next").state == ValueState::TypeUnknown);
        // Two types of one name and different sizes are told apart by nothing.
        object::TypeInfo other;
        other.kind = object::TypeKind::Struct;
        other.name = "Node";
        other.sizeBytes = 8;
        scene.info->namedTypes["Node"].push_back(scene.info->add(other));
        QVERIFY(scene.value("(Node*)0x1000").state == ValueState::TypeUnknown);
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

    void expressions_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* expression, const char* expected) {
            QTest::newRow(expression) << expression << expected;
        };
        row("box.size", "3");
        row("box.head->next->value", "11");
        row("*box.text", "t");
        row("box.text[1]", "e");
        row("box.size * 2 + 1", "7");
        row("(int)box.size - 4", "-1");
        row("box.size > 2 && box.head != nullptr", "true");
        row("box.size,x", "0x3");
        row("sizeof(Node)", "16");
        row("&box.size", "pointer");
        row("box.head + 1", "pointer");
        row("1.5 * 2", "3");
        row("(unsigned long)1e19", "10000000000000000000");
        row("(long)-2.5", "-2");
        row("(unsigned __int64)-1", "18446744073709551615");
        row("(__int64)-1", "-1");
        row("0.0 / 0 == 0.0 / 0", "false");
        row("0.0 / 0 != 0.0 / 0", "true");
        row("0.5 == 0.5", "true");
        row("nothing", "type_unknown: no variable is called \"nothing\" here");
        row("box.nothing", "type_unknown: \"Box\" has no member \"nothing\"");
        row("*box.size", "type_unknown: \"unsigned long\" cannot be followed");
        row("1 / (box.size - 3)", "damaged: division by zero");
        row("((Node*)0)->value", "not_in_dump: the pointer is null");
        row("box.size = 1", "type_unknown: only variables of a list can be changed");
        row("main()",
            "type_unknown: no function is called \"main\"; those of the process do not run");
        row("a+", "unsupported: unexpected end");
    }

    void expressions()
    {
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        SummaryScene scene;
        QCOMPARE(evaluated(scene, "box", scene.box, expression), "=" + expected);
    }

    void elements_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* expression, const char* expected) {
            QTest::newRow(expression) << expression << expected;
        };
        row("rows[1][1]", "4");
        row("rows[2][0]", "5");
        row("rows[3][0]", "no_such_element: \"int[3][2]\" has no element 3");
        row("rows[0][2]", "no_such_element: \"int[2]\" has no element 2");
        row("rows[-1][0]", "no_such_element: \"int[3][2]\" has no element -1");
        row("**rows", "1");
        row("(*rows)[1]", "2");
        row("*(rows[1] + 1)", "4");
        row("rows[1] - rows[0]", "2");
        row("sizeof(rows)", "24");
        // No type describes a row, so that nobody knows how far it is to the next one.
        row("rows + 1", "type_unknown: \"int[3][2]\" cannot be counted with");
        row("&rows[1]", "type_unknown: no type describes a pointer to \"int[2]\"");
        row("sizeof(rows[1])", "type_unknown: the size of \"int[2]\" is not known");
    }

    void elements()
    {
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        SummaryScene scene;
        scene.set(0x1000, {0x2'0000'0001, 0x4'0000'0003, 0x6'0000'0005, 0x8'0000'0007});
        const auto rows = scene.info->arrayOf(scene.number, 3);
        scene.info->typeAt(rows).bounds.emplace_back().count = 2;
        QCOMPARE(evaluated(scene, "rows", rows, expression), "=" + expected);
    }

    void containers_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* type, const char* expression, const char* expected) {
            QTest::addRow("%s %s", type, expression) << type << expression << expected;
        };
        row("Box", "box[0]", "10");
        row("Box", "box[2] + 1", "13");
        row("Box", "(&box)[0][1]", "11");
        row("Box", "box[3]", "no_such_element: no such index: \"Box\" has no element 3");
        row("Box", "box[-1]", "no_such_element: no such index: \"Box\" has no element -1");
        row("Box", "box[1.5]", "no_such_element: the index is neither a whole number nor a text");
        row("Box", "box[\"a\"]", "no_such_element: \"Box\" has no keys");
        row("NumberMap", "box[10]", "100");
        row("NumberMap", "box[12]", "102");
        row("NumberMap", "box[2]", "no_such_element: no such key: none of the 3 keys is 2");
        row("NumberMap", "box[\"10\"]",
            "no_such_element: no such key: none of the 3 keys is \"10\"");
        row("TextMap", "box[\"one\"]", "100");
        row("TextMap", "(&box)[\"two\"]", "101");
        row("TextMap", "box[\"on\"]",
            "unsupported: 1 of the 3 keys cannot be compared with \"on\"; none of the others is "
            "it");
        row("Node", "box[0]", "no_such_element: nothing says which elements \"Node\" has");
        row("Node", "box[\"a\"]", "no_such_element: nothing says which elements \"Node\" has");
        row("Point", "box[1]", "no_such_element: no such index: \"Point\" has no element 1");
        row("Letters", "box[2]", "102");
        row("Letters", "box[3]", "no_such_element: no such index: \"Letters\" has no element 3");
    }

    /// By the items that a file of Natvis says, so that "v[2]" is what the window shows as [2].
    void containers()
    {
        QFETCH(QString, type);
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        ContainerScene scene;
        QCOMPARE(scene.evaluated(type.toStdString(), expression), "=" + expected);
    }

    /// A file whose rules ask for an element of the same object.
    void endlessRulesEnd()
    {
        ContainerScene container;
        auto set = std::make_shared<natvis::VisualizerSet>();
        set->add(natvis::readNatvis("test", R"(<AutoVisualizer><Type Name="Box">
            <DisplayString>{(*this)[0]} {(*this)[1]} {(*this)["a"]}</DisplayString>
            <Expand><Item Name="[0]">(*this)[0]</Item><Item Name="[1]">(*this)[1]</Item></Expand>
            </Type></AutoVisualizer>)"));
        container.scene.naming.summaries = set;
        QVERIFY(!container.evaluated("Box", "box[0]").isEmpty());
        QVERIFY(!container.evaluated("Box", "box[1][0][\"a\"]").isEmpty());
    }

    /// One step of an expression may list many items.
    void listingAnArrayTakesSteps()
    {
        ContainerScene container;
        auto& scene = container.scene;
        constexpr std::uint64_t kLeft = 1000;
        scene.set(0x1000, {0x8000, 2 * kLeft, 0});
        const Values values(*scene.frame, scene.naming);
        ValuePresenter presenter(values);
        for (auto i = kLeft; i < WorkBudget::kDefault; ++i)
            QVERIFY(presenter.evaluator().budget().take());
        const auto [entry, head] = container.types.at("Letters");
        const auto items = presenter.children(
            ValuePresenter::nodeOf(
                {.name = "letters", .place = {.type = entry, .storage = Storage::inMemory(0x1000)}},
                VariableRole::Local),
            0, 2 * kLeft);
        QVERIFY(items.size() < kLeft);
        QVERIFY(items.back().fault && items.back().fault->state == ValueState::TooLarge);
    }

    void listsWithoutASizeGoOn()
    {
        ContainerScene container;
        auto& scene = container.scene;
        auto set = std::make_shared<natvis::VisualizerSet>();
        set->add(natvis::readNatvis("test", R"(<AutoVisualizer><Type Name="Box"><Expand>
            <LinkedListItems><HeadPointer>head</HeadPointer><NextPointer>next</NextPointer>
            <ValueNode>value</ValueNode></LinkedListItems></Expand></Type></AutoVisualizer>)"));
        scene.naming.summaries = set;
        constexpr std::uint64_t kNodes = 0x100000;
        constexpr std::uint64_t kCount = 65'540;
        auto& nodes = scene.memory.pieces[kNodes];
        const auto add = [&](std::uint64_t word) {
            for (unsigned i = 0; i < 8; ++i)
                nodes.push_back(static_cast<std::byte>(word >> (8 * i)));
        };
        for (std::uint64_t i = 0; i < kCount; ++i) {
            add(i + 1 < kCount ? kNodes + 16 * (i + 1) : 0);
            add(i);
        }
        container.types["Box"] = {scene.box, kNodes};
        QCOMPARE(container.evaluated("Box", "box[65539]"), "=65539");
        QCOMPARE(container.evaluated("Box", "box[65540]"),
                 "=no_such_element: no such index: \"Box\" has no element 65540");
    }

    void damagedContainersSayWhere()
    {
        ContainerScene scene;
        scene.size = 5;
        QCOMPARE(scene.evaluated("Box", "box[4]"),
                 "=damaged: the container ends after 3 of 5 items");
        QCOMPARE(scene.evaluated("NumberMap", "box[77]"),
                 "=damaged: the container ends after 3 of 5 items");
        scene.scene.set(0x2000, {0x9000, 10});
        QCOMPARE(scene.evaluated("Box", "box[0]"), "=10");
        QVERIFY(scene.evaluated("Box", "box[1]").startsWith("=not_in_dump"));
    }

    /// As C before C99 declares arrays whose length only the program knows.
    void arraysAtTheEndOfAnObjectAreReadFurther()
    {
        SummaryScene scene;
        scene.set(0x1000, {0x2'0000'0001, 0x4'0000'0003});
        const auto one = scene.info->arrayOf(scene.number, 1);
        const auto tail = scene.structure("Tail", 8);
        scene.addMember(tail, "length", scene.number, 0);
        scene.addMember(tail, "items", one, 4);
        QCOMPARE(evaluated(scene, "tail", tail, "tail.items[2]"), "=4");
        QCOMPARE(evaluated(scene, "tail", tail, "(&tail)->items[2]"), "=4");
        QCOMPARE(evaluated(scene, "tail", tail, "tail.items[-1]"),
                 "=no_such_element: \"int[1]\" has no element -1");
        QCOMPARE(evaluated(scene, "alone", one, "alone[0]"), "=1");
        QCOMPARE(evaluated(scene, "alone", one, "alone[1]"),
                 "=no_such_element: \"int[1]\" has no element 1");
    }

    void referencesArePointersThatTheyLeadTo()
    {
        SummaryScene scene;
        scene.set(0x1000, {0x5000});
        scene.set(0x5000, {0x6000});
        scene.set(0x6000, {0x2'0000'0001, 0x4'0000'0003});
        object::TypeInfo reference;
        reference.kind = object::TypeKind::LeftReference;
        reference.target = scene.info->pointerTo(scene.number);
        const auto type = scene.info->add(reference);
        QCOMPARE(evaluated(scene, "ref", type, "*(ref + 1)"), "=2");
        QCOMPARE(evaluated(scene, "ref", type, "ref + 3 - ref"), "=3");
        QCOMPARE(evaluated(scene, "ref", type, "ref[1]"), "=2");
    }

    /// An inline variable stands in each unit that uses it.
    void oneGlobalMayBeDescribedTwice()
    {
        SummaryScene scene;
        const auto first = variableAtBox("counter", scene.number);
        scene.set(0x1000, {7});
        scene.info->globals = {first, first};
        QCOMPARE(evaluated(scene, "box", scene.box, "counter"), "=7");
        static constexpr std::array kElsewhere{std::byte{0x03}, std::byte{0x00}, std::byte{0x20},
                                               std::byte{0},    std::byte{0},    std::byte{0},
                                               std::byte{0},    std::byte{0},    std::byte{0}};
        auto other = first;
        other.location = object::LocationExpression{Bytes(kElsewhere), test::FakeValueInfo::kUnit};
        scene.info->globals.push_back(other);
        QCOMPARE(evaluated(scene, "box", scene.box, "counter"),
                 "=type_unknown: several variables are called \"counter\"");
    }
};

QTEST_GUILESS_MAIN(TestInspection)
#include "tst_inspection.moc"
