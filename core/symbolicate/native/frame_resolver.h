// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/demangle.h"
#include "core/model/report.h"
#include "core/symbolicate/native/adjustment.h"
#include "core/symbolicate/native/module_symbols.h"
#include "core/symbolicate/native/module_table.h"
#include "core/unwind/walk/stack_walker.h"

#include <memory>
#include <vector>

namespace faultline::symbolicate {

struct ResolvedThread
{
    std::vector<Frame> rows;
    std::string leftOut; ///< For people: the dropped frames; empty when none.
};

/// Turns physical frames into displayed rows: looks them up, expands inlined code, demangles.
/// Rules: docs/spec/native.md §§6.2, 7, 8. Reads only shared immutable data; one instance may serve
/// many threads.
class FrameResolver
{
public:
    FrameResolver(const ModuleTable& modules,
                  const std::vector<ModuleSymbols>& symbols,
                  demangling::DemangleCache& names)
        : m_modules(modules), m_symbols(symbols), m_names(names)
    {
    }

    /// Rows of all frames of a thread, except those that the rules drop (docs/spec/native.md §8.3:
    /// scan frames that lead nowhere, a trailing unknown frame after _start). `end` tells why the
    /// walk ended.
    ResolvedThread resolveThread(const std::vector<unwind::WalkedFrame>& frames,
                                 StackEnd end) const;
    /// Rows of at most `maxFrames` of the thread's physical frames.
    std::vector<Frame> resolveGivenThread(const Event& event,
                                          const EventThread& thread,
                                          std::size_t maxFrames = SIZE_MAX) const;

private:
    /// A frame before the look-up: fields to keep, the place to look up, and what to show.
    struct Query
    {
        Frame base;
        std::optional<ModuleTable::Hit> hit;
        std::uint64_t lookupAddress = 0;
        bool isNoCode = false; ///< As in WalkedFrame, like the next member.
        bool isFunctionStart = false;
        bool isNamedOnly = false;             ///< Nothing but the name can be known.
        std::vector<ReportedSymbol> reported; ///< For people: shown when nothing else is known.
    };

    /// Appends the rows of a frame found by the walker. `index` is its position in the walk, callee
    /// first.
    void appendWalked(const unwind::WalkedFrame& frame,
                      std::uint32_t index,
                      std::vector<Frame>& rows) const;
    /// Appends the rows of frame `index` of a thread that the input brought.
    void appendGiven(const Event& event,
                     const EventThread& thread,
                     std::uint32_t index,
                     AdjustMode threadDefault,
                     std::vector<Frame>& rows) const;
    static bool isMisnamed(const Query& query, const Frame& outermost);
    void append(Query query, std::vector<Frame>& rows) const;
    void expand(const Query& query, std::uint64_t relative, std::vector<Frame>& rows) const;
    void appendManaged(Query query, std::vector<Frame>& rows) const;

    const ModuleTable& m_modules;
    const std::vector<ModuleSymbols>& m_symbols;
    demangling::DemangleCache& m_names;
};

/// The frame's name for people: the function if known, otherwise the symbol, otherwise what the
/// crash report says.
std::string_view displayName(const Frame& frame);

} // namespace faultline::symbolicate
