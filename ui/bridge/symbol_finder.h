// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "core/engine/notice.h"
#include "ui/models/frame_row.h"

#include <QList>
#include <QObject>
#include <QString>

#include <optional>

namespace faultline::ui {

class ReportSession;

/// A function of a module.
struct SymbolRow
{
    QString name;
    QString moduleOffset; ///< "libscene.so+0x4d4"
    QString address;      ///< "0x7f21…"

    bool operator==(const SymbolRow&) const = default;
};

/// A function of a stack of the report.
struct FunctionRow
{
    int thread = 0;
    FrameRow::Key frame;
    QString name;
    QString location; ///< "group.cpp:141"; empty when unknown.

    bool operator==(const FunctionRow&) const = default;
};

/// What lies at a place that the user named.
struct PlaceRow
{
    enum class State { NotAsked, Asking, Known, NotUnderstood, RegisterNotKnown, NotYet };

    State state = State::NotAsked;
    QString place; ///< As it was typed.
    QString address{};
    QString moduleOffset{};            ///< Empty outside of all modules.
    QString function{};                ///< "scene::Group::extend+0x12"; empty when it lies in none.
    std::optional<SymbolRow> before{}; ///< The function before the place, if it lies in none.
    std::optional<SymbolRow> after{};  ///< The next one, if it lies in none.

    bool operator==(const PlaceRow&) const = default;
};

/// Finds functions of all modules by a pattern, and the ones nearest to an address, on threads of
/// the engine. A new question ends the one before it. Lives on the GUI thread.
class SymbolFinder final : public QObject
{
    Q_OBJECT

public:
    static constexpr quint32 kMostSymbols = 200;
    static constexpr qsizetype kMostFunctions = 5000;

    explicit SymbolFinder(ReportSession& session, QObject* parent = nullptr);

    /// An empty pattern finds nothing.
    void find(const QString& pattern);
    /// Of the current frame, whose registers count.
    void locate(const QString& place);

    const QString& pattern() const { return m_pattern; }

    const QList<SymbolRow>& symbols() const { return m_symbols; }

    bool isSearching() const { return m_search.has_value(); }

    bool hasMore() const { return m_hasMore; }

    /// So many modules that fit have no file with names.
    int modulesWithout() const { return m_modulesWithout; }

    const PlaceRow& place() const { return m_place; }

    /// The functions of all stacks, each once, those of the current thread first. At most
    /// kMostFunctions.
    QList<FunctionRow> functions() const;

    /// Takes the answer to its question; false for others.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    void changed();

private:
    void takeSymbols(const engine::SymbolsAnswer& answer);
    void takePlace(const engine::AddressAnswer& answer);
    SymbolRow rowOf(const engine::SymbolRow& symbol) const;
    QString offsetText(std::uint32_t module, std::uint64_t offset) const;

    ReportSession& m_session;
    QString m_pattern;
    QList<SymbolRow> m_symbols;
    PlaceRow m_place;
    bool m_hasMore = false;
    int m_modulesWithout = 0;
    std::optional<engine::JobId> m_search;
    std::optional<engine::JobId> m_location;
};

} // namespace faultline::ui
