// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/debug_file_words.h"

#include "core/engine/text.h"
#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>

namespace faultline::ui {

namespace {

using engine::DebugFileKind;
using Companion = object::CompanionReference;

constexpr int kWhole = 1000; ///< Of a bar.

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(DebugFile)
};

QString number(std::uint64_t value)
{
    return QLocale().toString(qulonglong(value));
}

QString hex(std::uint64_t value)
{
    return QString::number(qulonglong(value), 16);
}

QString objectSentence(const engine::DebugFileFacts& facts)
{
    const ObjectFeatures& has = facts.features;
    if (has.hasDebugInfo)
        return has.hasUnwindInfo
                   ? Words::tr("Functions, lines and unwind data are here")
                   : Words::tr("Functions and lines are here; unwind data is elsewhere");
    if (facts.hasLinkedFile || !has.hasSymbols) {
        if (has.hasSymbols)
            return Words::tr("Names of functions are here; lines come from the file beside it");
        if (has.hasUnwindInfo)
            return Words::tr("Unwind data is here; names and lines are elsewhere");
        return has.hasSources ? Words::tr("Source texts are here; names are elsewhere")
                              : Words::tr("This file has neither names nor unwind data");
    }
    return has.hasUnwindInfo
               ? Words::tr("Names of functions and unwind data are here; lines are elsewhere")
               : Words::tr("Names of functions are here; lines and unwind data are elsewhere");
}

QString kindWord(object::ObjectKind kind)
{
    switch (kind) {
    case object::ObjectKind::Relocatable: return Words::tr("object file");
    case object::ObjectKind::Executable: return Words::tr("program");
    case object::ObjectKind::Library: return Words::tr("library");
    case object::ObjectKind::Dump: return Words::tr("dump");
    case object::ObjectKind::Debug: return Words::tr("debug file");
    case object::ObjectKind::Sources: return Words::tr("sources");
    case object::ObjectKind::None:
    case object::ObjectKind::Other: break;
    }
    return {};
}

QString companionWord(Companion::Kind kind)
{
    using enum Companion::Kind;
    switch (kind) {
    case DebugLink: return Words::tr("Debug link");
    case AltLink: return Words::tr("Supplementary file");
    case MiniDebugInfo: return Words::tr("Packed symbols");
    case SplitDwarf: return Words::tr("Split unit");
    case CodeViewPdb: return Words::tr("Names its PDB");
    case BcSymbolMap: return Words::tr("Symbol map");
    case SourceServer: return Words::tr("Source server");
    case SourceLink: return Words::tr("Source link");
    case ExternalDebugInfo: return Words::tr("Debug info in");
    case SourceMap: return Words::tr("Source map");
    case ObjectFile: return Words::tr("Object file");
    }
    return {};
}

/// Split units may be thousands.
void addCompanions(const engine::DebugFileFacts& facts, QList<DetailRow>& rows)
{
    constexpr qsizetype kMost = 6;
    qsizetype count = 0;
    for (const auto& companion : facts.companions) {
        if (count++ == kMost)
            break;
        QString name = toQString(companion.name);
        if (!companion.identity.empty())
            name += u' ' + toQString(companion.identity);
        const QString word = companionWord(companion.kind);
        // Facts are told apart by their names.
        const bool isKnown = std::ranges::find(rows, word, &DetailRow::name) != rows.end();
        rows.append({.name = isKnown ? QStringLiteral("%1 %2").arg(word).arg(count) : word,
                     .value = name.trimmed(),
                     .isFixed = true});
    }
    if (count > kMost)
        rows.append({.name = Words::tr("Further files"),
                     .value = number(facts.companions.size() - std::size_t(kMost))});
}

PlainRow content(const QString& name, bool isThere, const QString& value)
{
    return {.id = name,
            .cells = {{.text = isThere ? QStringLiteral("✓") : QStringLiteral("–"),
                       .tone = isThere ? Tone::Ok : Tone::Faint},
                      {.text = name, .tone = isThere ? Tone::Normal : Tone::Dim},
                      {.text = value, .tone = Tone::Dim}},
            //: a part of a file, and how many of it are there
            .sentence = Words::tr("%1: %2").arg(name, !value.isEmpty() ? value
                                                      : isThere        ? Words::tr("yes")
                                                                       : Words::tr("no"))};
}

QString countOr(std::uint64_t count, const QString& none)
{
    return count > 0 ? number(count) : none;
}

/// Calls are not counted, the rows of the line table that lie in them are.
QString inlinedText(bool hasLines,
                    const std::optional<engine::DebugFileIndex>& index,
                    const QString& notCounted)
{
    if (!hasLines || (index && index->inlinedRows == 0))
        return Words::tr("none inside");
    return index ? Words::tr("in %n row(s)", nullptr, int(index->inlinedRows)) : notCounted;
}

QList<PlainRow> objectContents(const engine::DebugFileFacts& facts,
                               const std::optional<engine::DebugFileIndex>& index,
                               const QString& notCounted)
{
    const QString none = Words::tr("none inside");
    const bool isCache = facts.kind == DebugFileKind::SymCache;
    const ObjectFeatures& has = facts.features;
    const bool hasNames = has.hasDebugInfo || has.hasSymbols || isCache;
    const auto counted = [&](bool isThere, std::uint64_t engine::DebugFileIndex::* count) {
        return !isThere ? none : index ? countOr((*index).*count, none) : notCounted;
    };
    using Index = engine::DebugFileIndex;
    const bool hasLines = index ? index->hasLines : has.hasDebugInfo;
    QList<PlainRow> rows{
        content(Words::tr("functions"), hasNames, counted(hasNames, &Index::functions)),
        content(Words::tr("source lines"), hasLines, hasLines ? QString() : none),
        content(Words::tr("inlined calls"), hasLines && (!index || index->inlinedRows > 0),
                inlinedText(hasLines, index, notCounted)),
        content(Words::tr("source files"), hasLines, counted(hasLines, &Index::files)),
        content(Words::tr("units"), hasLines, counted(hasLines, &Index::units))};
    if (isCache)
        return rows;
    const bool hasTexts = has.hasSources || (index && index->sourceTexts > 0);
    rows.append(content(Words::tr("source texts"), hasTexts,
                        !hasTexts                         ? none
                        : index && index->sourceTexts > 0 ? number(index->sourceTexts)
                                                          : QString()));
    rows.append(
        content(Words::tr("unwind data"), has.hasUnwindInfo, has.hasUnwindInfo ? QString() : none));
    return rows;
}

QString sizeCell(std::uint64_t bytes)
{
    return bytes == 0 ? QString() : number(bytes);
}

} // namespace

