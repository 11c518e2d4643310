// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/type_finder.h"
#include "tests/core/variables/summary_scene.h"

#include <QTest>

using namespace faultline;
using namespace faultline::variables;
using test::SummaryScene;

namespace {

/// What a cast to a type gives, in a row without variables.
struct FinderScene : SummaryScene
{
    object::EntryRef item(const char* first, object::EntryRef firstType)
    {
        const auto made = structure("Item", 8);
        addMember(made, first, firstType, 0);
        addMember(made, "second", number, 4);
        return made;
    }

    std::optional<CppType> find(std::string_view name, const TypeHome& home)
    {
        const Values values(*frame, naming);
        return TypeFinder(values).find(name, home);
    }

    std::string inspected(std::string_view expression)
    {
        const object::FunctionInfo nowhere;
        const RowFrame row{frame.get(), &nowhere};
        return textOf(variables::inspected(row, expression, naming, {}).front());
    }
};

} // namespace

/// Types of the same name that are not the same, and casts between classes.
class TestTypeFinder : public QObject
{
    Q_OBJECT

private slots:

    void copiesCountAsOne()
    {
        FinderScene scene;
        const auto one = scene.item("first", scene.number);
        scene.item("first", scene.number);
        QVERIFY(scene.find("Item", {})->entry == one);
        QCOMPARE(scene.find("const Item *", {})->pointers, 1u);
    }

    void typesThatDifferAreNotChosenFrom_data()
    {
        QTest::addColumn<int>("difference");
        QTest::newRow("name of a member") << 0;
        QTest::newRow("type of a member") << 1;
        QTest::newRow("offset of a member") << 2;
        QTest::newRow("size") << 3;
        QTest::newRow("members of a member's type") << 4;
    }

    void typesThatDifferAreNotChosenFrom()
    {
        QFETCH(int, difference);
        FinderScene scene;
        const auto inner = scene.structure("Inner", 4);
        const auto other = scene.structure("Inner", 4);
        scene.addMember(inner, "a", scene.number, 0);
        scene.addMember(other, difference == 4 ? "b" : "a", scene.number, 0);
        scene.item("first", inner);
        const auto type =
            difference == 1 ? scene.info->base("float", object::BaseEncoding::Float, 4) : other;
        const auto second = scene.item(difference == 0 ? "weight" : "first", type);
        if (difference == 2)
            scene.info->typeAt(second).members[1].offsetBytes = 2;
        if (difference == 3)
            scene.info->typeAt(second).sizeBytes = 12;
        QVERIFY(!scene.find("Item", {}));
    }

    void theHomesUnitComesFirst()
    {
        FinderScene scene;
        const auto one = scene.item("first", scene.number);
        const auto other = scene.item("weight", scene.number);
        scene.info->unitStarts = {{other, 0x1000}, {scene.box, 0x1000}};
        QVERIFY(scene.find("Item", {.entry = scene.box})->entry == other);
        QVERIFY(scene.find("Item", {.entry = scene.node})->entry == one);
        QVERIFY(!scene.find("Item", {}));
    }

    void templateArgumentsComeFirst()
    {
        FinderScene scene;
        scene.item("first", scene.number);
        const auto meant = scene.item("weight", scene.number);
        const auto inner = scene.structure("Inner<Item>", 8);
        scene.info->typeAt(inner).templateTypes = {meant};
        scene.info->typeAt(scene.box).templateTypes = {scene.info->pointerTo(inner)};
        QVERIFY(scene.find("Item", {.entry = scene.box})->entry == meant);
        QVERIFY(scene.find("Item", {.entry = inner})->entry == meant);
        QVERIFY(!scene.find("Item", {.entry = scene.node}));
    }

    void typesInFunctionsAreFoundAmongArguments()
    {
        FinderScene scene;
        const auto local = scene.item("weight", scene.number);
        scene.info->typeAt(local).name = "main::Item";
        scene.info->namedTypes["main::Item"] = {};
        scene.info->typeAt(scene.box).templateTypes = {local};
        QVERIFY(scene.find("main()::Item", {.entry = scene.box})->entry == local);
        QVERIFY(scene.find("Item", {.entry = scene.box})->entry == local);
        // A compiler that leaves the function out may mean either.
        scene.item("first", scene.number);
        QVERIFY(!scene.find("Item", {.entry = scene.box}));
    }

    void onlyUsersLeaveScopesOut()
    {
        FinderScene scene;
        const auto inner = scene.structure("ns::Inner", 4);
        scene.info->namedTypes["Inner"] = {inner};
        QVERIFY(!scene.find("Inner", {.entry = scene.box}));
        QVERIFY(scene.find("Inner", {.mayLackScopes = true})->entry == inner);
    }

