// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/memory_rows.h"

#include "ui/bridge/thread_rows.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <bit>
#include <limits>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(MemoryRows)
};

using engine::MemoryAnswer;
using engine::MemoryWord;
using Origin = MemoryAnswer::Origin;

unsigned wordBytes(MemoryWords words, const MemoryAnswer& answer)
{
    switch (words) {
    case MemoryWords::Pointers: return answer.pointerBytes;
    case MemoryWords::Bytes: return 1;
    case MemoryWords::Two: return 2;
    case MemoryWords::Four: return 4;
    case MemoryWords::Eight: return 8;
    }
    return 1;
}

/// The digits of a word as a number; dots where a byte is not known.
QString wordText(const MemoryAnswer& answer, std::size_t at, unsigned size, std::endian order)
{
    QString text;
    for (unsigned i = 0; i < size; ++i) {
        const std::size_t byte = order == std::endian::little ? at + size - 1 - i : at + i;
        text += answer.origins[byte] == Origin::None
                    ? QStringLiteral("··")
                    : QStringLiteral("%1").arg(std::to_integer<int>(answer.bytes[byte]), 2, 16,
                                               QLatin1Char('0'));
    }
    return text;
}

QString charactersText(const MemoryAnswer& answer, std::size_t at, std::size_t count)
{
    QString text;
    for (std::size_t i = at; i < at + count; ++i) {
        const int byte = std::to_integer<int>(answer.bytes[i]);
        const bool isShown = answer.origins[i] != Origin::None && byte >= 0x20 && byte < 0x7f;
        text += isShown ? QChar(byte) : QChar(u'·');
    }
    return text;
}

QString sentenceOf(const MemoryRow& row)
{
    if (row.isAbsent)
        return Words::tr("%1: not in the file").arg(row.addressText);
    const QString text =
        QStringList{row.addressText, row.words, row.meaning}.join(u' ').simplified();
    return row.isFromFile ? Words::tr("%1, from the module's file").arg(text) : text;
}

/// The registers and the pointers of a row.
void addMeaning(const ReportState& state, const MemoryAnswer& answer, quint64 size, MemoryRow& row)
{
    QStringList parts;
    for (const auto& [name, value] : answer.registers) {
        if (value >= row.address && value - row.address < size)
            parts.append(toQString(name));
    }
    const auto first =
        std::ranges::lower_bound(answer.words, row.address, {}, &MemoryWord::address);
    for (auto word = first; word != answer.words.end() && word->address - row.address < size;
         ++word) {
        parts.append(makeWordMeaning(state, *word));
        row.isCode |= word->kind == MemoryWord::Kind::Code;
        row.target = row.target == 0 ? word->value : row.target;
    }
    row.meaning = parts.join(QStringLiteral(" · "));
}

QString sizeText(quint64 bytes)
{
    return QLocale().formattedDataSize(
        qint64(std::min<quint64>(bytes, quint64(std::numeric_limits<qint64>::max()))));
}

QString accessText(const engine::MapRegion& region)
{
    if (!region.hasAccess)
        return {};
    return QString(region.readable ? u'r' : u'-') + (region.writable ? u'w' : u'-') +
           (region.executable ? u'x' : u'-');
}

QString kindText(const engine::MapRegion& region)
{
    switch (region.kind) {
    case engine::MapRegion::Kind::Module: return Words::tr("module");
    case engine::MapRegion::Kind::Stack: return Words::tr("stack");
    case engine::MapRegion::Kind::Guard: return Words::tr("guard");
    case engine::MapRegion::Kind::Mapped: break;
    }
    return Words::tr("mapped");
}

QString ownerText(const ReportState& state, const engine::MapRegion& region)
{
    if (region.module)
        return moduleName(state.event->modules[*region.module]);
    return region.thread ? threadName(state, *region.thread) : toQString(region.owner);
}

/// The address whose access ended the process; absent for other ends.
std::optional<quint64> faultAddress(const ReportState& state)
{
    return state.event->crash.present && state.event->crash.addressKnown && state.hasCrashed()
               ? std::optional<quint64>(state.event->crash.address)
               : std::nullopt;
}

void markFault(const ReportState& state, RegionRow& row)
{
    const auto fault = faultAddress(state);
    if (!fault || *fault < row.address || *fault - row.address >= row.sizeBytes)
        return;
    row.isFault = true;
    const QString text = Words::tr("the crash names %1").arg(shortHex(*fault));
    row.owner = row.owner.isEmpty() ? text : row.owner + QStringLiteral(" · ") + text;
}

RegionRow baseRow(quint64 address, quint64 size, Arch arch)
{
    RegionRow row;
    row.address = address;
    row.sizeBytes = size;
    row.start = paddedAddress(address, arch).mid(2);
    row.end = paddedAddress(address + size, arch).mid(2);
    row.size = sizeText(size);
    return row;
}

void finish(const ReportState& state, RegionRow& row)
{
    markFault(state, row);
    row.sentence =
        QStringList{row.start, row.size, row.access, row.kind, row.owner}.join(u' ').simplified();
    if (!row.isGap)
        row.sentence = Words::tr("%1, in the dump: %2").arg(row.sentence, row.saved);
}

RegionRow gapRow(const ReportState& state, quint64 from, quint64 to)
{
    RegionRow row = baseRow(from, to - from, state.event->system.arch);
    row.isGap = true;
    row.kind = Words::tr("gap");
    finish(state, row);
    return row;
}

