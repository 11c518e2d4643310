// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/variable_text.h"

#include <QTest>

#include <algorithm>

using namespace faultline;

namespace {

Variable variableOf(ValueKind kind, const char* number = "", const char* text = "")
{
    Variable variable;
    variable.name = "v";
    variable.type = "T";
    variable.kind = kind;
    variable.number = number;
    variable.text = text;
    return variable;
}

std::vector<std::string> linesOf(const std::vector<Variable>& variables)
{
    std::vector<std::string> lines;
    report::writeVariableLines({.thread = 0, .row = 0, .variables = variables},
                               [&](std::string line) { lines.push_back(std::move(line)); });
    return lines;
}

} // namespace

class TestVariableText : public QObject
{
    Q_OBJECT

private slots:

    void knownValues()
    {
        QCOMPARE(report::valueText(variableOf(ValueKind::Integer, "-5")), std::string("-5"));
        QCOMPARE(report::valueText(variableOf(ValueKind::Character, "", "a")), std::string("'a'"));
        QCOMPARE(report::valueText(variableOf(ValueKind::String)), std::string("\"\""));
        QCOMPARE(report::valueText(variableOf(ValueKind::None)), std::string());
        auto pointer = variableOf(ValueKind::Pointer, "", "text");
        pointer.pointer = 0x1000;
        pointer.pointerSymbol = "main+0x4";
        QCOMPARE(report::valueText(pointer), std::string("0x1000 <main+0x4> \"text\""));
    }

    void everyAbsenceHasItsWords()
    {
        std::vector<std::string> seen;
        for (int state = 1; state <= static_cast<int>(ValueState::NoSuchElement); ++state) {
            auto variable = variableOf(ValueKind::None);
            variable.state = static_cast<ValueState>(state);
            if (variable.state == ValueState::Guessed) {
                variable = variableOf(ValueKind::Integer, "5");
                variable.state = ValueState::Guessed;
            }
            const auto text = report::valueText(variable);
            QVERIFY2(text.ends_with('>'), text.c_str());
            QVERIFY(std::ranges::find(seen, text) == seen.end());
            seen.push_back(text);
        }
    }

    void partsAreIndented()
    {
        auto whole = variableOf(ValueKind::None);
        auto part = variableOf(ValueKind::Integer, "1");
        part.parent = 0;
        part.name = "[0]";
        part.role = VariableRole::Element;
        auto inner = part;
        inner.parent = 1;
        inner.name = "";
        auto base = part;
        base.role = VariableRole::Base;
        base.name = "Base";
        base.kind = ValueKind::None;
        QCOMPARE(
            linesOf({whole, part, inner, base}),
            (std::vector<std::string>{"v: T", "  [0]: T = 1", "    (anonymous): T = 1", "  Base"}));
    }

    void textsOfTheProcessAreEscaped()
    {
        QCOMPARE(linesOf({variableOf(ValueKind::String, "", "a\x1b[31m")}).size(), std::size_t{1});
        QVERIFY(
            !linesOf({variableOf(ValueKind::String, "", "a\x1b[31m")}).front().contains('\x1b'));
    }
};

QTEST_GUILESS_MAIN(TestVariableText)
#include "tst_variable_text.moc"
