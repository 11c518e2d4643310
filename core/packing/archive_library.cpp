#include "core/packing/archive_library.h"

#include "core/base/shared_library.h"

namespace faultline::packing {

namespace {

Result<ArchiveLibrary> bindAll()
{
    FL_TRY(const SharedLibrary library, SharedLibrary::open(FAULTLINE_ARCHIVE_SONAME));
    ArchiveLibrary functions;
    FL_CHECK(library.bind("archive_read_free", functions.readFree));
    FL_CHECK(library.bind("archive_error_string", functions.errorString));
    FL_CHECK(library.bind("archive_read_support_format_zip", functions.supportFormatZip));
    FL_CHECK(library.bind("archive_read_support_format_cab", functions.supportFormatCab));
    FL_CHECK(library.bind("archive_read_support_format_raw", functions.supportFormatRaw));
    FL_CHECK(library.bind("archive_read_support_filter_xz", functions.supportFilterXz));
    FL_CHECK(library.bind("archive_read_support_filter_lz4", functions.supportFilterLz4));
    FL_CHECK(library.bind("archive_read_support_filter_bzip2", functions.supportFilterBzip2));
    FL_CHECK(library.bind("archive_read_new", functions.readNew));
    FL_CHECK(library.bind("archive_read_open_memory", functions.readOpenMemory));
    FL_CHECK(library.bind("archive_read_data", functions.readData));
    FL_CHECK(library.bind("archive_read_next_header", functions.readNextHeader));
    FL_CHECK(library.bind("archive_entry_filetype", functions.entryFileType));
    FL_CHECK(library.bind("archive_entry_pathname", functions.entryPathName));
    return functions;
}

} // namespace

const Result<ArchiveLibrary>& loadArchiveLibrary()
{
    static const Result<ArchiveLibrary> library = bindAll();
    return library;
}

} // namespace faultline::packing
