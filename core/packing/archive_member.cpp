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

/// The header of the first member: 512 bytes whose sum stands in it, counted with blanks in that
/// field.
bool beginsLikeTar(Bytes content)
{
    constexpr std::size_t kHeaderBytes = 512;
    constexpr std::size_t kSumAt = 148;
    constexpr std::size_t kSumBytes = 8;
    if (content.size() < kHeaderBytes || content[0] == std::byte{0})
        return false;
    std::uint64_t sum = kSumBytes * ' ';
    for (std::size_t i = 0; i < kHeaderBytes; ++i)
        sum += i >= kSumAt && i < kSumAt + kSumBytes ? 0 : std::to_integer<unsigned>(content[i]);
    std::uint64_t stored = 0;
    for (const char c : asText(content.subspan(kSumAt, kSumBytes))) {
        if (c >= '0' && c <= '7')
            stored = stored * 8 + static_cast<std::uint64_t>(c - '0');
        else if (c != ' ')
            break;
    }
    return stored == sum;
}

std::unexpected<Error> damaged(archive* reader, ArchiveFormat format)
{
    const char* text = archive_error_string(reader);
    return fail(ErrorKind::Malformed, archiveFormatName(format),
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
    case ArchiveFormat::Tar: archive_read_support_format_tar(reader); break;
    case ArchiveFormat::SevenZip: archive_read_support_format_7zip(reader); break;
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

/// Moves to the next file and skips folders, links and devices; false at the end.
Result<bool> nextFile(archive* reader, ArchiveFormat format, archive_entry*& entry)
{
    while (true) {
        const int status = archive_read_next_header(reader, &entry);
        if (status == ARCHIVE_EOF)
            return false;
        if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
            return damaged(reader, format);
        const auto type = archive_entry_filetype(entry); // 0 where the archive does not tell.
        if (type == AE_IFREG || type == 0)
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

std::string_view archiveFormatName(ArchiveFormat format)
{
    switch (format) {
    case ArchiveFormat::Zip: return "zip";
    case ArchiveFormat::Cabinet: return "cab";
    case ArchiveFormat::Xz: return "xz";
    case ArchiveFormat::Lz4: return "lz4";
    case ArchiveFormat::Bzip2: return "bzip2";
    case ArchiveFormat::Tar: return "tar";
    case ArchiveFormat::SevenZip: return "7z";
    }
    return "unknown";
}

std::optional<ArchiveFormat> archiveFormatOf(Bytes content)
{
    const auto text = asText(content);
    if (text.starts_with("PK\x03\x04"))
        return ArchiveFormat::Zip;
    if (text.starts_with("7z\xbc\xaf\x27\x1c"))
        return ArchiveFormat::SevenZip;
    return beginsLikeTar(content) ? std::optional(ArchiveFormat::Tar) : std::nullopt;
}

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
            return fail(ErrorKind::Malformed, archiveFormatName(format), " archive: more than ",
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
            return fail(ErrorKind::NotFound, archiveFormatName(format), " archive: no file ",
                        index);
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
