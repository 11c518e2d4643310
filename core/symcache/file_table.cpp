// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/file_table.h"

#include "core/base/hex.h"
#include "core/symcache/source_path.h"

namespace faultline::symcache {

std::uint32_t FileTable::add(const object::DebugFile& file)
{
    // Joining costs before the result, which may be short, does.
    if (!m_strings.read(file.compDir.size() + file.directory.size() + file.name.size()))
        return object::kNoIndex;
    const std::uint32_t path =
        m_strings.intern(sourcePath(file.compDir, file.directory, file.name));
    if (path == StringInterner::kLost)
        return object::kNoIndex;
    const bool hasChecksum = file.checksumKind != object::DebugFile::ChecksumKind::None;
    const std::uint32_t checksum =
        hasChecksum ? m_strings.intern(hexOfBytes(asBytes(file.checksum))) : object::kNoIndex;

    const std::lock_guard lock(m_mutex);
    const Key key(path, checksum, file.checksumKind, file.embeddedSource.size());
    const auto [entry, isNew] =
        m_ids.try_emplace(key, static_cast<std::uint32_t>(m_records.size()));
    if (isNew) {
        const bool hasSource = m_strings.store(file.embeddedSource.size());
        m_records.push_back({path, checksum, file.checksumKind,
                             hasSource ? std::string(file.embeddedSource) : std::string()});
    }
    return entry->second;
}

} // namespace faultline::symcache
