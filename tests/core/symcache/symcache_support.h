// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symcache/symcache.h"
#include "core/symcache/symcache_writer.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

namespace faultline::test {

struct WrittenCache
{
    symcache::SymCacheStats stats;
    std::string bytes;
};

/// Writes a symcache in the folder for temporary files and takes its bytes.
inline Result<WrittenCache>
writeCache(const symcache::SymCacheInput& input, std::size_t threads = 2, std::stop_token stop = {})
{
    FL_TRY(TempFile file, TempFile::create(std::filesystem::temp_directory_path()));
    WorkerPool pool(threads);
    FL_TRY(symcache::SymCacheStats stats,
           symcache::writeSymCache(input, file, pool, std::move(stop)));
    std::ifstream stream(file.path(), std::ios::binary);
    return WrittenCache{std::move(stats), std::string(std::istreambuf_iterator<char>(stream), {})};
}

inline QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// Formats "inner a.c:3 < outer b.c:7 @1000": frames from the innermost outwards, then the entry of
/// the function.
inline QString describeFrames(symcache::SymFrames frames)
{
    QStringList parts;
    while (const auto frame = frames.next()) {
        QString part = QStringLiteral("%1 %2:%3")
                           .arg(text(frame->function), text(frame->path))
                           .arg(frame->line);
        if (frame->column != 0)
            part += QStringLiteral(":%1").arg(frame->column);
        if (frame->fromSymbolTable)
            part += QStringLiteral(" symtab");
        if (frame->entry != object::kNoIndex)
            part += QStringLiteral(" @%1").arg(frame->entry, 0, 16);
        parts << part;
    }
    return parts.join(QStringLiteral(" < "));
}

} // namespace faultline::test