RegionRow regionRow(const ReportState& state, const engine::MapRegion& region)
{
    RegionRow row = baseRow(region.address, region.sizeBytes, state.event->system.arch);
    row.access = accessText(region);
    row.kind = kindText(region);
    row.owner = ownerText(state, region);
    row.isExecutable = region.executable;
    row.savedBytes = region.savedBytes;
    row.saved = region.savedBytes == 0 ? QStringLiteral("0") : sizeText(region.savedBytes);
    finish(state, row);
    return row;
}

} // namespace

QString makeWordMeaning(const ReportState& state, const MemoryWord& word)
{
    QString text;
    switch (word.kind) {
    case MemoryWord::Kind::Number: break;
    case MemoryWord::Kind::Code:
    case MemoryWord::Kind::Module: text = toQString(word.meaning); break;
    case MemoryWord::Kind::Stack:
        text = Words::tr("stack of %1 + %2")
                   .arg(threadName(state, word.thread), shortHex(word.offset));
        break;
    case MemoryWord::Kind::Memory:
        text = word.meaning.empty() ? Words::tr("saved memory") : toQString(word.meaning);
        break;
    }
    if (!word.text.empty())
        text += QStringLiteral(" \"") + toQString(word.text) + u'"';
    return text;
}

QList<MemoryRow>
makeMemoryRows(const ReportState& state, const MemoryAnswer& answer, MemoryWords words)
{
    constexpr std::size_t kRow = 16;
    const unsigned size = wordBytes(words, answer);
    const std::size_t perRow = words == MemoryWords::Pointers ? size : kRow;
    const std::endian order = state.event->asNative()->memory->byteOrder();
    QList<MemoryRow> rows;
    for (std::size_t at = 0; at + perRow <= answer.bytes.size(); at += perRow) {
        MemoryRow row;
        row.address = answer.first + at;
        row.addressText = paddedAddress(row.address, state.event->system.arch).mid(2);
        QStringList texts;
        for (std::size_t i = at; i < at + perRow; i += size)
            texts.append(wordText(answer, i, size, order));
        row.words = texts.join(u' ');
        row.text = charactersText(answer, at, perRow);
        const auto origins = std::span(answer.origins).subspan(at, perRow);
        row.isAbsent = std::ranges::count(origins, Origin::None) == std::ssize(origins);
        row.isFromFile = std::ranges::find(origins, Origin::File) != origins.end();
        row.isPlace = answer.address >= row.address && answer.address - row.address < perRow;
        if (row.isAbsent)
            row.meaning = Words::tr("not in dump");
        else
            addMeaning(state, answer, perRow, row);
        row.sentence = sentenceOf(row);
        rows.append(std::move(row));
    }
    return rows;
}

QString makeMemoryOrigin(const MemoryAnswer& answer)
{
    const std::size_t at = answer.address - answer.first;
    if (at >= answer.origins.size())
        return {};
    switch (answer.origins[at]) {
    case Origin::Dump: return Words::tr("from dump memory");
    case Origin::File: return Words::tr("from the module's file, not in the dump");
    case Origin::None: break;
    }
    return Words::tr("the file has no memory here");
}

QList<HitRow>
makeHitRows(const ReportState& state, const engine::SearchAnswer& answer, bool hasForms)
{
    QList<HitRow> rows;
    for (const engine::MemoryHit& hit : answer.hits) {
        HitRow row;
        row.address = hit.address;
        row.addressText = paddedAddress(hit.address, state.event->system.arch).mid(2);
        row.place = makeWordMeaning(state, hit.place);
        if (hasForms)
            row.found = hit.pattern == 0 ? QStringLiteral("UTF-8") : QStringLiteral("UTF-16");
        // Two forms of a text may stand at one place.
        if (rows.isEmpty() || rows.last().address != row.address)
            rows.append(std::move(row));
    }
    return rows;
}

QList<TextRow> makeTextRows(const ReportState& state, const engine::StringsAnswer& answer)
{
    QList<TextRow> rows;
    for (const engine::FoundString& each : answer.strings) {
        TextRow row;
        row.address = each.address;
        row.addressText = paddedAddress(each.address, state.event->system.arch).mid(2);
        row.where = each.place == engine::FoundString::Place::Register
                        ? toQString(each.registerName)
                        : Words::tr("stack + %1").arg(shortHex(each.stackOffset));
        row.encoding =
            each.encoding == engine::FoundString::Encoding::Ascii  ? QStringLiteral("ASCII")
            : each.encoding == engine::FoundString::Encoding::Utf8 ? QStringLiteral("UTF-8")
                                                                   : QStringLiteral("UTF-16");
        row.length = QLocale().toString(qulonglong(each.sizeBytes));
        if (each.isCut)
            row.length += u'+';
        row.text = toQString(each.text);
        rows.append(std::move(row));
    }
    return rows;
}

QList<RegionRow> makeRegionRows(const ReportState& state, const engine::MapAnswer& answer)
{
    QList<RegionRow> rows;
    quint64 end = 0;
    for (const engine::MapRegion& region : answer.regions) {
        if (answer.hasList && region.address > end)
            rows.append(gapRow(state, end, region.address));
        rows.append(regionRow(state, region));
        end = std::max<quint64>(end, region.address + region.sizeBytes);
    }
    return rows;
}

} // namespace faultline::ui
