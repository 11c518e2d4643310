// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/comparison_rows.h"

#include "ui/bridge/library_rows.h"
#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace faultline::ui {

namespace {

using likeness::Fact;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Comparison)
};

QString factTitle(Fact fact)
{
    switch (fact) {
    case Fact::Kind: return Words::tr("Kind");
    case Fact::Product: return Words::tr("Product");
    case Fact::Version: return Words::tr("Version");
    case Fact::Build: return Words::tr("Build");
    case Fact::Channel: return Words::tr("Channel");
    case Fact::Os: return Words::tr("System");
    case Fact::OsVersion: return Words::tr("System version");
    case Fact::Arch: return Words::tr("Architecture");
    case Fact::Device: return Words::tr("Device");
    case Fact::ProcessType: return Words::tr("Process");
    case Fact::Reason: return Words::tr("Reason");
    case Fact::Thread: return Words::tr("Thread");
    case Fact::Signature: return Words::tr("Signature");
    }
    return {};
}

QString functionText(const library::RecordedFrame& frame)
{
    if (const QString known = storedFunction(frame); !known.isEmpty())
        return known;
    return frame.module.empty() ? Words::tr("unknown function")
                                : Words::tr("unknown function in %1").arg(toQString(frame.module));
}

/// "node.h:212"; empty when the line is unknown.
QString sourcePlaceOf(const library::RecordedFrame& frame)
{
    return frame.line == 0 ? QString() : toQString(frame.file) + u':' + QString::number(frame.line);
}

/// Numbers of the frames of a stack; inlined ones have none.
QStringList numbersOf(const std::vector<library::RecordedFrame>& frames)
{
    QStringList numbers;
    int next = 0;
    for (const auto& frame : frames)
        numbers.append(frame.isInlined ? QString() : QString::number(next++));
    return numbers;
}

/// How a frame is named where it is only spoken of.
QString placeOf(const QStringList& numbers, std::size_t row)
{
    const QString& number = numbers.at(qsizetype(row));
    return number.isEmpty() ? Words::tr("row %1").arg(row + 1) : Words::tr("frame %1").arg(number);
}

Relation relationOf(const likeness::StackLine& line)
{
    if (line.isSame())
        return line.isOtherLine ? Relation::OtherLine : Relation::Same;
    if (line.elsewhere)
        return Relation::Moved;
    return line.before ? Relation::OnlyLeft : Relation::OnlyRight;
}

Relation relationOf(likeness::ModuleChange::Kind kind)
{
    using enum likeness::ModuleChange::Kind;
    switch (kind) {
    case Removed: return Relation::OnlyLeft;
    case Added: return Relation::OnlyRight;
    case OtherVersion: return Relation::OtherVersion;
    case OtherBuild: return Relation::OtherBuild;
    }
    return Relation::OtherBuild;
}

Relation relationOf(const likeness::FactChange& fact)
{
    if (fact.before == fact.after)
        return Relation::Same;
    if (fact.before.empty())
        return Relation::OnlyRight;
    return fact.after.empty() ? Relation::OnlyLeft : Relation::Changed;
}

ComparedSide sideOf(const engine::ComparisonSide& side)
{
    const auto& record = side.record;
    const QString path = toQString(side.name);
    QStringList facts;
    for (const auto& fact :
         {record.product + " " + record.version, record.os + " " + record.osVersion, record.arch}) {
        const QString text = toQString(fact).trimmed();
        if (!text.isEmpty())
            facts.append(text);
    }
    if (record.crashedAt)
        facts.append(dayText(record.crashedAt, QDateTime::currentDateTime()));
    return {
        .name = path.section(u'/', -1), .path = path, .facts = facts.join(QStringLiteral("  ·  "))};
}

QString percentText(double share)
{
    return Words::tr("%1 %").arg(QLocale().toString(int(std::lround(share * 100))));
}

