// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/crash_files.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/formats/crash/container/apport_report.h"
#include "core/formats/crash/container/multipart_body.h"
#include "core/formats/crash/container/sentry_envelope.h"
#include "core/formats/crash/container/unreal_crash.h"
#include "core/formats/crash/open/crash_kind.h"
#include "core/formats/crash/open/crash_readers.h"
#include "core/intake/beside_files.h"
#include "core/intake/stored_report.h"
#include "core/intake/text_traces.h"
#include "core/intake/unpack.h"
#include "core/packing/archive_member.h"

#include <algorithm>

namespace faultline::intake {

namespace {

constexpr std::size_t kHeadBytes = 4096;
constexpr std::size_t kMaxFolderFiles = 10'000;

/// A member's name may lead out of its archive; as part of a path it must not.
std::string insideName(const std::string& name)
{
    std::filesystem::path inside;
    for (const auto& step : std::filesystem::path(name).lexically_normal().relative_path()) {
        if (step != ".." && step != ".")
            inside /= step;
    }
    return toValidUtf8(inside.generic_string());
}

CrashFile crashFileOf(const std::string& name, ByteView bytes, const ParseLimits& limits)
{
    return {.name = insideName(name),
            .open = [bytes = std::move(bytes), limits] { return undoCompression(bytes, limits); }};
}

std::unexpected<Error> holdsNone(std::string_view container, const std::vector<std::string>& names)
{
    constexpr std::size_t kMaxListed = 5;
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), kMaxListed); ++i)
        list += concat(i == 0 ? ": " : ", ", escapeControls(names[i]));
    return fail(ErrorKind::Unsupported, container, " holds no crash file", list,
                names.size() > kMaxListed ? ", …" : "");
}

/// Sorts what a container holds. A Sentry event counts only where no crash file does: uploads and
/// envelopes carry one beside the dump, which tells more (docs/spec/http-api.md §14.1). Text with
/// stack traces, such as a log, counts last.
class PartSorter
{
public:
    /// `makeFile(name)` is called for what may be a crash file.
    template <class MakeFile>
    void add(Bytes head, std::string name, MakeFile makeFile)
    {
        using Rank = crash::CrashReader::Rank;
        const auto* reader = crash::findCrashReader(head);
        if (reader != nullptr && reader->rank == Rank::Summary)
            m_summaries.push_back(makeFile(std::move(name)));
        else if (reader != nullptr && reader->rank == Rank::Text)
            m_texts.push_back(makeFile(std::move(name)));
        else if (reader != nullptr || crash::isCompressedFile(head) ||
                 container::looksLikeApportReport(head))
            m_files.push_back(makeFile(std::move(name)));
        else
            m_others.push_back(std::move(name));
    }

    Result<std::vector<CrashFile>> take(std::string_view container)
    {
        for (auto* files : {&m_files, &m_summaries, &m_texts}) {
            if (!files->empty())
                return std::move(*files);
        }
        return holdsNone(container, m_others);
    }

private:
    std::vector<CrashFile> m_files;
    std::vector<CrashFile> m_summaries;
    std::vector<CrashFile> m_texts;
    std::vector<std::string> m_others;
};

Result<std::vector<CrashFile>> filesOfParts(std::string_view container,
                                            std::vector<container::CrashPart> parts,
                                            const ParseLimits& limits)
{
    PartSorter sorter;
    for (auto& part : parts) {
        const auto head = part.bytes.span().first(std::min(part.bytes.size(), kHeadBytes));
        sorter.add(head, std::move(part.name),
                   [&](const std::string& name) { return crashFileOf(name, part.bytes, limits); });
    }
    return sorter.take(container);
}

/// A file that is no container: itself, or the traces of a text.
std::vector<CrashFile> filesOfContent(CrashContent whole, const ParseLimits& limits)
{
    auto content = withoutEnvelope(std::move(whole));
    auto traces = findTraces(content, limits);
    content.isOneTrace = traces.empty();
    if (traces.empty())
        return {{.name = {}, .open = [content] { return Result<CrashContent>(content); }}};
    if (traces.size() == 1)
        traces.front().name.clear();
    return traces;
}

Result<std::vector<CrashFile>> filesOfEnvelope(const ByteView& envelope, const ParseLimits& limits)
{
    FL_TRY(auto parts, container::readSentryEnvelope(envelope));
    return filesOfParts("the envelope", std::move(parts), limits);
}

