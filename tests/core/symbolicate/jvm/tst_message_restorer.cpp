// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/message_restorer.h"
#include "tests/support/mapping_text.h"

#include <QTest>

using namespace faultline;
using namespace faultline::jvm;
using test::mappingFrom;

/// Names inside the messages of throwables.
class TestMessageRestorer : public QObject
{
    Q_OBJECT

private slots:
    void messages_data();
    void messages();
    void messagesThatNameAClass();
};

namespace {

constexpr const char* kMapping =
    "x.Animal -> z:\n    x.Animal owner -> f\n    int left -> k\n    long right -> k\n    1:1:void "
    "speak():1:1 -> c\n"
    "x.Cat -> b:\n    int count -> d\n    1:1:void jump(x.Animal,int):5:5 -> c\n"
    "    2:2:void hide():7:7 -> c\n    3:3:void one():1:1 -> e\n    4:4:void two():1:1 -> e\n"
    "x.pkg.Dog -> a.b.c:\n    1:1:void bark():3:3 -> a\n    int legs -> g\n"
    "x.Zoo$Color -> p.z$c:\nx.Animal$Wing -> z$q:\n";

} // namespace

void TestMessageRestorer::messages_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* message, const char* expected) {
        QTest::newRow(name) << message << expected;
    };
    row("cast", "class z cannot be cast to class b (z and b are in unnamed module of loader 'app')",
        "class x.Animal cannot be cast to class x.Cat (x.Animal and x.Cat are in unnamed module of "
        "loader 'app')");
    row("old cast", "a.b.c cannot be cast to java.lang.String",
        "x.pkg.Dog cannot be cast to java.lang.String");
    row("invoke", "Cannot invoke \"a.b.c.a()\" because \"<local1>\" is null",
        "Cannot invoke \"x.pkg.Dog.bark()\" because \"<local1>\" is null");
    row("invoke an overload", "Cannot invoke \"b.c(z, int)\" because \"<local1>\" is null",
        "Cannot invoke \"x.Cat.jump(x.Animal, int)\" because \"<local1>\" is null");
    row("invoke another overload", "Cannot invoke \"b.c()\" because \"<local1>\" is null",
        "Cannot invoke \"x.Cat.hide()\" because \"<local1>\" is null");
    row("ambiguous method", "Cannot invoke \"b.e()\" because x",
        "Cannot invoke \"x.Cat.e()\" because x");
    row("own field", "Cannot invoke \"String.length()\" because \"this.f\" is null",
        "Cannot invoke \"String.length()\" because \"this.owner\" is null");
    row("static field", "Cannot read the array length because \"a.b.c.g\" is null",
        "Cannot read the array length because \"x.pkg.Dog.legs\" is null");
    row("return value", "because the return value of \"a.b.c.a()\" is null",
        "because the return value of \"x.pkg.Dog.bark()\" is null");
    row("fields that differ by type", "because \"this.k\" is null", "because \"this.k\" is null");
    row("constant", "No enum constant p.z.c.PINK", "No enum constant x.Zoo.Color.PINK");
    row("constant of an outer class", "No enum constant z.PINK", "No enum constant x.Animal.PINK");
    row("constant of an unknown class", "No enum constant q.r.PINK", "No enum constant q.r.PINK");
    row("inner class without a package", "shape z$q", "shape x.Animal$Wing");
    row("the text of a cause", "z: b: text", "x.Animal: x.Cat: text");
    row("the text of a cause without a message", "load: z", "load: x.Animal");
    row("a cause's name is a word here", "z is not b: c", "z is not b: c");
    row("descriptor", "Failed resolution of: La/b/c;", "Failed resolution of: Lx/pkg/Dog;");
    row("descriptor of no package", "Failed resolution of: Lz;",
        "Failed resolution of: Lx/Animal;");
    row("path", "a/b/c", "x/pkg/Dog");
    row("array", "class [La.b.c; cannot be cast to class z",
        "class [Lx.pkg.Dog; cannot be cast to class x.Animal");
    row("class loader", "Didn't find class \"a.b.c\" on path",
        "Didn't find class \"x.pkg.Dog\" on path");
    row("lock", "  - locked <0x0e> (a z)", "  - locked <0x0e> (a x.Animal)");
    row("ordinary words", "plan b is z, not c", "plan b is z, not c");
    row("sentence's end", "Unexpected a.b.c.", "Unexpected x.pkg.Dog.");
    row("unknown", "class q.r cannot be cast to class s", "class q.r cannot be cast to class s");
    row("empty", "", "");
    row("not UTF-8", "\xff\"\xfe.\"", "\xff\"\xfe.\"");
}

void TestMessageRestorer::messages()
{
    QFETCH(QString, message);
    QFETCH(QString, expected);
    const Mappings mappings{mappingFrom(kMapping)};
    QCOMPARE(QString::fromStdString(
                 restoreMessage(mappings, message.toStdString(),
                                {.thrower = "z", .exception = "e", .causes = {"b", "z"}})),
             expected);
}

/// Some exceptions of Java have nothing but a name as their message.
void TestMessageRestorer::messagesThatNameAClass()
{
    const Mappings mappings{mappingFrom(kMapping)};
    const auto restored = [&](const char* exception, const char* message) {
        return restoreMessage(mappings, message,
                              {.thrower = {}, .exception = exception, .causes = {}});
    };
    QCOMPARE(restored("java.lang.ArrayStoreException", "b"), std::string("x.Cat"));
    QCOMPARE(restored("java.lang.EnumConstantNotPresentException", "p.z$c.RED"),
             std::string("x.Zoo$Color.RED"));
    QCOMPARE(restored("java.lang.ArrayStoreException", "b or not"), std::string("b or not"));
    QCOMPARE(restored("x.Other", "b"), std::string("b"));
}

QTEST_GUILESS_MAIN(TestMessageRestorer)
#include "tst_message_restorer.moc"
