// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/column_reader.h"

#include "core/base/contained.h"
#include "core/engine/library/library_place.h"

#include <utility>

namespace faultline::engine {

ColumnReader::~ColumnReader()
{
    end();
}

void ColumnReader::end()
{
    m_thread.requestStop();
    if (m_thread)
        m_thread.join();
    m_lists.reset();
    m_columns = nullptr;
    m_read = nullptr;
    m_isReading = false;
    m_isLost = false;
}

/// Without a thread, searches are answered from the rows.
void ColumnReader::begin(std::filesystem::path file)
{
    end();
    m_isReading = true;
    m_file = std::move(file);
    auto thread = startThread([this, place = m_file](const std::stop_token& stop) {
        read(place, stop);
        m_isReading = false;
        containedAlone(m_ended);
    });
    if (thread)
        m_thread = *std::move(thread);
    else
        m_isReading = false;
}

/// What cannot be read is answered from the rows, which tell the error.
void ColumnReader::read(const std::filesystem::path& file, const std::stop_token& stop)
{
    auto columns = contained([&]() -> Result<std::unique_ptr<library::ReportColumns>> {
        FL_TRY(const auto store, openLibraryFile(file, library::StoreAccess::Read));
        store->stopWith(stop);
        return library::ReportColumns::read(*store);
    });
    if (!columns)
        return;
    const std::lock_guard lock(m_mutex);
    m_read = *std::move(columns);
}

void ColumnReader::takeRead()
{
    const std::lock_guard lock(m_mutex);
    if (m_read)
        m_columns = std::move(m_read);
}

/// After an error, columns are read again as soon as the library answers.
library::ReportLists& ColumnReader::rowsOf(library::LibraryStore& store)
{
    if (m_isLost && !m_isReading && store.changeNumber())
        begin(m_file);
    return store;
}

library::ReportLists& ColumnReader::listsOf(library::LibraryStore& store)
{
    m_lists.reset();
    takeRead();
    if (!m_columns)
        return rowsOf(store);
    const auto isUpdated = contained([&] { return m_columns->update(store); });
    if (!isUpdated) {
        m_columns = nullptr; // They may be half of each state. The rows tell the same error.
        m_isLost = true;
        return store;
    }
    if (!*isUpdated) {
        begin(m_file);
        return store;
    }
    return m_lists.emplace(store, *m_columns);
}

} // namespace faultline::engine
