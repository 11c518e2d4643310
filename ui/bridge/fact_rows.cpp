// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/fact_rows.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(FactRows)
};

QString originText(const Event& event, const Annotation& annotation)
{
    if (annotation.module && *annotation.module < event.modules.size())
        return moduleName(event.modules[*annotation.module]);
    switch (annotation.origin) {
    case Annotation::Origin::CrashpadSimple:
    case Annotation::Origin::CrashpadList:
    case Annotation::Origin::CrashpadObject: return QStringLiteral("Crashpad");
    case Annotation::Origin::Breakpad: return QStringLiteral("Breakpad");
    case Annotation::Origin::AppleCrashInfo: return QStringLiteral("Apple");
    case Annotation::Origin::MozillaSoftError: return QStringLiteral("Mozilla");
    case Annotation::Origin::Other: break;
    }
    return Words::tr("the file");
}

void append(QList<FactRow>& rows, QStringList texts)
{
    const QString sentence = texts.join(QStringLiteral(", "));
    rows.append({.index = int(rows.size()), .texts = std::move(texts), .sentence = sentence});
}

const DecodedField* find(const std::optional<DecodedFields>& decoded, std::string_view name)
{
    if (!decoded)
        return nullptr;
    const auto found = std::ranges::find(decoded->fields, name, &DecodedField::name);
    return found == decoded->fields.end() ? nullptr : &*found;
}

QString placeText(const Event& event, std::uint64_t address)
{
    for (const EventModule& module : event.modules) {
        if (address >= module.address && address - module.address < module.sizeBytes)
            return shortHex(address) + u' ' + moduleName(module) + u'+' +
                   shortHex(address - module.address);
    }
    return shortHex(address);
}

class BlockRows
{
public:
    explicit BlockRows(const Event& event) : m_event(event) {}

    void add(const QString& name, const QString& value)
    {
        if (!value.isEmpty())
            m_rows.append({.name = name, .value = value, .isFixed = true});
    }

    void addAddress(const QString& name, std::optional<std::uint64_t> address, bool isThere)
    {
        if (!address)
            return;
        const QString text = shortHex(*address);
        add(name, isThere ? text : Words::tr("%1, not in the file").arg(text));
    }

    void addField(const QString& name,
                  const std::optional<DecodedFields>& decoded,
                  std::string_view field)
    {
        const auto* found = find(decoded, field);
        if (found && found->number != 0)
            add(name, placeText(m_event, found->number));
    }

    void addHandlers(const records::HandlerChain& chain)
    {
        int number = 0;
        for (const auto& record : chain.records)
            add(Words::tr("Handler %1").arg(number++), placeText(m_event, record.handler));
        add(Words::tr("Handlers end"), endText(chain.end));
    }

    QList<DetailRow> take() { return std::move(m_rows); }

private:
    static QString endText(records::HandlerChainEnd end)
    {
        switch (end) {
        case records::HandlerChainEnd::Complete: return {};
        case records::HandlerChainEnd::NoMemory: return Words::tr("the next is not in the file");
        case records::HandlerChainEnd::Descends:
            return Words::tr("the chain is damaged: the next lies below");
        case records::HandlerChainEnd::TooLong: return Words::tr("more are not shown");
        }
        return {};
    }

    const Event& m_event;
    QList<DetailRow> m_rows;
};

/// An event that an SDK sent: its facts are what others have as annotations.
bool isSentEvent(const Event& event)
{
    return event.kind == EventKind::JavaScript || event.kind == EventKind::Jvm ||
           event.kind == EventKind::NativeJson;
}

/// Seconds since the epoch, or a date of ISO 8601; otherwise as it is.
QString breadcrumbTime(const QString& text)
{
    bool isNumber = false;
    const double seconds = text.toDouble(&isNumber);
    constexpr double kFewestSeconds = 1e8; // Smaller numbers begin a message.
    constexpr double kMostSeconds = 1e11;
    if (isNumber && seconds > kFewestSeconds && seconds < kMostSeconds)
        return localTimeText(std::int64_t(seconds));
    const QDateTime time = QDateTime::fromString(text, Qt::ISODate);
    return time.isValid() ? localTimeText(time.toSecsSinceEpoch()) : text;
}