QString debugSizeText(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(qint64(bytes), 1, QLocale::DataSizeSIFormat);
}

QString debugPlaceText(const std::string& file, std::uint32_t line)
{
    if (file.empty())
        return {};
    const QString name = toQString(baseName(file));
    return line == 0 ? name : name + u':' + QString::number(line);
}

QString debugFormatWord(const engine::DebugFileFacts& facts)
{
    using enum object::FileFormat;
    switch (facts.kind) {
    case DebugFileKind::SymCache: return Words::tr("look-up file");
    case DebugFileKind::SourceMap: return Words::tr("source map");
    case DebugFileKind::Mapping: return Words::tr("mapping");
    case DebugFileKind::Object: break;
    }
    switch (facts.format) {
    case Breakpad: return QStringLiteral("Breakpad");
    case Elf: return QStringLiteral("ELF");
    case MachO: return QStringLiteral("Mach-O");
    case Pdb: return QStringLiteral("PDB");
    case Pe: return QStringLiteral("PE");
    case SourceBundle: return Words::tr("source bundle");
    case Wasm: return QStringLiteral("WebAssembly");
    case PortablePdb: return Words::tr("portable PDB");
    case Symbfile: return QStringLiteral("symbfile");
    case Unknown: break;
    }
    return Words::tr("unknown");
}

QString debugFileSentence(const engine::DebugFileFacts& facts)
{
    switch (facts.kind) {
    case DebugFileKind::Object: return objectSentence(facts);
    case DebugFileKind::SymCache:
        return Words::tr("A look-up file: what Faultline has read out of a debug file");
    case DebugFileKind::SourceMap:
        return facts.sourceTexts.value_or(0) > 0
                   ? Words::tr("A source map with the texts of its sources")
                   : Words::tr("A source map without the texts of its sources");
    case DebugFileKind::Mapping:
        return facts.hasLines ? Words::tr("A mapping with names and lines")
                              : Words::tr("A mapping with names, without lines");
    }
    return {};
}

