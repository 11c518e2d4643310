// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/model/report.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

namespace faultline::test {

/// One small program, "app", with everything that a symbolication needs: a module of an event,
/// symbol files in Breakpad's text form, sources that offer them, and a minidump.
///
/// Symbols (relative): main 0x1000–0x10ff at /src/app.c (line 10; from 0x1080 on line 20), inlined
/// nowhere; helper 0x1100–0x11ff (line 30).
namespace scene {

inline constexpr std::uint64_t kBase = 0x400000;
inline constexpr std::string_view kBreakpadId = "C0BCC3F19827FE653058404B2831D9E60";
inline constexpr std::string_view kOtherBreakpadId = "11111111222233334444555555555555A";
/// The symbols' place in layouts, below the source's root.
inline constexpr std::string_view kSymbolPath = "app/C0BCC3F19827FE653058404B2831D9E60/app.sym";

/// A symbol file with main and helper.
std::string symbols(std::string_view breakpadId = kBreakpadId);
/// A symbol file with the records of the test.
std::string symbolFile(std::string_view records, std::string_view breakpadId = kBreakpadId);

EventModule module();
Frame frame(std::uint64_t address);
/// One thread with these frames, one module.
std::shared_ptr<Event> event(std::vector<Frame> frames);
/// main+0x10, called from helper.
std::shared_ptr<Event> event();

/// A dump of the same crash: two threads whose stacks hold return addresses into the module.
ByteView dump();
/// The path at which the symbols of dump() are searched.
std::string dumpSymbolPath();
std::string dumpSymbols();

/// Sources for Breakpad files only.
sources::SourceConfig http(std::string id, const std::string& url);
sources::SourceConfig filesystem(std::string id, const std::string& path);
sources::SourceConfig folder(std::string id, const std::string& path);

} // namespace scene

/// Collects an engine's notices and waits for particular ones.
class NoticeLog
{
public:
    engine::Engine::Callback callback();

    /// Returns false when no such notice came within a minute.
    bool waitFor(const std::function<bool(const engine::Notice&)>& fits);
    bool waitForFinish(engine::JobId job);
    std::vector<engine::Notice> all() const;

private:
    mutable std::mutex m_mutex; // Guards m_notices.
    std::condition_variable m_arrived;
    std::vector<engine::Notice> m_notices;
};

template <class T>
std::vector<T> noticesOf(const NoticeLog& log)
{
    std::vector<T> some;
    for (const auto& notice : log.all()) {
        if (const auto* value = std::get_if<T>(&notice))
            some.push_back(*value);
    }
    return some;
}

} // namespace faultline::test
