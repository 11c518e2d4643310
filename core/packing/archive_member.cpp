// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/packing/archive_member.h"

#include "core/base/text.h"
#include "core/packing/limited_output.h"

#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <memory>

namespace faultline::packing {

namespace {

struct CloseArchive
{
    void operator()(archive* reader) const { archive_read_free(reader); }
};

using ArchivePtr = std::unique_ptr<archive, CloseArchive>;

std::string_view nameOf(ArchiveFormat format)
{
    switch (format) {
    case ArchiveFormat::Zip: return "zip";
    case ArchiveFormat::Cabinet: return "cab";
    case ArchiveFormat::Xz: return "xz";
    case ArchiveFormat::Lz4: return "lz4";
    case ArchiveFormat::Bzip2: return "bzip2";
    }
    return "unknown";
}

std::unexpected<Error> damaged(archive* reader, ArchiveFormat format)
{
    const char* text = archive_error_string(reader);
    return fail(ErrorKind::Malformed, nameOf(format),
                " archive: ", text == nullptr ? "damaged data" : text);
}

std::unexpected<Error> wrongCount(ArchiveFormat format, bool isEmpty)
{
    if (format == ArchiveFormat::Zip)
        return fail(ErrorKind::Malformed, isEmpty
                                              ? "ZipArchive contains no symbol file"
                                              : "ZipArchive contains more than one symbol file");
    return fail(ErrorKind::Malformed,
                isEmpty ? "cab file is empty" : "cab file contains more than 1 symbol file");
}

void enableFormat(archive* reader, ArchiveFormat format)
{
    switch (format) {
    case ArchiveFormat::Zip: archive_read_support_format_zip(reader); break;
    case ArchiveFormat::Cabinet: archive_read_support_format_cab(reader); break;
    case ArchiveFormat::Xz:
        archive_read_support_filter_xz(reader);
        archive_read_support_format_raw(reader);
        break;
    case ArchiveFormat::Lz4:
        archive_read_support_filter_lz4(reader);
        archive_read_support_format_raw(reader);
        break;
    case ArchiveFormat::Bzip2:
        archive_read_support_filter_bzip2(reader);
        archive_read_support_format_raw(reader);
        break;
    }
}

Result<ArchivePtr> openArchive(Bytes data, ArchiveFormat format)
{
    ArchivePtr reader(archive_read_new());
    if (!reader)
        return fail(ErrorKind::Internal, "no memory for an archive reader");
    enableFormat(reader.get(), format);
    if (archive_read_open_memory(reader.get(), data.data(), data.size()) != ARCHIVE_OK)
        return damaged(reader.get(), format);
    return reader;
}

Result<void> copyMember(archive* reader, ArchiveFormat format, LimitedOutput& out)
{
    constexpr std::size_t kBufferBytes = 128 << 10;
    const auto buffer = std::make_unique<std::array<std::byte, kBufferBytes>>();
    while (true) {
        const auto count = archive_read_data(reader, buffer->data(), buffer->size());
        if (count < 0)
            return damaged(reader, format);
        if (count == 0)
            return {};
        FL_CHECK(out.append(Bytes(buffer->data(), static_cast<std::size_t>(count))));
    }
}

/// Moves to the next file and skips folders; false at the end.
Result<bool> nextFile(archive* reader, ArchiveFormat format, archive_entry*& entry)
{
    while (true) {
        const int status = archive_read_next_header(reader, &entry);
        if (status == ARCHIVE_EOF)
            return false;
        if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
            return damaged(reader, format);
        if (archive_entry_filetype(entry) != AE_IFDIR)
            return true;
    }
}

Result<std::vector<std::byte>>
readHead(archive* reader, ArchiveFormat format, std::size_t headBytes)
{
    std::vector<std::byte> head(headBytes);
    std::size_t filled = 0;
    while (filled < head.size()) {
        const auto count = archive_read_data(reader, head.data() + filled, head.size() - filled);
        if (count < 0)
            return damaged(reader, format);
        if (count == 0)
            break;
        filled += static_cast<std::size_t>(count);
    }
    head.resize(filled);
    return head;
}

} // namespace

Result<std::vector<ArchiveMember>>
listArchiveMembers(Bytes data, ArchiveFormat format, std::size_t headBytes)
{
    FL_TRY(const auto reader, openArchive(data, format));
    std::vector<ArchiveMember> members;
    archive_entry* entry = nullptr;
    while (true) {
        FL_TRY(const bool hasFile, nextFile(reader.get(), format, entry));
        if (!hasFile)
            return members;
        if (members.size() == kMaxArchiveMembers)
            return fail(ErrorKind::Malformed, nameOf(format), " archive: more than ",
                        kMaxArchiveMembers, " files");
        const char* name = archive_entry_pathname(entry);
        FL_TRY(auto head, readHead(reader.get(), format, headBytes));
        members.push_back({toValidUtf8(name == nullptr ? "" : name), std::move(head)});
    }
}

Result<void> extractArchiveMember(Bytes data,
                                  ArchiveFormat format,
                                  std::size_t index,
                                  TempFile& out,
                                  std::optional<std::uint64_t> limitBytes,
                                  std::stop_token stop)
{
    FL_TRY(const auto reader, openArchive(data, format));
    LimitedOutput output(out, limitBytes, std::move(stop));
    archive_entry* entry = nullptr;
    for (std::size_t i = 0;; ++i) {
        FL_TRY(const bool hasFile, nextFile(reader.get(), format, entry));
        if (!hasFile)
            return fail(ErrorKind::NotFound, nameOf(format), " archive: no file ", index);
        if (i == index)
            return copyMember(reader.get(), format, output);
    }
}

Result<void> extractOnlyMember(Bytes data,
                               ArchiveFormat format,
                               TempFile& out,
                               std::optional<std::uint64_t> limitBytes,
                               std::stop_token stop)
{
    FL_TRY(const auto reader, openArchive(data, format));
    LimitedOutput output(out, limitBytes, std::move(stop));
    bool hasMember = false;
    while (true) {
        archive_entry* entry = nullptr;
        const int status = archive_read_next_header(reader.get(), &entry);
        if (status == ARCHIVE_EOF)
            return hasMember ? Result<void>() : wrongCount(format, true);
        if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
            return damaged(reader.get(), format);
        if (hasMember)
            return wrongCount(format, false);
        hasMember = true;
        FL_CHECK(copyMember(reader.get(), format, output));
    }
}

} // namespace faultline::packing
