// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/unjoined_font.h"

#include <QFontDatabase>
#include <QHash>
#include <QRawFont>
#include <QtEndian>

#include <array>
#include <bit>

namespace faultline::ui {

namespace {

// The file of a font is a table directory and its tables: OpenType specification 1.9, "OpenType
// font file", "Table directory" and "name — naming table".
constexpr int kDirectoryHead = 12;
constexpr int kDirectoryEntry = 16;
constexpr int kNameHead = 6;
constexpr int kNameRecord = 12;
constexpr quint32 kTrueTypeOutlines = 0x00010000;
constexpr quint32 kCffOutlines = 0x4F54544F; // "OTTO"

/// Everything that draws and measures single glyphs. GSUB joins letters, and is left out together
/// with the tables that refer to what it does.
constexpr auto kKept =
    std::to_array<const char*>({"CFF ", "OS/2", "cmap", "cvt ", "fpgm", "gasp", "glyf", "head",
                                "hhea", "hmtx", "loca", "maxp", "name", "post", "prep"});

struct Table
{
    QByteArray tag;
    QByteArray bytes;
};

void put16(QByteArray& bytes, quint16 value)
{
    const quint16 big = qToBigEndian(value);
    bytes.append(reinterpret_cast<const char*>(&big), sizeof big);
}

void put32(QByteArray& bytes, quint32 value)
{
    const quint32 big = qToBigEndian(value);
    bytes.append(reinterpret_cast<const char*>(&big), sizeof big);
}

QByteArray utf16(const QString& text)
{
    QByteArray bytes;
    for (const QChar c : text)
        put16(bytes, c.unicode());
    return bytes;
}

/// A naming table with the family, style, full and PostScript names: ids 1, 2, 4 and 6.
QByteArray nameTable(const QString& family)
{
    QString postScript = family;
    postScript.remove(u' ');
    const QString style = QStringLiteral("Regular");
    const std::array<std::pair<quint16, QString>, 4> names{
        {{1, family}, {2, style}, {4, family}, {6, postScript}}};
    QByteArray records;
    QByteArray texts;
    for (const auto& [id, text] : names) {
        const QByteArray bytes = utf16(text);
        for (const quint16 field : {quint16(3), quint16(1), quint16(0x409), id,
                                    quint16(bytes.size()), quint16(texts.size())})
            put16(records, field);
        texts += bytes;
    }
    QByteArray table;
    put16(table, 0);
    put16(table, quint16(names.size()));
    put16(table, quint16(kNameHead + kNameRecord * int(names.size())));
    return table + records + texts;
}

QByteArray padded(QByteArray bytes)
{
    while (bytes.size() % 4 != 0)
        bytes.append('\0');
    return bytes;
}

quint32 checksum(const QByteArray& bytes)
{
    quint32 sum = 0;
    for (qsizetype i = 0; i + 4 <= bytes.size(); i += 4)
        sum += qFromBigEndian<quint32>(bytes.constData() + i);
    return sum;
}

QByteArray fontFile(const QList<Table>& tables, bool isCff)
{
    const auto count = quint16(tables.size());
    const int log = std::bit_width(count) - 1;
    const auto range = quint16(kDirectoryEntry << log);
    QByteArray head;
    put32(head, isCff ? kCffOutlines : kTrueTypeOutlines);
    for (const quint16 field :
         {count, range, quint16(log), quint16(count * kDirectoryEntry - range)})
        put16(head, field);
    QByteArray body;
    for (const Table& table : tables) {
        const QByteArray bytes = padded(table.bytes);
        head += table.tag;
        put32(head, checksum(bytes));
        put32(head, quint32(kDirectoryHead + kDirectoryEntry * count + body.size()));
        put32(head, quint32(table.bytes.size()));
        body += bytes;
    }
    return head + body;
}

QString copyUnjoined(const QRawFont& font, const QString& family)
{
    QList<Table> tables;
    for (const char* tag : kKept) {
        const QByteArray bytes =
            qstrcmp(tag, "name") == 0 ? nameTable(family) : font.fontTable(tag);
        if (!bytes.isEmpty())
            tables.append({QByteArray(tag), bytes});
    }
    const bool isCff = !font.fontTable("CFF ").isEmpty();
    const int id = QFontDatabase::addApplicationFontFromData(fontFile(tables, isCff));
    return QFontDatabase::applicationFontFamilies(id).value(0);
}

} // namespace

QString unjoinedFamily(const QFont& font)
{
    static QHash<QString, QString> copies;
    const QRawFont raw = QRawFont::fromFont(font);
    const QString name = raw.familyName();
    const auto known = copies.constFind(name);
    if (known != copies.cend())
        return *known;
    const bool joins = raw.isValid() && !raw.fontTable("GSUB").isEmpty();
    const QString copy = joins ? copyUnjoined(raw, name + QStringLiteral(" Unjoined")) : QString();
    return *copies.insert(name, copy);
}

} // namespace faultline::ui
