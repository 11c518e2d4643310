// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/field_rows.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(FieldRows)
};

QString countText(std::uint64_t count)
{
    return QLocale().toString(qulonglong(count));
}

QString typeText(const DecodedField& field)
{
    const int bits = int(field.sizeBytes * 8);
    switch (field.form) {
    case FieldForm::Record: return {};
    case FieldForm::Unsigned: return QStringLiteral("u%1").arg(bits);
    case FieldForm::Signed: return QStringLiteral("i%1").arg(bits);
    case FieldForm::Text: return QStringLiteral("char[%1]").arg(field.sizeBytes);
    case FieldForm::WideText: return QStringLiteral("char16[%1]").arg(field.sizeBytes / 2);
    case FieldForm::Raw: return QStringLiteral("u8[%1]").arg(field.sizeBytes);
    case FieldForm::Identifier: return QStringLiteral("GUID");
    }
    return {};
}

bool isHexadecimal(FieldMeaning meaning)
{
    switch (meaning) {
    case FieldMeaning::Address:
    case FieldMeaning::FileOffset:
    case FieldMeaning::Protection:
    case FieldMeaning::ExceptionCode:
    case FieldMeaning::Flags: return true;
    case FieldMeaning::Plain:
    case FieldMeaning::ByteCount:
    case FieldMeaning::ThreadId:
    case FieldMeaning::ProcessId:
    case FieldMeaning::UnixTime:
    case FieldMeaning::FileTime:
    case FieldMeaning::Duration100Ns:
    case FieldMeaning::AuxType:
    case FieldMeaning::Signal: break;
    }
    return false;
}

QString valueText(const DecodedField& field)
{
    switch (field.form) {
    case FieldForm::Record:
        return field.number != 0 ? Words::tr("%n element(s)", nullptr, int(field.number))
                                 : Words::tr("%n byte(s)", nullptr, int(field.sizeBytes));
    case FieldForm::Raw: return Words::tr("%n byte(s)", nullptr, int(field.sizeBytes));
    case FieldForm::Text:
    case FieldForm::WideText:
    case FieldForm::Identifier: return toQString(field.text);
    case FieldForm::Signed: return QString::number(qint64(field.number));
    case FieldForm::Unsigned: break;
    }
    return isHexadecimal(field.meaning) ? shortHex(field.number) : QString::number(field.number);
}

QString threadText(const Event& event, std::uint64_t id)
{
    const auto found = std::ranges::find_if(
        event.threads, [id](const EventThread& thread) { return thread.id == id; });
    if (found == event.threads.end())
        return {};
    const auto number = int(found - event.threads.begin());
    return found->name ? Words::tr("thread %1 “%2”").arg(number).arg(toQString(*found->name))
                       : Words::tr("thread %1").arg(number);
}

QString addressText(const Event& event, std::uint64_t address)
{
    if (address == 0)
        return {};
    for (std::size_t i = 0; i < event.threads.size(); ++i) {
        const EventThread& thread = event.threads[i];
        if (address >= thread.stackBegin && address < thread.stackEnd)
            return Words::tr("stack of thread %1 + %2")
                .arg(i)
                .arg(shortHex(address - thread.stackBegin));
    }
    for (const EventModule& module : event.modules) {
        if (address < module.address || address - module.address >= module.sizeBytes)
            continue;
        const QString name = moduleName(module);
        const auto offset = address - module.address;
        return offset == 0 ? name : name + u'+' + shortHex(offset);
    }
    return {};
}

/// 100 ns since 1601.
QString fileTimeText(std::uint64_t time)
{
    constexpr std::uint64_t kPerSecond = 10'000'000;
    constexpr std::uint64_t kTo1970 = 11'644'473'600;
    const auto seconds = time / kPerSecond;
    return seconds > kTo1970 ? localTimeText(std::int64_t(seconds - kTo1970)) : QString();
}