QList<DetailRow> debugFileIdentity(const engine::DebugFileFacts& facts)
{
    QList<DetailRow> rows;
    const auto add = [&rows](const QString& name, const QString& value, bool isFixed) {
        if (!value.isEmpty())
            rows.append({.name = name, .value = value, .isFixed = isFixed});
    };
    const bool isElf = facts.format == object::FileFormat::Elf;
    add(isElf ? Words::tr("Build id") : Words::tr("Code id"), toQString(facts.codeId), true);
    add(facts.kind == DebugFileKind::Mapping ? Words::tr("UUID") : Words::tr("Debug id"),
        toQString(facts.debugId), true);
    QStringList file{debugFormatWord(facts)};
    if (facts.arch != Arch::Unknown)
        file.append(toQString(archName(facts.arch)));
    if (const QString kind = kindWord(facts.objectKind); !kind.isEmpty())
        file.append(kind);
    add(Words::tr("File"), file.join(QStringLiteral(", ")), false);
    QStringList others;
    for (const auto& arch : facts.architectures)
        others.append(toQString(arch));
    add(Words::tr("Programs in it"), others.join(QStringLiteral(", ")), false);
    if (facts.loadAddress != 0)
        add(Words::tr("Linked at"), QStringLiteral("0x") + hex(facts.loadAddress), true);
    add(Words::tr("Made by"), toQString(facts.compiler), false);
    add(Words::tr("Size"), debugSizeText(facts.sizeBytes), false);
    addCompanions(facts, rows);
    if (!facts.notes.empty())
        add(Words::tr("Note"), toQString(facts.notes.front()), false);
    return rows;
}

QList<PlainRow> debugFileContents(const engine::DebugFileFacts& facts,
                                  const std::optional<engine::DebugFileIndex>& index,
                                  Counting counting)
{
    const QString none = Words::tr("none inside");
    const QString notCounted =
        counting == Counting::Runs ? QStringLiteral("…") : Words::tr("unknown");
    switch (facts.kind) {
    case DebugFileKind::Object:
    case DebugFileKind::SymCache: return objectContents(facts, index, notCounted);
    case DebugFileKind::SourceMap:
        return {content(Words::tr("source files"), facts.sources.value_or(0) > 0,
                        countOr(facts.sources.value_or(0), none)),
                content(Words::tr("source texts"), facts.sourceTexts.value_or(0) > 0,
                        countOr(facts.sourceTexts.value_or(0), none)),
                content(Words::tr("names"), facts.names.value_or(0) > 0,
                        countOr(facts.names.value_or(0), none))};
    case DebugFileKind::Mapping:
        return {
            content(Words::tr("classes"), facts.classes.value_or(0) > 0,
                    countOr(facts.classes.value_or(0), none)),
            content(Words::tr("methods"), facts.methods.value_or(0) > 0,
                    countOr(facts.methods.value_or(0), none)),
            content(Words::tr("source lines"), facts.hasLines, facts.hasLines ? QString() : none)};
    }
    return {};
}

QList<PlainRow> debugFileSections(const engine::DebugFileFacts& facts)
{
    auto sections = facts.sections;
    std::ranges::stable_sort(sections, std::ranges::greater(),
                             [](const auto& section) { return section.sizeBytes; });
    std::uint64_t largest = 1;
    for (const auto& section : sections)
        largest = section.isInFile ? std::max(largest, section.sizeBytes) : largest;
    QList<PlainRow> rows;
    for (const auto& section : sections) {
        const QString name = toQString(section.name);
        const QString size = debugSizeText(section.sizeBytes);
        const Tone tone = section.isInFile ? Tone::Normal : Tone::Dim;
        PlainCell amount{.text = section.isInFile ? QString() : Words::tr("elsewhere"),
                         .tone = Tone::Dim,
                         .isHatched = !section.isInFile};
        if (section.isInFile)
            amount.perMille = int(section.sizeBytes * kWhole / largest);
        rows.append({.id = name + u' ' + hex(section.address) + u' ' + QString::number(rows.size()),
                     .cells = {{.text = name, .tone = tone, .face = Face::Fixed},
                               amount,
                               {.text = size, .tone = Tone::Dim}},
                     .sentence = section.isInFile
                                     ? Words::tr("%1, %2").arg(name, size)
                                     : Words::tr("%1, %2, not in this file").arg(name, size)});
    }
    return rows;
}

