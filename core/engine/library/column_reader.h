// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/thread_start.h"
#include "core/library/indexed_lists.h"
#include "core/library/report_columns.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace faultline::engine {

/// The columns of an open library. They are read on a thread and a connection of their own while
/// searches are answered from the rows; once they are there, searches are answered from them. The
/// functions are called by the thread that owns the store.
class ColumnReader
{
public:
    /// `ended` is called on the thread that reads, when there is nothing to wait for any more.
    explicit ColumnReader(std::function<void()> ended = [] {}) : m_ended(std::move(ended)) {}

    /// Waits for the thread, which ends soon.
    ~ColumnReader();
    ColumnReader(const ColumnReader&) = delete;
    ColumnReader& operator=(const ColumnReader&) = delete;

    /// Forgets what was read, and begins to read this library.
    void begin(std::filesystem::path file);

    /// Forgets what was read, and reads no further.
    void end();

    /// What answers the next search: always the library's present state. It is valid until the next
    /// call.
    library::ReportLists& listsOf(library::LibraryStore& store);

    /// Will there be columns soon?
    bool isReading() const { return m_isReading; }

    /// Are there columns?
    bool isReady() const { return m_columns != nullptr; }

private:
    library::ReportLists& rowsOf(library::LibraryStore& store);
    void read(const std::filesystem::path& file, const std::stop_token& stop);
    void takeRead();

    const std::function<void()> m_ended;
    std::filesystem::path m_file;
    std::atomic<bool> m_isReading = false;
    std::unique_ptr<library::ReportColumns> m_columns;
    bool m_isLost = false; ///< There were columns, which an error of the store has cost.
    std::optional<library::IndexedLists> m_lists;
    std::mutex m_mutex;
    std::unique_ptr<library::ReportColumns> m_read; ///< Of the thread, guarded by the mutex.
    Thread m_thread;
};

} // namespace faultline::engine