/// Time, level, category and message of "1795716435 info ui.click: Save". Readers write what the
/// event has of them in this order, so that a part may be absent.
QStringList breadcrumbTexts(const QString& text)
{
    static const QStringList levels{QStringLiteral("fatal"), QStringLiteral("critical"),
                                    QStringLiteral("error"), QStringLiteral("warning"),
                                    QStringLiteral("log"),   QStringLiteral("info"),
                                    QStringLiteral("debug")};
    QString rest = text;
    const auto takeWord = [&rest](const auto& isWanted) {
        const QString word = rest.section(u' ', 0, 0);
        if (!isWanted(word))
            return QString();
        rest = rest.mid(word.size() + 1);
        return word;
    };
    const QString time = takeWord([](const QString& word) {
        return !word.isEmpty() && word.at(0).isDigit() && breadcrumbTime(word) != word;
    });
    const QString level = takeWord([](const QString& word) { return levels.contains(word); });
    const auto colon = rest.indexOf(QStringLiteral(": "));
    const bool hasCategory = colon > 0 && !rest.first(colon).contains(u' ');
    return {breadcrumbTime(time), level, hasCategory ? rest.first(colon) : QString(),
            hasCategory ? rest.mid(colon + 2) : rest};
}

} // namespace

QList<FactRow> makeAnnotationRows(const Event& event, Environment environment)
{
    QList<FactRow> rows;
    for (const Annotation& annotation : event.annotations)
        append(rows, {toQString(annotation.key), toQString(annotation.value),
                      originText(event, annotation)});
    if (rows.isEmpty() && isSentEvent(event)) {
        for (const auto& [name, value] : event.details) {
            if (name != "breadcrumb")
                append(rows, {toQString(name), toQString(value), Words::tr("the event")});
        }
    }
    const NativeEvent* native = event.asNative();
    if (!native || environment == Environment::Hidden)
        return rows;
    for (const auto& [name, value] : native->process.environment)
        append(rows, {toQString(name), toQString(value), Words::tr("environment")});
    return rows;
}

int environmentSize(const Event& event)
{
    const NativeEvent* native = event.asNative();
    return native ? int(native->process.environment.size()) : 0;
}

QList<FactRow> makeBreadcrumbRows(const Event& event)
{
    QStringList texts;
    for (const auto& [name, value] : event.details) {
        if (name == "breadcrumb")
            texts.prepend(toQString(value));
    }
    QList<FactRow> rows;
    for (const QString& text : std::as_const(texts))
        append(rows, breadcrumbTexts(text));
    return rows;
}

QList<FactRow> makeHandleRows(const Event& event)
{
    QList<FactRow> rows;
    const NativeEvent* native = event.asNative();
    for (std::size_t i = 0; native && i < native->handles.size(); ++i) {
        const Handle& handle = native->handles[i];
        append(rows, {shortHex(handle.value), toQString(handle.type), toQString(handle.name),
                      shortHex(handle.access), QString::number(handle.count)});
    }
    return rows;
}

QList<FactRow> makeUnloadedRows(const Event& event)
{
    QList<FactRow> rows;
    const NativeEvent* native = event.asNative();
    for (std::size_t i = 0; native && i < native->unloadedModules.size(); ++i) {
        const UnloadedModule& module = native->unloadedModules[i];
        append(rows, {toQString(module.name), paddedAddress(module.address, event.system.arch),
                      paddedAddress(module.address + module.sizeBytes, event.system.arch),
                      toQString(module.codeId.text())});
    }
    return rows;
}

QList<DetailRow> makeThreadBlockRows(const ReportState& state,
                                     const engine::ThreadBlockAnswer& answer)
{
    BlockRows rows(*state.event);
    rows.addAddress(Words::tr("TEB"), answer.teb, answer.tebFields.has_value());
    rows.addField(Words::tr("Stack base"), answer.tebFields, "StackBase");
    rows.addField(Words::tr("Stack limit"), answer.tebFields, "StackLimit");
    rows.addAddress(Words::tr("PEB"), answer.peb, answer.pebFields.has_value());
    rows.addField(Words::tr("Image"), answer.pebFields, "ImageBaseAddress");
    rows.addField(Words::tr("Parameters"), answer.pebFields, "ProcessParameters");
    if (const auto* debugged = find(answer.pebFields, "BeingDebugged"))
        rows.add(Words::tr("Debugged"), debugged->number ? Words::tr("yes") : Words::tr("no"));
    if (answer.handlers)
        rows.addHandlers(*answer.handlers);
    return rows.take();
}

} // namespace faultline::ui
