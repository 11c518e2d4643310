// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/natvis/visualizer_set.h"

#include <QTest>

using namespace faultline;
using namespace faultline::natvis;

namespace {

NatvisFile read(const std::string& types)
{
    return readNatvis("test.natvis", "<AutoVisualizer>\n" + types + "\n</AutoVisualizer>");
}

QStringList problemsOf(const NatvisFile& file)
{
    QStringList problems;
    for (const auto& problem : file.problems)
        problems << QString("%1: %2").arg(problem.line).arg(QString::fromStdString(problem.text));
    return problems;
}

constexpr const char* kWhole = R"(<Type Name="a&lt;*&gt;" Priority="High">
<AlternativeType Name="b&lt;*&gt;"/>
<Intrinsic Name="half" Expression="x / 2"><Parameter Name="x" Type="int"/></Intrinsic>
<Intrinsic Name="asked" SourceId="1" LanguageId="2" Id="3" ReturnType="int"/>
<SmartPointer Usage="Minimal">p</SmartPointer>
<DisplayString Condition="n == 0">none</DisplayString>
<DisplayString IncludeView="simple">{{{n}}}</DisplayString>
<StringView>p,s</StringView>
<Expand>
<Item Name="[size]">n</Item>
<ArrayItems><Size>n</Size><ValuePointer>p</ValuePointer></ArrayItems>
<IndexListItems><Size>n</Size><ValueNode>p[$i]</ValueNode></IndexListItems>
<LinkedListItems><HeadPointer>h</HeadPointer><NextPointer>x</NextPointer><ValueNode>v</ValueNode></LinkedListItems>
<TreeItems><HeadPointer>h</HeadPointer><LeftPointer>l</LeftPointer><RightPointer>r</RightPointer><ValueNode Name="{k}">v</ValueNode></TreeItems>
<CustomListItems MaxItemsPerView="9"><Variable Name="i" InitialValue="0"/><Loop Condition="i &lt; 3"><Item>i</Item><Exec>i++</Exec></Loop></CustomListItems>
<Synthetic Name="more"><DisplayString>x</DisplayString><Expand><Item Name="y">y</Item></Expand></Synthetic>
<ExpandedItem>base</ExpandedItem>
</Expand>
</Type>)";

} // namespace

class TestNatvisReader : public QObject
{
    Q_OBJECT

private slots:

    void allElements()
    {
        const auto file = read(kWhole);
        QCOMPARE(problemsOf(file), QStringList());
        QCOMPARE(file.visualizers.size(), 1u);
        const auto& type = *file.visualizers.front();
        QCOMPARE(type.patterns.size(), 2u);
        QCOMPARE(type.priority, 2);
        QCOMPARE(type.intrinsics.size(), 1u);
        QCOMPARE(type.intrinsics.front().parameters, std::vector<std::string>{"x"});
        QCOMPARE(type.displays.size(), 2u);
        QCOMPARE(type.displays[1].parts.size(), 3u);
        QCOMPARE(type.displays[1].parts[0].text, "{");
        QCOMPARE(type.displays[1].when.includeViews, std::vector<std::string>{"simple"});
        QCOMPARE(type.nodes.size(), 8u);
        QCOMPARE(type.nodes[5].steps.front().steps.size(), 2u);
        QCOMPARE(type.nodes[6].nodes.size(), 1u);
    }