Result<CrashContent> extractMember(const ByteView& archive,
                                   packing::ArchiveFormat format,
                                   std::size_t index,
                                   const ParseLimits& limits)
{
    const auto extract = [&](TempFile& file, std::uint64_t maxBytes) {
        return packing::extractArchiveMember(archive.span(), format, index, file, maxBytes, {});
    };
    FL_TRY(auto content, unpackInto(extract, archive.size(), limits));
    if (!content.damage.empty())
        return content;
    return undoCompression(std::move(content.bytes), limits);
}

Result<std::vector<CrashFile>>
filesOfArchive(const ByteView& archive, packing::ArchiveFormat format, const ParseLimits& limits)
{
    FL_TRY(auto members, packing::listArchiveMembers(archive.span(), format, kHeadBytes));
    PartSorter sorter;
    for (std::size_t i = 0; i < members.size(); ++i)
        sorter.add(members[i].head, std::move(members[i].name), [&](const std::string& name) {
            return CrashFile{.name = insideName(name), .open = [archive, format, i, limits] {
                                 return extractMember(archive, format, i, limits);
                             }};
        });
    return sorter.take(concat("the ", packing::archiveFormatName(format), " archive"));
}

/// The file with what files beside it say.
CrashFile withFacts(CrashFile file, BesideFacts facts)
{
    if (facts.empty())
        return file;
    file.open = [open = std::move(file.open), facts = std::move(facts)]() -> Result<CrashContent> {
        FL_TRY(auto content, open());
        content.besideFacts = facts;
        return content;
    };
    return file;
}

CrashFile
crashFileAt(const std::filesystem::path& path, std::string name, const ParseLimits& limits)
{
    return {.name = std::move(name), .open = [path, limits]() -> Result<CrashContent> {
                FL_TRY(auto bytes, mapForeignFile(path));
                return undoCompression(std::move(bytes), limits);
            }};
}

/// Packed files can be anything, so only those count that are called like a dump, or as systemd
/// calls its cores.
bool isCrashFile(const std::filesystem::path& path)
{
    const auto bytes = mapForeignFile(path);
    if (!bytes)
        return false;
    const auto head = bytes->span().first(std::min(bytes->size(), kHeadBytes));
    if (crash::isCompressedFile(head))
        return path.extension() == ".dmp" || path.stem().extension() == ".dmp" ||
               path.filename().string().starts_with("core.");
    return crash::findCrashReader(head) != nullptr || container::looksLikeApportReport(head);
}

/// What lies in a folder itself are crashes of their own, so events and texts count beside dumps.
void addFolder(const std::filesystem::path& folder,
               const std::filesystem::path& shownBelow,
               const ParseLimits& limits,
               std::vector<CrashFile>& files)
{
    std::error_code error;
    std::vector<std::filesystem::path> found;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
        if (found.size() == kMaxFolderFiles)
            break;
        if (at->is_regular_file(error))
            found.push_back(at->path());
        error.clear(); // Of this entry, such as a link that leads nowhere.
    }
    std::ranges::sort(found);
    for (const auto& path : found) {
        if (!isCrashFile(path))
            continue;
        auto name = toValidUtf8((shownBelow / path.filename()).string());
        files.push_back(withFacts(crashFileAt(path, std::move(name), limits), readExtraFile(path)));
    }
}

/// A problem of abrt: the core file, or else what was made of it.
std::vector<CrashFile> filesOfProblem(const std::filesystem::path& folder,
                                      const ParseLimits& limits)
{
    std::error_code ignored;
    for (const auto* name : {"coredump", "core_backtrace", "backtrace"}) {
        if (std::filesystem::is_regular_file(folder / name, ignored))
            return {withFacts(crashFileAt(folder / name, name, limits), readProblemFacts(folder))};
    }
    return {};
}

/// Crashpad keeps reports in "new", "pending" and "completed" (client/crash_report_database_*.cc),
/// on Windows in "reports"; Firefox in "Crash Reports/pending" beside its profiles, and in
/// "minidumps" of a profile.
Result<std::vector<CrashFile>> filesOfFolder(const std::filesystem::path& folder,
                                             const ParseLimits& limits)
{
    std::vector<CrashFile> files;
    if (isProblemFolder(folder))
        files = filesOfProblem(folder, limits);
    if (!files.empty())
        return files;
    addFolder(folder, {}, limits, files);
    for (const auto* name :
         {"new", "pending", "completed", "reports", "minidumps", "Crash Reports/pending"})
        addFolder(folder / name, name, limits, files);
    if (files.empty())
        return fail(ErrorKind::Unsupported,
                    "the folder holds no crash file (also in new, pending, completed, reports)");
    return files;
}

