// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/symbol_finder.h"

#include "ui/bridge/frame_rows.h"
#include "ui/bridge/report_session.h"
#include "ui/bridge/session_core.h"

#include <QSet>

#include <utility>

namespace faultline::ui {

namespace {

using State = PlaceRow::State;

State stateOf(const engine::AddressAnswer& answer)
{
    switch (answer.state) {
    case engine::AddressAnswer::State::Known: return State::Known;
    case engine::AddressAnswer::State::NotYet: return State::NotYet;
    case engine::AddressAnswer::State::BadPlace: break;
    }
    return answer.problem == engine::PlaceProblem::RegisterNotKnown ? State::RegisterNotKnown
                                                                    : State::NotUnderstood;
}

/// "node.h:212"; empty without a line.
QString locationOf(const Frame& frame)
{
    const SourcePosition& position = frame.position;
    const auto& path = position.file ? position.file : position.absPath;
    if (!path || position.line.value_or(0) == 0)
        return {};
    return toQString(*path).section(u'/', -1).section(u'\\', -1) + u':' +
           QString::number(*position.line);
}

/// Takes the functions of one thread that were not taken from another.
class Collector
{
public:
    explicit Collector(const ReportState& state) : m_state(state) {}

    void take(std::uint32_t thread)
    {
        const ThreadStack* stack = m_state.stack(thread);
        for (std::size_t i = 0; stack && i < stack->frames.size() && hasRoom(); ++i)
            takeFrame(thread, *stack, i);
    }

    bool hasRoom() const { return m_rows.size() < SymbolFinder::kMostFunctions; }

    QList<FunctionRow> rows() { return std::move(m_rows); }

private:
    void takeFrame(std::uint32_t thread, const ThreadStack& stack, std::size_t at)
    {
        const Frame& frame = stack.frames[at];
        if (!frame.position.function)
            return;
        const QString name = frameFunction(m_state, frame);
        if (name.isEmpty() || m_seen.contains(name))
            return;
        m_seen.insert(name);
        quint32 depth = 0;
        while (at + depth < stack.frames.size() && stack.frames[at + depth].isInlined)
            ++depth;
        m_rows.append(
            FunctionRow{.thread = int(thread),
                        .frame = {.physicalIndex = frame.originalIndex, .inlineDepth = depth},
                        .name = name,
                        .location = locationOf(frame)});
    }

    const ReportState& m_state;
    QSet<QString> m_seen;
    QList<FunctionRow> m_rows;
};

} // namespace

SymbolFinder::SymbolFinder(ReportSession& session, QObject* parent)
    : QObject(parent), m_session(session)
{
}

void SymbolFinder::find(const QString& pattern)
{
    if (pattern == m_pattern)
        return;
    m_pattern = pattern;
    SessionCore& core = m_session.core();
    if (m_search)
        core.cancelInspection(*std::exchange(m_search, std::nullopt));
    m_symbols.clear();
    m_hasMore = false;
    const ReportState& state = core.state();
    if (!pattern.isEmpty() && state.event && state.event->isNative())
        m_search =
            core.inspect(engine::SymbolsQuestion{.pattern = pattern.toStdString(),
                                                 .form = engine::SymbolsQuestion::Form::Typed,
                                                 .most = kMostSymbols});
    Q_EMIT changed();
}

void SymbolFinder::locate(const QString& place)
{
    SessionCore& core = m_session.core();
    if (m_location)
        core.cancelInspection(*std::exchange(m_location, std::nullopt));
    m_place = {.state = State::NotAsked, .place = place};
    const auto frame = m_session.place().currentFrame();
    const ReportState& state = core.state();
    if (!place.isEmpty() && frame && state.event && state.event->isNative()) {
        m_place.state = State::Asking;
        m_location = core.inspect(engine::AddressQuestion{
            .frame = {.thread = std::uint32_t(m_session.place().currentThread()),
                      .physical = frame->physicalIndex,
                      .inlineDepth = frame->inlineDepth},
            .place = place.toStdString()});
    }
    Q_EMIT changed();
}

bool SymbolFinder::take(const engine::InspectionSnapshot& answer)
{
    if (m_search == answer.job) {
        m_search.reset();
        if (const auto* symbols =
                answer.value ? std::get_if<engine::SymbolsAnswer>(&answer.value->value) : nullptr)
            takeSymbols(*symbols);
    } else if (m_location == answer.job) {
        m_location.reset();
        const auto* place =
            answer.value ? std::get_if<engine::AddressAnswer>(&answer.value->value) : nullptr;
        takePlace(place ? *place : engine::AddressAnswer{});
    } else {
        return false;
    }
    Q_EMIT changed();
    return true;
}

QString SymbolFinder::offsetText(std::uint32_t module, std::uint64_t offset) const
{
    const auto& event = m_session.core().state().event;
    if (!event || module >= event->modules.size())
        return {};
    return moduleName(event->modules[module]) + u'+' + shortHex(offset);
}

SymbolRow SymbolFinder::rowOf(const engine::SymbolRow& symbol) const
{
    const auto& event = m_session.core().state().event;
    const bool hasModule = event && symbol.module && *symbol.module < event->modules.size();
    const auto base = hasModule ? event->modules[*symbol.module].address : 0;
    return {.name = toQString(symbol.name),
            .moduleOffset =
                hasModule ? offsetText(*symbol.module, symbol.address - base) : QString(),
            .address = shortHex(symbol.address)};
}

void SymbolFinder::takeSymbols(const engine::SymbolsAnswer& answer)
{
    for (const engine::SymbolRow& symbol : answer.symbols)
        m_symbols.append(rowOf(symbol));
    m_hasMore = answer.hasMore;
    m_modulesWithout = int(answer.modulesWithout);
}

void SymbolFinder::takePlace(const engine::AddressAnswer& answer)
{
    m_place.state = stateOf(answer);
    if (m_place.state != State::Known)
        return;
    const auto address = answer.word.value;
    m_place.address = shortHex(address);
    if (answer.module)
        m_place.moduleOffset = offsetText(*answer.module, answer.moduleOffset);
    if (answer.symbol) {
        m_place.function = toQString(answer.symbol->name);
        // A part of a function can lie before its entry; then there is no distance.
        if (address > answer.symbol->address)
            m_place.function += u'+' + shortHex(address - answer.symbol->address);
    }
    if (answer.before)
        m_place.before = rowOf(*answer.before);
    if (answer.after)
        m_place.after = rowOf(*answer.after);
}

QList<FunctionRow> SymbolFinder::functions() const
{
    const ReportState& state = m_session.core().state();
    if (!state.event)
        return {};
    Collector collector(state);
    if (m_session.place().currentThread() >= 0)
        collector.take(std::uint32_t(m_session.place().currentThread()));
    for (std::uint32_t i = 0; i < state.event->threads.size() && collector.hasRoom(); ++i) {
        if (int(i) != m_session.place().currentThread())
            collector.take(i);
    }
    return collector.rows();
}

} // namespace faultline::ui