QString sentenceOf(const engine::Comparison& comparison)
{
    const auto& a = comparison.before.record;
    const auto& b = comparison.after.record;
    const auto& diff = comparison.diff;
    const bool isSameStack = std::ranges::all_of(diff.stack, &likeness::StackLine::isSame);
    const bool hasOtherLines = std::ranges::any_of(diff.stack, &likeness::StackLine::isOtherLine);
    if (isSameStack && hasOtherLines)
        return Words::tr("Same functions, at other lines");
    if (isSameStack && diff.facts.empty() && diff.modules.empty())
        return Words::tr("No difference in stack, facts and modules");
    if (diff.stack.empty())
        return Words::tr("Neither report has a stack");
    if (a.frames.empty() || b.frames.empty())
        return Words::tr("Only one of the reports has a stack");
    if (std::ranges::none_of(diff.stack, &likeness::StackLine::isSame))
        return Words::tr("The stacks have nothing in common");
    if (isSameStack)
        return Words::tr("Same stack, other facts or modules");
    return a.signature == b.signature ? Words::tr("Same signature, reached another way")
                                      : Words::tr("Different signatures, partly the same stack");
}

QString cell(const QString& text)
{
    QString safe = text;
    return safe.replace(u'\\', QStringLiteral("\\\\"))
        .replace(u'|', QStringLiteral("\\|"))
        .replace(u'\n', u' ')
        .replace(u'<', QStringLiteral("&lt;"));
}

QString line(const QStringList& cells)
{
    QString text = QStringLiteral("|");
    for (const QString& each : cells)
        text += u' ' + cell(each) + QStringLiteral(" |");
    return text + u'\n';
}

QString factTable(const QString& title, const QList<ComparedFactRow>& rows)
{
    QString text = line({title, Words::tr("Left"), Words::tr("Right"), Words::tr("Relation")}) +
                   QStringLiteral("|---|---|---|---|\n");
    for (const ComparedFactRow& row : rows) {
        if (row.relation != Relation::Same)
            text += line({row.name, row.left, row.right, relationText(row.relation)});
    }
    return text + u'\n';
}

} // namespace

QList<ComparedFrameRow> makeComparedFrames(const engine::Comparison& comparison)
{
    const auto& left = comparison.before.record.frames;
    const auto& right = comparison.after.record.frames;
    const QStringList leftNumbers = numbersOf(left);
    const QStringList rightNumbers = numbersOf(right);
    QList<ComparedFrameRow> rows;
    for (const auto& line : comparison.diff.stack) {
        ComparedFrameRow row{.relation = relationOf(line), .at = int(rows.size())};
        if (line.before) {
            row.leftNumber = leftNumbers.at(qsizetype(*line.before));
            row.left = functionText(left[*line.before]);
            row.leftPlace = sourcePlaceOf(left[*line.before]);
            row.isLeftFrame = true;
            row.isOwn = left[*line.before].isOwn;
        } else if (line.elsewhere) {
            row.left = Words::tr("is %1 here").arg(placeOf(leftNumbers, *line.elsewhere));
        }
        if (line.after) {
            row.rightNumber = rightNumbers.at(qsizetype(*line.after));
            row.right = functionText(right[*line.after]);
            row.rightPlace = sourcePlaceOf(right[*line.after]);
            row.isRightFrame = true;
            row.isOwn = row.isOwn || right[*line.after].isOwn;
        } else if (line.elsewhere) {
            row.right = Words::tr("is %1 here").arg(placeOf(rightNumbers, *line.elsewhere));
        }
        rows.append(row);
    }
    return rows;
}

QList<ComparedFactRow> makeComparedFacts(const engine::Comparison& comparison)
{
    QList<ComparedFactRow> rows;
    for (const auto& fact : comparison.facts)
        rows.append({.name = factTitle(fact.fact),
                     .left = toQString(fact.before),
                     .right = toQString(fact.after),
                     .relation = relationOf(fact),
                     .isFixed = fact.fact == Fact::Signature});
    return rows;
}