Result<std::vector<CrashFile>> partOfContainer(const std::filesystem::path& container,
                                               const std::filesystem::path& path,
                                               const ParseLimits& limits)
{
    FL_TRY(auto bytes, mapForeignFile(container));
    FL_TRY(auto files, findCrashFiles(std::move(bytes), limits));
    const auto name = path.lexically_relative(container).generic_string();
    const auto found = std::ranges::find(files, name, &CrashFile::name);
    if (found == files.end())
        return fail(ErrorKind::NotFound, container.filename().string(), " holds no ",
                    escapeControls(name), "; it holds ", crashFileNames(files));
    return std::vector{std::move(*found)};
}

} // namespace

std::filesystem::path crashContainerOf(const std::filesystem::path& path)
{
    std::error_code ignored;
    for (auto at = path; !at.empty() && at != at.parent_path(); at = at.parent_path()) {
        if (std::filesystem::exists(at, ignored))
            return at == path || std::filesystem::is_regular_file(at, ignored) ? at : path;
    }
    return path;
}

std::filesystem::path crashFolderOf(const std::filesystem::path& path)
{
    std::error_code ignored;
    const auto container = crashContainerOf(path);
    return std::filesystem::is_directory(container, ignored) ? container : container.parent_path();
}

Result<std::vector<CrashFile>> findCrashFiles(ByteView bytes, const ParseLimits& limits)
{
    if (isReportBundle(bytes.span()))
        return std::vector<CrashFile>{
            {.name = {}, .open = [bytes] { return Result<CrashContent>(bytes); }}};
    if (const auto format = packing::archiveFormatOf(bytes.span()))
        return filesOfArchive(bytes, *format, limits);
    if (container::looksLikeMultipart(bytes.span()) &&
        crash::findCrashReader(bytes.span()) == nullptr) {
        FL_TRY(auto parts, container::readMultipartBody(bytes));
        return filesOfParts("the multipart body", std::move(parts), limits);
    }
    if (container::looksLikeSentryEnvelope(bytes.span()))
        return filesOfEnvelope(bytes, limits);
    if (!crash::isCompressedFile(bytes.span()))
        return filesOfContent(std::move(bytes), limits);
    FL_TRY(auto content, unpackCrashFile(bytes.span(), limits));
    const auto& inner = content.bytes;
    // Checked before the readers, because an archive of a Mac contains the text of the Apple report
    // inside.
    if (container::looksLikeUnrealCrash(inner.span())) {
        auto parts = container::readUnrealCrash(inner);
        if (parts)
            return filesOfParts("the Unreal crash archive", *std::move(parts), limits);
    }
    if (const auto format = packing::archiveFormatOf(inner.span()))
        return filesOfArchive(inner, *format, limits);
    if (container::looksLikeSentryEnvelope(inner.span()))
        return filesOfEnvelope(inner, limits);
    return filesOfContent(std::move(content), limits);
}

Result<std::vector<CrashFile>> findCrashFilesAt(const std::filesystem::path& path,
                                                const ParseLimits& limits)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return filesOfFolder(path, limits);
    if (const auto container = crashContainerOf(path); container != path)
        return partOfContainer(container, path, limits);
    FL_TRY(auto bytes, mapForeignFile(path));
    FL_TRY(auto files, findCrashFiles(std::move(bytes), limits));
    if (files.size() == 1 && path.extension() == ".dmp")
        files.front() = withFacts(std::move(files.front()), readExtraFile(path));
    return files;
}

std::vector<std::string> namesOf(const std::vector<CrashFile>& files)
{
    std::vector<std::string> names;
    std::ranges::transform(files, std::back_inserter(names), &CrashFile::name);
    return names;
}

Result<CrashContent> openOnlyCrashFile(const std::vector<CrashFile>& files)
{
    if (files.size() != 1)
        return fail(ErrorKind::Unsupported, "holds ", files.size(),
                    " crash files: ", crashFileNames(files));
    return files.front().open();
}

std::string crashFileNames(const std::vector<CrashFile>& files)
{
    constexpr std::size_t kMaxListed = 20;
    std::string list;
    for (std::size_t i = 0; i < std::min(files.size(), kMaxListed); ++i)
        list += concat(i == 0 ? "" : ", ", escapeControls(files[i].name));
    if (files.size() > kMaxListed)
        list += concat(" and ", files.size() - kMaxListed, " more");
    return list;
}

} // namespace faultline::intake
