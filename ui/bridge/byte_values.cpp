// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/byte_values.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringDecoder>
#include <QUuid>
#include <QtEndian>

#include <algorithm>
#include <bit>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ByteValues)
};

QString none()
{
    return QStringLiteral("–");
}

template <class Integer>
QString integerText(Integer value)
{
    return QString::number(qlonglong(value));
}

template <>
QString integerText(quint64 value)
{
    return QString::number(value);
}

template <class Integer>
void addInteger(QList<ValueRow>& rows, const char* type, const QByteArray& bytes)
{
    if (bytes.size() < qsizetype(sizeof(Integer)))
        return;
    ValueRow row;
    row.type = QLatin1String(type);
    row.little = integerText(qFromLittleEndian<Integer>(bytes.constData()));
    if constexpr (sizeof(Integer) > 1)
        row.big = integerText(qFromBigEndian<Integer>(bytes.constData()));
    rows.append(row);
}

template <class Float, class Integer>
void addFloat(QList<ValueRow>& rows, const char* type, const QByteArray& bytes)
{
    constexpr int kDigits = sizeof(Float) == sizeof(float) ? 7 : 15;
    if (bytes.size() < qsizetype(sizeof(Float)))
        return;
    const auto text = [](Integer bits) {
        return QString::number(double(std::bit_cast<Float>(bits)), 'g', kDigits);
    };
    rows.append({QLatin1String(type), text(qFromLittleEndian<Integer>(bytes.constData())),
                 text(qFromBigEndian<Integer>(bytes.constData()))});
}

/// Times of the years in which computers wrote crash files; other numbers are no times.
QString timeText(const QDateTime& time)
{
    constexpr int kFirstYear = 1980;
    constexpr int kLastYear = 2100;
    const int year = time.isValid() ? time.date().year() : 0;
    return year >= kFirstYear && year <= kLastYear ? time.toString(Qt::ISODate) : none();
}

QString unixTime(quint64 seconds)
{
    return seconds > (1ull << 33)
               ? none()
               : timeText(QDateTime::fromSecsSinceEpoch(qint64(seconds), Qt::UTC));
}

/// FILETIME: 100 ns since 1601.
QString windowsTime(quint64 ticks)
{
    constexpr quint64 kTicksPerSecond = 10'000'000;
    constexpr quint64 kEpochSeconds = 11'644'473'600; // From 1601 to 1970.
    const quint64 seconds = ticks / kTicksPerSecond;
    return seconds < kEpochSeconds ? none() : unixTime(seconds - kEpochSeconds);
}

void addTimes(QList<ValueRow>& rows, const QByteArray& bytes)
{
    constexpr qsizetype kShort = 4;
    constexpr qsizetype kLong = 8;
    const char* data = bytes.constData();
    if (bytes.size() >= kShort)
        rows.append({Words::tr("time, 32 bits"), unixTime(qFromLittleEndian<quint32>(data)),
                     unixTime(qFromBigEndian<quint32>(data))});
    if (bytes.size() < kLong)
        return;
    rows.append({Words::tr("time, 64 bits"), unixTime(qFromLittleEndian<quint64>(data)),
                 unixTime(qFromBigEndian<quint64>(data))});
    rows.append({QStringLiteral("FILETIME"), windowsTime(qFromLittleEndian<quint64>(data)),
                 windowsTime(qFromBigEndian<quint64>(data))});
}

/// RFC 4122 and, for little endian, the structure of Windows.
void addGuid(QList<ValueRow>& rows, const QByteArray& bytes)
{
    constexpr qsizetype kGuid = 16;
    if (bytes.size() < kGuid)
        return;
    const char* data = bytes.constData();
    const auto tail = [data](int i) { return uchar(data[8 + i]); };
    const QUuid little(qFromLittleEndian<quint32>(data), qFromLittleEndian<quint16>(data + 4),
                       qFromLittleEndian<quint16>(data + 6), tail(0), tail(1), tail(2), tail(3),
                       tail(4), tail(5), tail(6), tail(7));
    const QUuid big = QUuid::fromRfc4122(bytes.first(kGuid));
    rows.append({QStringLiteral("GUID"), little.toString(QUuid::WithoutBraces),
                 big.toString(QUuid::WithoutBraces)});
}

/// Characters up to the first one that no text has.
QString printable(const QString& text)
{
    const auto end = std::ranges::find_if(
        text, [](QChar c) { return !c.isPrint() || c == QChar::ReplacementCharacter; });
    const QString shown(text.constData(), end - text.begin());
    return shown.isEmpty() ? none() : u'"' + shown + u'"';
}

QString decoded(const QByteArray& bytes, QStringDecoder::Encoding encoding)
{
    QStringDecoder decoder(encoding, QStringDecoder::Flag::Stateless);
    return printable(decoder.decode(bytes));
}

void addTexts(QList<ValueRow>& rows, const QByteArray& bytes)
{
    rows.append({QStringLiteral("UTF-8"), decoded(bytes, QStringDecoder::Utf8), {}});
    if (bytes.size() >= 2)
        rows.append({QStringLiteral("UTF-16"), decoded(bytes, QStringDecoder::Utf16LE),
                     decoded(bytes, QStringDecoder::Utf16BE)});
}

} // namespace

QList<ValueRow> makeValueRows(const QByteArray& bytes)
{
    QList<ValueRow> rows;
    if (bytes.isEmpty())
        return rows;
    addInteger<qint8>(rows, "i8", bytes);
    addInteger<quint8>(rows, "u8", bytes);
    addInteger<qint16>(rows, "i16", bytes);
    addInteger<quint16>(rows, "u16", bytes);
    addInteger<qint32>(rows, "i32", bytes);
    addInteger<quint32>(rows, "u32", bytes);
    addInteger<qint64>(rows, "i64", bytes);
    addInteger<quint64>(rows, "u64", bytes);
    addFloat<float, quint32>(rows, "f32", bytes);
    addFloat<double, quint64>(rows, "f64", bytes);
    addTimes(rows, bytes);
    addGuid(rows, bytes);
    addTexts(rows, bytes);
    return rows;
}

} // namespace faultline::ui
