// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/engine/report.h"

#include <string>
#include <vector>

namespace faultline::ui::test {

/// A fictitious crash, in the pieces in which the engine would report it.
struct FakeReport
{
    engine::EventSnapshot event;
    std::vector<engine::StackSnapshot> stacks;
    std::vector<engine::ModuleSnapshot> modules;
    engine::ReportSnapshot report;
    std::vector<SourceText> sources; ///< Answers to loadSource(), by path.
};

inline constexpr engine::EventId kFakeEvent{7};

/// 17 threads of a viewer that read near null in libscene.so; fully symbolicated with two inlined
/// frames.
FakeReport symbolicatedCrash(const std::filesystem::path& path, engine::EventId event = kFakeEvent);

/// The same crash while libscene.so has no debug file: scanned frames, four failed candidates.
FakeReport crashWithoutSymbols(const std::filesystem::path& path,
                               engine::EventId event = kFakeEvent);

/// Looks like HTML to Qt, and holds a key mark and a place of QString::arg().
inline constexpr const char* kHostileText = "f<b>::g&h <img src=x> %1";

/// crashWithoutSymbols() with `text` in every text that comes from the file or from symbols.
FakeReport
hostileCrash(const std::filesystem::path& path, engine::EventId event, const std::string& text);

/// The same 17 threads without a crash: main and worker-3 wait for each other, two more wait behind
/// them and one perhaps; three workers wait for a condition.
FakeReport hangOfTheViewer(const std::filesystem::path& path, engine::EventId event);

/// A static program that aborted. The first stack has no names, the second one has: raise, abort,
/// and two functions of the program.
FakeReport crashOfAStaticProgram(engine::EventId event);

} // namespace faultline::ui::test
