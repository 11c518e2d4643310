#pragma once

#include "core/base/result.h"

#include <archive.h>
#include <archive_entry.h>

namespace faultline::packing {

/// The functions of libarchive that we use. It is loaded when the first archive is read, for the
/// same reason as libcurl: it brings ICU, by way of libxml2.
struct ArchiveLibrary
{
    decltype(&::archive_read_free) readFree = nullptr;
    decltype(&::archive_error_string) errorString = nullptr;
    decltype(&::archive_read_support_format_zip) supportFormatZip = nullptr;
    decltype(&::archive_read_support_format_cab) supportFormatCab = nullptr;
    decltype(&::archive_read_support_format_raw) supportFormatRaw = nullptr;
    decltype(&::archive_read_support_filter_xz) supportFilterXz = nullptr;
    decltype(&::archive_read_support_filter_lz4) supportFilterLz4 = nullptr;
    decltype(&::archive_read_support_filter_bzip2) supportFilterBzip2 = nullptr;
    decltype(&::archive_read_new) readNew = nullptr;
    decltype(&::archive_read_open_memory) readOpenMemory = nullptr;
    decltype(&::archive_read_data) readData = nullptr;
    decltype(&::archive_read_next_header) readNextHeader = nullptr;
    decltype(&::archive_entry_filetype) entryFileType = nullptr;
    decltype(&::archive_entry_pathname) entryPathName = nullptr;
};

/// Loads libarchive at the first call; every later one gives the same. Thread-safe. Errors:
/// Internal, where it is not installed.
const Result<ArchiveLibrary>& loadArchiveLibrary();

/// What loadArchiveLibrary() gave, which must have succeeded.
inline const ArchiveLibrary& libarchive()
{
    return *loadArchiveLibrary();
}

} // namespace faultline::packing