    void classesThatContainThemselvesEnd()
    {
        FinderScene scene;
        for (int i = 0; i < 2; ++i) {
            const auto type = scene.structure("Endless", 8);
            scene.addMember(type, "self", type, 0);
            scene.addMember(type, "again", type, 0);
        }
        QVERIFY(scene.find("Endless", {}));
    }

    void castsMoveBetweenBasesAndObjects()
    {
        FinderScene scene;
        const auto derived = scene.structure("Derived", 32);
        for (const auto& [base, offset] : {std::pair{scene.box, 0}, std::pair{scene.node, 24}}) {
            object::TypeMember member;
            member.kind = object::TypeMember::Kind::Base;
            member.type = base;
            member.offsetBytes = offset;
            scene.info->typeAt(derived).members.push_back(member);
        }
        const auto at = [&](const char* expression) {
            return scene.inspected(std::string("(unsigned long)") + expression + ",x");
        };
        QVERIFY(at("(Node*)(Derived*)0x1000").ends_with("=0x1018"));
        QVERIFY(at("(Derived*)(Node*)0x1018").ends_with("=0x1000"));
        QVERIFY(at("static_cast<Derived*>((Node*)0x1018)").ends_with("=0x1000"));
        QVERIFY(at("&(Derived&)*(Node*)0x1018").ends_with("=0x1000"));
        QVERIFY(at("reinterpret_cast<Derived*>((Node*)0x1018)").ends_with("=0x1018"));
        QVERIFY(at("reinterpret_cast<Node*>((Derived*)0x1000)").ends_with("=0x1000"));
        QVERIFY(at("(Derived*)(Node*)0").ends_with("=0x0"));
        scene.info->typeAt(derived).members[1].kind = object::TypeMember::Kind::VirtualBase;
        QVERIFY(scene.inspected("(Derived*)(Node*)0x1018").find("unsupported") !=
                std::string::npos);
    }

    /// Half of it is in memory, the other half a constant.
    void castsOfValuesInPieces()
    {
        FinderScene scene;
        const auto item = scene.item("first", scene.number);
        const auto whole = scene.structure("Whole", 8);
        scene.addMember(whole, "item", item, 0);
        scene.memory.set(0x5000, {5, 0, 0, 0, 6, 0, 0, 0});
        const std::vector<unsigned char> place{0x03, 0x00, 0x50, 0,    0,    0,    0,   0,
                                               0,    0x93, 0x04, 0x37, 0x9f, 0x93, 0x04};
        object::VariableInfo variable;
        variable.name = "whole";
        variable.type = whole;
        variable.isStatic = true;
        variable.location =
            object::LocationExpression{std::as_bytes(std::span(place)), test::FakeValueInfo::kUnit};
        object::FunctionInfo function;
        function.variables.push_back(variable);
        const RowFrame row{scene.frame.get(), &function};
        for (const auto* expression :
             {"((Item*)&whole)->second", "(*(Item*)&whole.item).second", "whole.item.second"}) {
            const auto shown = variables::inspected(row, expression, scene.naming, {}).front();
            QCOMPARE(shown.number, "7");
        }
        QVERIFY(!variables::inspected(row, "whole", scene.naming, {}).front().address);
    }

    void numbersHaveTheirSigns()
    {
        FinderScene scene;
        object::TypeInfo color;
        color.kind = object::TypeKind::Enum;
        color.name = "Color";
        color.sizeBytes = 4;
        color.target = scene.info->base("unsigned int", object::BaseEncoding::Unsigned, 4);
        const auto flags = scene.structure("Flags", 8);
        scene.addMember(flags, "color", scene.info->add(color), 0);
        scene.addMember(flags, "bits", scene.number, 4);
        auto& bits = scene.info->typeAt(flags).members[1];
        bits.bitSize = 3;
        bits.bitOffset = 32;
        scene.memory.set(0x5000, {0xff, 0xff, 0xff, 0xff, 7, 0, 0, 0});
        const auto ends = [&](const char* expression, const char* expected) {
            QVERIFY2(scene.inspected(expression).ends_with(expected),
                     scene.inspected(expression).c_str());
        };
        ends("((Flags*)0x5000)->color > 5", "=true");
        ends("((Flags*)0x5000)->color == 0xffffffff", "=true");
        ends("((Flags*)0x5000)->bits + 0", "=-1");
        ends("(int)0xffffffff == 0xffffffff", "=true");
        ends("0xffffffffffffffff > 0", "=true");
        ends("010 + 0", "=8");
        ends("4294967295 > -1", "=true");
    }
};

QTEST_GUILESS_MAIN(TestTypeFinder)
#include "tst_type_finder.moc"
