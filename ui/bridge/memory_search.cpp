// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/memory_search.h"

#include "ui/bridge/memory_rows.h"
#include "ui/bridge/session_core.h"

#include <QRegularExpression>

#include <algorithm>
#include <bit>
#include <utility>

namespace faultline::ui {

namespace {

using Pattern = std::vector<std::byte>;
using Answered = engine::SearchAnswer::State;

Pattern patternOf(const QByteArray& bytes)
{
    const auto all = asBytes(std::string_view(bytes.constData(), std::size_t(bytes.size())));
    return {all.begin(), all.end()};
}

Pattern wideText(const QString& text, std::endian order)
{
    Pattern pattern;
    for (const QChar unit : text) {
        const auto low = std::byte(unit.unicode() & 0xff);
        const auto high = std::byte(unit.unicode() >> 8);
        pattern.push_back(order == std::endian::little ? low : high);
        pattern.push_back(order == std::endian::little ? high : low);
    }
    return pattern;
}

/// "de ad be ef", "deadbeef", "0xde 0xad"
Pattern digits(const QString& text)
{
    static const QRegularExpression kBetween(QStringLiteral("[\\s,]+"));
    static const QRegularExpression kHex(QStringLiteral("^(?:0[xX])?((?:[0-9a-fA-F]{2})+)$"));
    QByteArray bytes;
    for (const QString& part : text.split(kBetween, Qt::SkipEmptyParts)) {
        const auto match = kHex.match(part);
        if (!match.hasMatch())
            return {};
        bytes += QByteArray::fromHex(match.captured(1).toLatin1());
    }
    return patternOf(bytes);
}

Pattern pointer(const QString& text, unsigned size, std::endian order)
{
    bool isNumber = false;
    const quint64 value = text.trimmed().toULongLong(&isNumber, 16);
    if (!isNumber || (size < 8 && value >> (8 * size) != 0))
        return {};
    Pattern pattern;
    for (unsigned i = 0; i < size; ++i) {
        const unsigned shift = order == std::endian::little ? i : size - 1 - i;
        pattern.push_back(std::byte(value >> (8 * shift) & 0xff));
    }
    return pattern;
}

MemorySearch::State stateOf(Answered state)
{
    switch (state) {
    case Answered::Known: return MemorySearch::State::Known;
    case Answered::NotYet:
    case Answered::NoMemory: return MemorySearch::State::NoMemory;
    case Answered::BadPattern: break;
    }
    return MemorySearch::State::NotUnderstood;
}

} // namespace

std::vector<std::vector<std::byte>>
searchPatterns(SearchKind kind, const QString& text, unsigned pointerBytes, std::endian order)
{
    std::vector<Pattern> patterns;
    switch (kind) {
    case SearchKind::Text: patterns = {patternOf(text.toUtf8()), wideText(text, order)}; break;
    case SearchKind::Bytes: patterns = {digits(text)}; break;
    case SearchKind::Pointer: patterns = {pointer(text, pointerBytes, order)}; break;
    }
    std::erase_if(patterns, [](const Pattern& each) { return each.empty(); });
    return patterns;
}

MemorySearch::MemorySearch(SessionCore& core, QObject* parent) : QObject(parent), m_core(core) {}

void MemorySearch::search(SearchKind kind, const QString& text)
{
    if (m_job)
        m_core.cancelInspection(*std::exchange(m_job, std::nullopt));
    m_kind = kind;
    m_text = text;
    const ReportState& state = m_core.state();
    const NativeEvent* native = state.event ? state.event->asNative() : nullptr;
    if (!state.event)
        return finish(State::Nothing);
    if (!native || !native->memory)
        return finish(native ? State::NoMemory : State::NotNative);
    const unsigned size = std::max(1u, pointerSize(cpuFamily(state.event->system.arch)));
    auto patterns = searchPatterns(kind, text, size, native->memory->byteOrder());
    if (patterns.empty())
        return finish(State::NotUnderstood);
    m_state = State::Searching;
    m_rows.setRows({});
    m_job = m_core.inspect(engine::SearchQuestion{
        .patterns = std::move(patterns), .alignment = kind == SearchKind::Pointer ? size : 1});
    Q_EMIT changed();
}

void MemorySearch::cancel()
{
    if (!m_job)
        return;
    m_core.cancelInspection(*std::exchange(m_job, std::nullopt));
    finish(State::Stopped);
}

void MemorySearch::finish(State state)
{
    m_state = state;
    m_rows.setRows({});
    Q_EMIT changed();
}

bool MemorySearch::take(const engine::InspectionSnapshot& answer)
{
    if (m_job != answer.job)
        return false;
    m_job.reset();
    const auto* found =
        answer.value ? std::get_if<engine::SearchAnswer>(&answer.value->value) : nullptr;
    if (!found) {
        finish(State::Stopped);
        return true;
    }
    m_searched = found->searchedBytes;
    m_isCut = found->isCut;
    m_state = stateOf(found->state);
    m_rows.setRows(makeHitRows(m_core.state(), *found, m_kind == SearchKind::Text));
    Q_EMIT changed();
    return true;
}

} // namespace faultline::ui