    void whatIsNotUnderstoodLosesOnlyItself()
    {
        const auto file =
            read("<Type Name='a'>\n<DisplayString>{a +}</DisplayString>\n"
                 "<DisplayString>{b</DisplayString>\n<DisplayString>ok</DisplayString>\n"
                 "<Expand><Item Name='x'>1 1</Item><Unknown/><Item Name='y'>2</Item>"
                 "<ArrayItems><Size>1</Size></ArrayItems></Expand></Type>\n"
                 "<UIVisualizer/>\n<Strange/>\n<Type>x</Type>");
        QCOMPARE(
            problemsOf(file),
            QStringList({"3: expression \"a +\": unexpected end", "4: a \"{\" without its \"}\"",
                         "6: expression \"1 1\": unexpected '1' at position 2",
                         "6: element \"Unknown\" is not supported",
                         "6: \"ArrayItems\" does not say all that it needs",
                         "8: element \"Strange\" is not supported", "9: a type without a name"}));
        QCOMPARE(file.visualizers.size(), 1u);
        QCOMPARE(file.visualizers.front()->displays.size(), 1u);
        QCOMPARE(file.visualizers.front()->nodes.size(), 1u);
    }

    void brokenXmlKeepsTheTypesBefore()
    {
        const auto file =
            readNatvis("x", "<AutoVisualizer>\n<Type Name='a'/>\n<Type Name='b'>\n<bad");
        QCOMPARE(file.visualizers.size(), 1u);
        QCOMPARE(file.problems.size(), 1u);
        QCOMPARE(file.problems.front().line, 4u);
    }

    void everyBeginningKeepsWholeTypes()
    {
        const std::string whole = std::string("<AutoVisualizer>") + kWhole + "</AutoVisualizer>";
        const auto end = whole.rfind("</Type>") + 7;
        for (std::size_t i = 0; i <= whole.size(); ++i) {
            const auto file = readNatvis("x", whole.substr(0, i));
            QCOMPARE(file.visualizers.size(), i < end ? 0u : 1u);
            QCOMPARE(file.problems.empty(), i == whole.size());
        }
    }

    void hostileFiles()
    {
        const auto entities =
            readNatvis("x", "<!DOCTYPE a [<!ENTITY b \"c\">]><AutoVisualizer>&b;</AutoVisualizer>");
        QCOMPARE(problemsOf(entities), QStringList("1: a document type declaration"));
        std::string deep;
        for (int i = 0; i < 10000; ++i)
            deep += "<a>";
        QCOMPARE(problemsOf(readNatvis("x", deep)), QStringList("1: elements nested too deeply"));
        std::string many = "<AutoVisualizer>";
        for (int i = 0; i < 250'000; ++i)
            many += "<a/>";
        QCOMPARE(readNatvis("x", many).problems.size(), 1000u);
        QCOMPARE(problemsOf(readNatvis("x", std::string(9u << 20, ' '))),
                 QStringList("1: the file is too large"));
        QCOMPARE(problemsOf(readNatvis("x", "<Other/>")),
                 QStringList("1: the root is \"Other\", expected \"AutoVisualizer\""));
    }

    void ourFilesAreWhole()
    {
        for (const auto& file : builtInFiles()) {
            const auto read = readNatvis(file.name, file.text);
            QCOMPARE(problemsOf(read), QStringList());
            QVERIFY(!read.visualizers.empty());
        }
    }

    void priorityThenOrderDecides()
    {
        VisualizerSet set;
        set.add(read("<Type Name='a&lt;*&gt;' Priority='Low'/><Type Name='a&lt;int&gt;'/>"
                     "<Type Name='b'/><Type Name='a&lt;*&gt;' Priority='High'/>"));
        const auto found = set.find("a<int>");
        QCOMPARE(found.size(), 3u);
        QCOMPARE(found[0].visualizer->priority, 2);
        QCOMPARE(found[1].visualizer->name, "a<int>");
        QCOMPARE(found[2].arguments, std::vector<std::string>{"int"});
        QVERIFY(set.find("c").empty());
    }

    void filesOfUsersComeFirst()
    {
        const auto set = withBuiltInFiles({read("<Type Name='std::vector&lt;*&gt;'/>")});
        const auto found = set->find("std::vector<int, std::allocator<int> >");
        QVERIFY(found.size() >= 2);
        QCOMPARE(found.front().visualizer->file, "test.natvis");
    }
};

QTEST_GUILESS_MAIN(TestNatvisReader)
#include "tst_natvis_reader.moc"