QList<PlainRow> debugFunctionRows(const engine::DebugFunctions& found)
{
    QList<PlainRow> rows;
    rows.reserve(qsizetype(found.functions.size()));
    for (const auto& function : found.functions) {
        const QString name = toQString(function.name);
        const QString place = debugPlaceText(function.file, function.line);
        rows.append(
            {.id = QString::number(function.index),
             .cells = {{.text = hex(function.address), .tone = Tone::Dim, .face = Face::Fixed},
                       {.text = sizeCell(function.sizeBytes), .tone = Tone::Dim},
                       {.text = name, .face = Face::Fixed},
                       {.text = place, .tone = Tone::Dim, .face = Face::Fixed}},
             .sentence = place.isEmpty() ? name : Words::tr("%1, %2").arg(name, place),
             .toolTip = function.file.empty() ? name : name + u'\n' + toQString(function.file)});
    }
    return rows;
}

QList<PlainRow> debugSourceRows(const engine::DebugSourceFiles& found)
{
    QList<PlainRow> rows;
    rows.reserve(qsizetype(found.files.size()));
    for (const auto& file : found.files) {
        const QString path = toQString(file.path);
        rows.append({.id = path + u'\n' + QString::number(rows.size()),
                     .cells = {{.text = path, .face = Face::Fixed, .isPath = true},
                               {.text = file.hasText ? Words::tr("text inside") : QString(),
                                .badge = BadgeStyle::Ok}},
                     .sentence = file.hasText ? Words::tr("%1, with its text").arg(path) : path});
    }
    return rows;
}

QList<PlainRow> debugLineRows(const engine::DebugLines& lines)
{
    QList<PlainRow> rows;
    rows.reserve(qsizetype(lines.rows.size()));
    for (const auto& line : lines.rows) {
        const QString place = debugPlaceText(line.file, line.line);
        const bool isInlined = line.inlineDepth > 0;
        const QString name = isInlined ? toQString(line.function) : QString();
        rows.append(
            {.id = hex(line.address),
             .cells = {{.text = hex(line.address), .tone = Tone::Dim, .face = Face::Fixed},
                       {.text = number(line.sizeBytes), .tone = Tone::Dim},
                       {.text = place, .face = Face::Fixed},
                       {.text = isInlined ? Words::tr("inline") : QString(),
                        .badge = BadgeStyle::Inline},
                       {.text = name, .face = Face::Fixed}},
             .sentence = isInlined
                             ? Words::tr("%1, %2, inlined %3").arg(hex(line.address), place, name)
                             : Words::tr("%1, %2").arg(hex(line.address), place),
             .toolTip = toQString(line.file)});
    }
    return rows;
}

QList<PlainRow> debugPlaceRows(const engine::DebugPlace& place)
{
    QList<PlainRow> rows;
    for (const auto& frame : place.frames) {
        QString name = toQString(frame.function);
        if (!frame.isInlined && place.offset != 0)
            name += QStringLiteral("+0x") + hex(place.offset);
        const QString at = debugPlaceText(frame.file, frame.line);
        rows.append({.id = QString::number(rows.size()),
                     .cells = {{.mark = frame.isInlined ? Mark::Inline : Mark::None},
                               {.text = name, .face = Face::Fixed},
                               {.text = at.isEmpty() && frame.fromSymbolTable
                                            ? Words::tr("from the symbol table")
                                            : at,
                                .tone = Tone::Dim,
                                .face = Face::Fixed}},
                     .sentence = frame.isInlined ? Words::tr("inlined %1, %2").arg(name, at)
                                                 : Words::tr("%1, %2").arg(name, at),
                     .toolTip = toQString(frame.file)});
    }
    return rows;
}

} // namespace faultline::ui
