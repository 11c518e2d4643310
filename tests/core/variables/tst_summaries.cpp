// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/variables/summary_scene.h"

#include <QTest>

using namespace faultline;
using test::SummaryScene;

namespace {

std::string box(const std::string& inner)
{
    return "<Type Name='Box'>" + inner + "</Type>";
}

std::string list(const std::string& size = "<Size>size</Size>")
{
    return box("<DisplayString>{{ size={size} }}</DisplayString><Expand><LinkedListItems>" + size +
               "<HeadPointer>head</HeadPointer><NextPointer>next</NextPointer>"
               "<ValueNode>value</ValueNode></LinkedListItems></Expand>");
}

const std::string kTree = box("<Expand><TreeItems><Size>size</Size><HeadPointer>head</HeadPointer>"
                              "<LeftPointer>next</LeftPointer><RightPointer>(Node*)0</RightPointer>"
                              "<ValueNode>value</ValueNode></TreeItems></Expand>");

} // namespace

class TestSummaries : public QObject
{
    Q_OBJECT

private slots:

    void displays_data()
    {
        QTest::addColumn<QString>("inner");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* inner, const char* expected) {
            QTest::newRow(name) << inner << expected;
        };
        row("text and value", "<DisplayString>n={size}</DisplayString>", "n=3");
        row("braces", "<DisplayString>{{{size}}}</DisplayString>", "{3}");
        row("the first that holds",
            "<DisplayString Condition='size == 0'>none</DisplayString>"
            "<DisplayString Condition='size &gt; 2'>many</DisplayString>",
            "many");
        row("optional",
            "<DisplayString Optional='true'>{nothing}</DisplayString>"
            "<DisplayString>other</DisplayString>",
            "other");
        row("hexadecimal", "<DisplayString>{size + 13,x}</DisplayString>", "0x10");
        row("a text", "<DisplayString>{text,s}</DisplayString>", "text");
        row("a bare text in another", "<DisplayString>a {text,sb}</DisplayString>", "a text");
        row("a quoted text in another", "<DisplayString>a {text,s}</DisplayString>", "a \"text\"");
        row("a counted text", "<DisplayString>{text,[2]s}</DisplayString>", "te");
        row("arithmetic", "<DisplayString>{(size * 4 - 2) / 3} {-size} {7 % 4}</DisplayString>",
            "3 18446744073709551613 3");
        row("a choice", "<DisplayString>{size &gt; 1 ? 'y' : 'n',c}</DisplayString>", "'y'");
        row("pointers", "<DisplayString>{head-&gt;next-&gt;value} {(*head).value}</DisplayString>",
            "11 10");
        row("a cast", "<DisplayString>{((Node*)((char*)this + 0x1000))-&gt;value}</DisplayString>",
            "10");
        row("this", "<DisplayString>{this-&gt;size} {sizeof(*this)}</DisplayString>", "3 24");
        row("a function",
            "<Intrinsic Name='twice' Expression='n + n'><Parameter Name='n'/></Intrinsic>"
            "<DisplayString>{twice(size) + twice(1)}</DisplayString>",
            "8");
        row("differences of pointers",
            "<DisplayString>{head-&gt;next - head} {head + 1 &gt; head}</DisplayString>",
            "16 true");
        row("a text of the rule", "<DisplayString>{size == 3 ? \"yes\" : \"no\"}</DisplayString>",
            "\"yes\"");
        row("a bare text of the rule", "<DisplayString>is {\"so\",sb}</DisplayString>", "is so");
        row("what exists",
            "<DisplayString Optional='true' Condition='(void)nothing, true'>a</DisplayString>"
            "<DisplayString Condition='(void)size, true'>b</DisplayString>",
            "b");
        row("a view",
            "<DisplayString IncludeView='other'>a</DisplayString>"
            "<DisplayString ExcludeView='other'>b</DisplayString>",
            "b");
    }

    void displays()
    {
        QFETCH(QString, inner);
        QFETCH(QString, expected);
        SummaryScene scene;
        const auto shown = scene.shown(box(inner.toStdString() + "<Expand/>"));
        QCOMPARE(QString::fromStdString(shown), "box=" + expected);
    }

    void whatDoesNotFitIsShownByItsMembers()
    {
        SummaryScene scene;
        const auto raw = scene.shown("");
        QCOMPARE(QString::fromStdString(raw), "box= | head=pointer | size=3 | text=pointer");
        QCOMPARE(scene.shown(box("<DisplayString>{nothing}</DisplayString>")), raw);
        QCOMPARE(scene.shown(box("<DisplayString>{size()}</DisplayString>")), raw);
        QCOMPARE(scene.shown(box("<DisplayString>{(Unknown*)head}</DisplayString>")), raw);
        QCOMPARE(scene.shown(box("<DisplayString>{size = 5}</DisplayString>")), raw);
    }

    void lists()
    {
        SummaryScene scene;
        QCOMPARE(scene.shown(list()), "box={ size=3 } | [0]=10 | [1]=11 | [2]=12");
        QCOMPARE(scene.shown(list("")), "box={ size=3 } | [0]=10 | [1]=11 | [2]=12");
        QCOMPARE(scene.shown(list(), 2), "box={ size=3 } | [0]=10 | [1]=11");
        QCOMPARE(scene.shown(kTree), "box= | [0]=12 | [1]=11 | [2]=10");
    }

    void damagedListsSayWhere()
    {
        SummaryScene scene;
        scene.set(0x2200, {0x2000, 12});
        scene.set(0x1000, {0x2000, 5, 0x4000});
        QCOMPARE(scene.shown(list()),
                 "box={ size=5 } | [0]=10 | [1]=11 | [2]=12 | [3]=damaged: after item 2 the "
                 "container leads back to item 0");
        QVERIFY(scene.shown(kTree).find("leads back") != std::string::npos);
        scene.set(0x2200, {0, 12});
        QCOMPARE(
            scene.shown(list()),
            "box={ size=5 } | [0]=10 | [1]=11 | [2]=12 | [3]=damaged: the container ends after "
            "3 of 5 items");
        scene.set(0x2100, {0x9999, 11});
        QCOMPARE(scene.shown(list("")).find("box={ size=5 } | [0]=10 | [1]=11 | [2]=not_in_dump:"),
                 0u);
        scene.set(0x1000, {0x2000, ~std::uint64_t{4}, 0x4000});
        QCOMPARE(scene.shown(list()).find("box=damaged: its size, -5, is not plausible"), 0u);
    }

    void textsThatAreNotThere()
    {
        SummaryScene scene;
        const auto display = box("<DisplayString>{text,[size]s}</DisplayString><Expand/>");
        QCOMPARE(scene.shown(display), "box=tex");
        scene.set(0x1000, {0x2000, 3, 0x7777});
        QCOMPARE(scene.shown(display).find("box=not_in_dump: "), 0u);
        scene.set(0x1000, {0x2000, 3, 0});
        QCOMPARE(scene.shown(display).find("box=not_in_dump: the pointer is null"), 0u);
        scene.set(0x1000, {0x2000, std::uint64_t{1} << 50, 0x4000});
        QVERIFY(scene.shown(display).find("is not plausible") != std::string::npos);
    }

    void manyItemsAreBounded()
    {
        SummaryScene scene;
        scene.set(0x1000, {0x2000, 1'000'000, 0x4000});
        const auto indexed =
            box("<Expand><IndexListItems><Size>size</Size><ValueNode>$i * 2</ValueNode>"
                "</IndexListItems></Expand>");
        QCOMPARE(scene.shown(indexed, 3), "box= | [0]=0 | [1]=2 | [2]=4");
        const auto endless = box("<Expand><CustomListItems><Variable Name='i' InitialValue='0'/>"
                                 "<Loop><Exec>i = i + 1</Exec></Loop></CustomListItems></Expand>");
        QCOMPARE(scene.shown(endless), "box= | [0]=too_large: it takes too many steps");
        const auto self = box("<Expand><ExpandedItem>*this</ExpandedItem></Expand>");
        QVERIFY(!scene.shown(self).empty());
        const auto inItself = box("<DisplayString>x{*this}</DisplayString>");
        QVERIFY(scene.shown(inItself).size() < 1000);
        const auto recursive = box("<Intrinsic Name='f' Expression='f() + 1'/>"
                                   "<DisplayString>{f()}</DisplayString>");
        QVERIFY(scene.shown(recursive).find("too_large") != std::string::npos);
    }

    void hostileRulesEnd_data()
    {
        QTest::addColumn<QString>("inner");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const QString& inner, const char* expected) {
            QTest::newRow(name) << inner << expected;
        };
        const QString self = "{*this}";
        row("many summaries of itself", "<DisplayString>" + self.repeated(500) + "</DisplayString>",
            "box={...}");
        row("many items of itself",
            "<Expand>" + QString("<ExpandedItem>*this</ExpandedItem>").repeated(50) + "</Expand>",
            "too_large");
        row("functions that call each other",
            "<Intrinsic Name='f' Expression='g() + g()'/><Intrinsic Name='g' Expression='f() + "
            "f()'/>"
            "<DisplayString>{f()}</DisplayString>",
            "box=too_large: nested too deeply");
        row("a pointer that stands for itself",
            "<SmartPointer>this</SmartPointer><DisplayString>{(*this)-&gt;size}</DisplayString>",
            "box=3");
        row("nested loops",
            "<Expand><CustomListItems><Loop><Loop><Loop><Exec>1</Exec></Loop></Loop></Loop>"
            "</CustomListItems></Expand>",
            "too_large: the list takes too many steps");
        row("loops without steps",
            "<Expand><CustomListItems><Loop><If Condition='false'><Break/></If></Loop>"
            "</CustomListItems></Expand>",
            "too_large");
        row("endless items",
            "<Expand><CustomListItems><Loop><Item>1</Item></Loop></CustomListItems></Expand>",
            "box= | [0]=1 | [1]=1 | [2]=1");
        row("as many as there can be",
            "<Expand><IndexListItems><Size>1ull &lt;&lt; 40</Size><ValueNode>$i</ValueNode>"
            "</IndexListItems></Expand>",
            "box= | [0]=0 | [1]=1");
        row("more than there can be",
            "<Expand><ArrayItems><Rank>3</Rank><Size>1 &lt;&lt; 30</Size>"
            "<ValuePointer>head</ValuePointer></ArrayItems></Expand>",
            "is not plausible");
        row("too many dimensions",
            "<Expand><ArrayItems><Rank>1000000</Rank><Size>1</Size>"
            "<ValuePointer>head</ValuePointer></ArrayItems></Expand>",
            "damaged: an array of 1000000 dimensions");
        row("nodes that are all of themselves",
            "<Expand><TreeItems><HeadPointer>head</HeadPointer><LeftPointer>this</LeftPointer>"
            "<RightPointer>this</RightPointer><ValueNode>value</ValueNode></TreeItems></Expand>",
            "leads back");
        row("a list of one node",
            "<Expand><LinkedListItems><Size>1000000000</Size><HeadPointer>head</HeadPointer>"
            "<NextPointer>this</NextPointer><ValueNode>value</ValueNode></LinkedListItems></"
            "Expand>",
            "leads back to item 0");
        row("a list of nodes that are made up",
            "<Expand><LinkedListItems><HeadPointer>(char*)this</HeadPointer>"
            "<NextPointer>(char*)this + 1</NextPointer><ValueNode>1</ValueNode></LinkedListItems>"
            "</Expand>",
            "box= | [0]=1 | [1]=1");
    }

    void hostileRulesEnd()
    {
        QFETCH(QString, inner);
        QFETCH(QString, expected);
        SummaryScene scene;
        const auto shown = scene.shown(box(inner.toStdString()));
        QVERIFY2(shown.size() < 10'000, std::to_string(shown.size()).c_str());
        QVERIFY2(shown.find(expected.toStdString()) != std::string::npos, shown.c_str());
    }

    void farItemsAreReachedAtOnce()
    {
        SummaryScene scene;
        const auto shown = scene.part(
            box("<Expand><IndexListItems><Size>1ull &lt;&lt; 40</Size><ValueNode>$i</ValueNode>"
                "</IndexListItems></Expand>"),
            (std::uint64_t{1} << 40) - 1);
        QCOMPARE(shown, "[1099511627775]=1099511627775");
    }

    void customLists()
    {
        SummaryScene scene;
        const auto custom =
            box("<Expand><CustomListItems><Variable Name='i' InitialValue='0'/>"
                "<Variable Name='p' InitialValue='head'/>"
                "<Loop><If Condition='p == nullptr'><Break/></If>"
                "<Elseif Condition='i == 1'><Item Name='one'>p-&gt;value</Item></Elseif>"
                "<Else><Item>p-&gt;value</Item></Else>"
                "<Exec>p = p-&gt;next, ++i</Exec></Loop></CustomListItems></Expand>");
        QCOMPARE(scene.shown(custom), "box= | [0]=10 | one=11 | [2]=12");
    }

    void itemsOfOtherKinds()
    {
        SummaryScene scene;
        const auto mixed = box(
            "<Expand><Item Name='n' Condition='size == 3'>size</Item>"
            "<Item Name='no' Optional='true'>nothing</Item><Item Name='bad'>nothing</Item>"
            "<Synthetic Name='more'><DisplayString>of {size}</DisplayString></Synthetic>"
            "<ArrayItems><Size>2</Size><ValuePointer>text</ValuePointer></ArrayItems></Expand>");
        QCOMPARE(scene.shown(mixed), "box= | n=3 | bad=type_unknown: no variable is called "
                                     "\"nothing\" here | more=of 3 | [0]=t | [1]=e");
        const auto grid = box("<Expand><ArrayItems><Rank>2</Rank><Size>$i + 1</Size>"
                              "<ValuePointer>text</ValuePointer></ArrayItems></Expand>");
        QCOMPARE(scene.shown(grid), "box= | [0,0]=t | [0,1]=e");
    }

    void basesHaveTheSummary()
    {
        SummaryScene scene;
        const auto derived = scene.structure("Derived", 24);
        object::TypeMember base;
        base.kind = object::TypeMember::Kind::Base;
        base.type = scene.box;
        base.offsetBytes = 0;
        scene.info->typeAt(derived).members.push_back(base);
        scene.box = derived;
        QCOMPARE(scene.shown(list()), "box={ size=3 } | [0]=10 | [1]=11 | [2]=12");
        QCOMPARE(scene
                     .shown("<Type Name='Box' Inheritable='false'><DisplayString>x</DisplayString>"
                            "</Type>")
                     .find("box= | "),
                 0u);
    }
};

QTEST_GUILESS_MAIN(TestSummaries)
#include "tst_summaries.moc"