QList<ComparedFactRow> makeComparedModules(const engine::Comparison& comparison)
{
    QList<ComparedFactRow> rows;
    for (const auto& module : comparison.diff.modules)
        rows.append({.name = toQString(module.name),
                     .left = toQString(module.before),
                     .right = toQString(module.after),
                     .relation = relationOf(module.kind),
                     .isFixed = true});
    return rows;
}

QList<ComparedFactRow> makeEqualModules(const engine::Comparison& comparison)
{
    const auto isSame = [](const library::RecordedModule& a, const library::RecordedModule& b) {
        return a.name == b.name && a.version == b.version && a.debugId == b.debugId;
    };
    const auto order = [](const library::RecordedModule& module) {
        return std::tie(module.name, module.version, module.debugId);
    };
    auto others = comparison.after.record.modules;
    std::ranges::sort(others, {}, order);
    QList<ComparedFactRow> rows;
    for (const auto& module : comparison.before.record.modules) {
        const auto found = std::ranges::lower_bound(others, order(module), {}, order);
        if (found == others.end() || !isSame(*found, module))
            continue;
        const QString version = toQString(module.version.empty() ? module.debugId : module.version);
        rows.append({.name = toQString(module.name),
                     .left = version,
                     .right = version,
                     .relation = Relation::Same,
                     .isFixed = true});
    }
    return rows;
}

ComparisonHead makeComparisonHead(const engine::Comparison& comparison)
{
    ComparisonHead head{.sentence = sentenceOf(comparison),
                        .left = sideOf(comparison.before),
                        .right = sideOf(comparison.after)};
    for (const auto& line : comparison.diff.stack) {
        switch (relationOf(line)) {
        case Relation::Same: ++head.same; break;
        case Relation::OtherLine: ++head.otherLine; break;
        case Relation::Moved: head.moved += line.before ? 1 : 0; break;
        case Relation::OnlyLeft: ++head.onlyLeft; break;
        default: ++head.onlyRight; break;
        }
    }
    for (const auto& fact : comparison.facts)
        ++(fact.before == fact.after ? head.equalFacts : head.differentFacts);
    head.differentModules = int(comparison.diff.modules.size());
    head.equalModules = comparison.equalModules;
    QStringList facts;
    const auto& a = comparison.before.record;
    const auto& b = comparison.after.record;
    const auto reason =
        std::ranges::find(comparison.facts, Fact::Reason, &likeness::FactChange::fact);
    if (reason != comparison.facts.end() && reason->before == reason->after)
        facts.append(Words::tr("both %1").arg(toQString(reason->after)));
    if (!a.frames.empty() && !b.frames.empty())
        facts.append(Words::tr("stacks %1 alike").arg(percentText(comparison.likeness)));
    facts.append(a.signature == b.signature ? Words::tr("the same signature")
                                            : Words::tr("other signatures"));
    head.facts = facts.join(QStringLiteral("  ·  "));
    return head;
}

QString comparisonMarkdown(const engine::Comparison& comparison)
{
    const ComparisonHead head = makeComparisonHead(comparison);
    QString text = QStringLiteral("**%1**\n\n").arg(cell(head.sentence));
    text += QStringLiteral("- %1: %2\n- %3: %4\n\n")
                .arg(Words::tr("Left"), cell(head.left.name), Words::tr("Right"),
                     cell(head.right.name));
    text += line({Words::tr("Left"), Words::tr("Relation"), Words::tr("Right")}) +
            QStringLiteral("|---|---|---|\n");
    for (const ComparedFrameRow& row : makeComparedFrames(comparison))
        text += line({row.left, relationText(row.relation), row.right});
    return text + u'\n' + factTable(Words::tr("Fact"), makeComparedFacts(comparison)) +
           factTable(Words::tr("Module"), makeComparedModules(comparison));
}

} // namespace faultline::ui
