// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/variables/summary_scene.h"

#include <QTest>

using namespace faultline;
using test::SummaryScene;

class TestInspection : public QObject
{
    Q_OBJECT

private slots:

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
        object::FunctionInfo function;
        object::VariableInfo variable;
        variable.name = "box";
        variable.type = scene.box;
        static constexpr std::array kPlace{std::byte{0x03}, std::byte{0x00}, std::byte{0x10},
                                           std::byte{0},    std::byte{0},    std::byte{0},
                                           std::byte{0},    std::byte{0},    std::byte{0}};
        variable.location = object::LocationExpression{Bytes(kPlace), test::FakeValueInfo::kUnit};
        variable.isStatic = true;
        function.variables.push_back(variable);
        const variables::RowFrame row{scene.frame.get(), &function};
        const auto found = variables::inspected(row, expression.toStdString(), {}, {.depth = 0});
        QCOMPARE(found.size(), 1u);
        auto shown = found.front();
        shown.name.clear();
        QCOMPARE(QString::fromStdString(SummaryScene::textOf(shown)), "=" + expected);
    }
};

QTEST_GUILESS_MAIN(TestInspection)
#include "tst_inspection.moc"
