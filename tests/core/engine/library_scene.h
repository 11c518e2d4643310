// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/contained.h"
#include "core/engine/library/library_place.h"
#include "core/engine/library/library_service.h"
#include "tests/support/crash_scene.h"

#include <QTemporaryDir>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <new>

namespace faultline::test {

using namespace engine;

/// A library in a temporary folder, a crash file to import, and what the service tells.
class Desk
{
public:
    Desk()
        : m_engine(config(), silentLog(), [](const Notice&) {}),
          service(m_engine, {}, [this](LibraryNotice notice) {
              const auto* import = std::get_if<LibraryImport>(&notice);
              if (pausesAtOnce && import && import->phase == LibraryImport::Phase::Finding)
                  service.pauseImport();
              if (runsOutOfMemory.exchange(false))
                  throw std::bad_alloc();
              const std::lock_guard lock(m_mutex);
              m_notices.push_back(std::move(notice));
              m_arrived.notify_all();
          })
    {
    }

    std::filesystem::path path(const char* name) const
    {
        return m_folder.filePath(QLatin1String(name)).toStdString();
    }

    std::filesystem::path write(const char* name, std::string_view bytes) const
    {
        const auto file = path(name);
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << bytes;
        return file;
    }

    std::filesystem::path writeDump(const char* name) const
    {
        const auto dump = scene::dump();
        return write(name, {reinterpret_cast<const char*>(dump.data()), dump.size()});
    }

    /// The next notice of a kind that fits, which is removed together with those before it.
    template <class T, class Fits>
    std::optional<T> next(Fits fits)
    {
        std::unique_lock lock(m_mutex);
        std::optional<T> found;
        m_arrived.wait_for(lock, std::chrono::minutes(1), [&] {
            while (!m_notices.empty() && !found) {
                if (const auto* value = std::get_if<T>(&m_notices.front()); value && fits(*value))
                    found = *value;
                m_notices.erase(m_notices.begin());
            }
            return found.has_value();
        });
        return found;
    }

    template <class T>
    std::optional<T> next()
    {
        return next<T>([](const T&) { return true; });
    }

    /// Imports and returns the last notice.
    LibraryImport import(std::vector<std::filesystem::path> paths)
    {
        service.startImport(std::move(paths), "Acme");
        return next<LibraryImport>([](const LibraryImport& import) {
                   return import.phase >= LibraryImport::Phase::Done;
               })
            .value_or(LibraryImport());
    }

    LibraryOpened::State open()
    {
        service.open(path("own/reports.fldb"));
        const auto opened = next<LibraryOpened>();
        return opened ? opened->state : LibraryOpened::State::Failed;
    }

private:
    static EngineConfig config()
    {
        EngineConfig config;
        config.computeThreads = 2;
        return config;
    }

    QTemporaryDir m_folder;
    std::mutex m_mutex; // Guards m_notices.
    std::condition_variable m_arrived;
    std::vector<LibraryNotice> m_notices;
    Engine m_engine;

public:
    std::atomic<bool> pausesAtOnce = false;    ///< Imports pause before their first file.
    std::atomic<bool> runsOutOfMemory = false; ///< In the middle of the next answer.
    LibraryService service;
};

inline LibrarySearch searchFor(std::string line,
                               LibrarySearch::Rows rows = LibrarySearch::Rows::Groups)
{
    return {.line = std::move(line), .now = 1'700'000'000, .rows = rows};
}

} // namespace faultline::test
