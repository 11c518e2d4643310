// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/body_spool.h"

namespace faultline::server {

Result<void> BodySpool::append(Bytes bytes)
{
    if (!m_file && m_memory.size() + bytes.size() > m_memoryBytes)
        FL_CHECK(moveToFile());
    if (m_file)
        return m_file->append(bytes);
    m_memory.insert(m_memory.end(), bytes.begin(), bytes.end());
    return {};
}

Result<ByteView> BodySpool::take()
{
    if (!m_file)
        return ByteView::fromVector(std::exchange(m_memory, {}));
    auto view = m_file->map();
    m_file.reset();
    return view;
}

Result<void> BodySpool::moveToFile()
{
    FL_TRY(auto file, TempFile::create(m_folder));
    FL_CHECK(file.removeName());
    FL_CHECK(file.append(m_memory));
    m_memory = {};
    m_file = std::move(file);
    return {};
}

} // namespace faultline::server