/// winnt.h, PAGE_….
QString protectionText(std::uint64_t value)
{
    struct Name
    {
        std::uint64_t bit;
        const char* text;
    };

    constexpr std::array kNames{Name{0x01, "NOACCESS"},
                                Name{0x02, "READONLY"},
                                Name{0x04, "READWRITE"},
                                Name{0x08, "WRITECOPY"},
                                Name{0x10, "EXECUTE"},
                                Name{0x20, "EXECUTE_READ"},
                                Name{0x40, "EXECUTE_READWRITE"},
                                Name{0x80, "EXECUTE_WRITECOPY"},
                                Name{0x100, "GUARD"},
                                Name{0x200, "NOCACHE"},
                                Name{0x400, "WRITECOMBINE"}};
    QStringList names;
    for (const Name& name : kNames) {
        if (value & name.bit)
            names.append(QLatin1String(name.text));
    }
    return names.join(QStringLiteral(" | "));
}

QString meaningText(const ReportState& state, const DecodedField& field)
{
    const Event& event = *state.event;
    switch (field.meaning) {
    case FieldMeaning::Address: return addressText(event, field.number);
    case FieldMeaning::ByteCount:
        return field.number < 1024 || !std::in_range<qint64>(field.number)
                   ? QString()
                   : QLocale().formattedDataSize(qint64(field.number));
    case FieldMeaning::ThreadId: return threadText(event, field.number);
    case FieldMeaning::UnixTime:
        return field.number == 0 ? QString() : localTimeText(std::int64_t(field.number));
    case FieldMeaning::FileTime: return fileTimeText(field.number);
    case FieldMeaning::Duration100Ns:
        return Words::tr("%1 ms").arg(countText(field.number / 10'000));
    case FieldMeaning::Protection: return protectionText(field.number);
    case FieldMeaning::ExceptionCode: return toQString(event.crash.reason);
    case FieldMeaning::FileOffset: return field.number == 0 ? QString() : Words::tr("in the file");
    case FieldMeaning::Plain:
    case FieldMeaning::ProcessId:
    case FieldMeaning::AuxType:
    case FieldMeaning::Signal:
    case FieldMeaning::Flags: break;
    }
    return {};
}

/// What an entry of a list is about: the meaning of its first field.
QString summaryText(const ReportState& state, const DecodedFields& decoded, std::size_t record)
{
    const auto& fields = decoded.fields;
    const auto first = record + 1;
    if (first >= fields.size() || fields[first].depth != fields[record].depth + 1)
        return {};
    return fields[first].form == FieldForm::Record ? QString() : meaningText(state, fields[first]);
}

FieldRow makeRow(const ReportState& state,
                 const DecodedFields& decoded,
                 std::size_t index,
                 const QSet<int>& open)
{
    const DecodedField& field = decoded.fields[index];
    FieldRow row;
    row.index = int(index);
    row.depth = field.depth;
    row.name = toQString(field.name);
    row.offset = u'+' + QString::number(field.offset, 16);
    row.type = typeText(field);
    row.value = valueText(field);
    row.firstByte = qint64(field.offset);
    row.sizeBytes = qint64(field.sizeBytes);
    if (field.form == FieldForm::Record) {
        row.branch = open.contains(int(index)) ? Group::Open : Group::Folded;
        row.meaning = summaryText(state, decoded, index);
    } else {
        row.meaning = meaningText(state, field);
    }
    row.sentence = row.meaning.isEmpty()
                       ? Words::tr("%1: %2").arg(row.name, row.value)
                       : Words::tr("%1: %2, %3").arg(row.name, row.value, row.meaning);
    return row;
}

} // namespace

QList<FieldRow>
makeFieldRows(const ReportState& state, const DecodedFields& decoded, const QSet<int>& open)
{
    QList<FieldRow> rows;
    const auto& fields = decoded.fields;
    for (std::size_t i = 0; i < fields.size();) {
        rows.append(makeRow(state, decoded, i, open));
        const bool isClosed = rows.last().branch == Group::Folded;
        const auto depth = fields[i].depth;
        ++i;
        while (isClosed && i < fields.size() && fields[i].depth > depth)
            ++i;
    }
    return rows;
}

QSet<int> openAtFirst(const DecodedFields& decoded)
{
    QSet<int> open;
    for (std::size_t i = 0; i < decoded.fields.size(); ++i) {
        const DecodedField& field = decoded.fields[i];
        if (field.form == FieldForm::Record && field.depth == 0)
            open.insert(int(i));
    }
    return open;
}

} // namespace faultline::ui
