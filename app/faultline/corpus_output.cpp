// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/corpus_output.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/json/json_reader.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace faultline::app {

namespace {

/// What a line says of its place among the lines of its file.
struct LinePlace
{
    std::string file;
    std::uint64_t part = 0;
    std::uint64_t parts = 0;
};

std::optional<std::uint64_t> numberOf(const json::JsonValue& line, std::string_view name)
{
    const auto value = line.member(name);
    return value && value->kind() == json::JsonKind::Unsigned ? std::optional(value->integerBits())
                                                              : std::nullopt;
}

std::optional<LinePlace> placeOf(std::string_view line)
{
    const auto parsed = json::parseJson(line);
    if (!parsed || parsed->isEmpty() || parsed->root().kind() != json::JsonKind::Object)
        return std::nullopt;
    const auto file = parsed->root().member("file");
    const auto part = numberOf(parsed->root(), "part");
    const auto parts = numberOf(parsed->root(), "parts");
    if (!file || file->kind() != json::JsonKind::String || !part || !parts || *part >= *parts)
        return std::nullopt;
    return LinePlace{std::string(file->text()), *part, *parts};
}

/// Reads the lines of an output. The files' lines stand together and in order.
class FinishedFiles
{
public:
    explicit FinishedFiles(std::string_view text) : m_text(text) {}

    /// Calls `visit` for each whole file. Returns how many bytes these take; what follows is of a
    /// file that was being written. Errors: Malformed.
    template <class Visit>
    Result<std::size_t> read(Visit visit)
    {
        // A program that was killed while it wrote the first file may have left only a part of a
        // line. Such a part is recognized by the characters with which every line begins.
        if (!beginsAsALine())
            return refused(1);
        std::size_t whole = 0;
        std::size_t at = 0;
        std::uint64_t number = 0;
        std::uint64_t seen = 0;
        while (const auto line = lineAt(at)) {
            ++number;
            const auto place = placeOf(*line);
            if (!place || place->part != seen)
                return isLast(at, *line) ? Result<std::size_t>(whole) : refused(number);
            at += line->size() + 1;
            seen = place->part + 1 == place->parts ? 0 : place->part + 1;
            if (seen == 0) {
                visit(place->file);
                whole = at;
            }
        }
        return whole;
    }

private:
    bool beginsAsALine() const
    {
        constexpr std::string_view kBegin = R"({"file":)";
        const auto head = m_text.substr(0, kBegin.size());
        return kBegin.starts_with(head);
    }

    std::optional<std::string_view> lineAt(std::size_t at) const
    {
        const auto end = m_text.find('\n', at);
        return end == std::string_view::npos ? std::nullopt
                                             : std::optional(m_text.substr(at, end - at));
    }

    bool isLast(std::size_t at, std::string_view line) const
    {
        return at + line.size() + 1 == m_text.size();
    }

    static Result<std::size_t> refused(std::uint64_t number)
    {
        return fail(ErrorKind::Malformed, "line ", number, " is none of a corpus");
    }

    std::string_view m_text;
};

int openFlags(CorpusStart start)
{
    return O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW |
           (start == CorpusStart::New ? O_EXCL : 0);
}

} // namespace

Result<std::unique_ptr<CorpusOutput>> CorpusOutput::open(const std::filesystem::path& path,
                                                         CorpusStart start)
{
    constexpr mode_t kMode = 0644;
    const int descriptor = ::open(path.c_str(), openFlags(start), kMode);
    if (descriptor < 0 && errno == EEXIST)
        return fail(ErrorKind::Unsupported, path.string(), ": exists; --resume goes on with it");
    if (descriptor < 0)
        return std::unexpected(errorFromErrno(errno, "open", path));
    std::unique_ptr<CorpusOutput> output(new CorpusOutput(descriptor, path));
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return fail(ErrorKind::Unsupported, path.string(), ": another process writes it");
    if (auto read = output->readBack(); !read) {
        read.error().detail = concat(path.string(), ": ", read.error().detail);
        return std::unexpected(std::move(read.error()));
    }
    return output;
}

CorpusOutput::~CorpusOutput()
{
    ::close(m_descriptor);
}

CorpusOutput::FileKey CorpusOutput::keyOf(std::string_view file)
{
    const auto digest = sha256(std::as_bytes(std::span(file)));
    FileKey key{};
    std::copy_n(digest.begin(), key.size(), key.begin());
    return key;
}

bool CorpusOutput::claim(std::string_view file)
{
    const std::lock_guard lock(m_mutex);
    return m_claimed.insert(keyOf(file)).second;
}

Result<void> CorpusOutput::readBack()
{
    struct stat status{};

    if (::fstat(m_descriptor, &status) != 0)
        return std::unexpected(errorFromErrno(errno, "read", m_path));
    if (status.st_size == 0)
        return {};
    FL_TRY(const auto bytes, mapForeignFile(m_path));
    const auto text = bytes.text();
    FL_TRY(const auto whole, FinishedFiles(text).read([this](const std::string& file) {
        m_claimed.insert(keyOf(file));
    }));
    m_resumedCount = m_claimed.size();
    if (whole < text.size() && ::ftruncate(m_descriptor, static_cast<off_t>(whole)) != 0)
        return std::unexpected(errorFromErrno(errno, "shorten", m_path));
    return {};
}

Result<void> CorpusOutput::append(std::string_view lines)
{
    const std::lock_guard lock(m_mutex);
    const auto begin = ::lseek(m_descriptor, 0, SEEK_END);
    while (!lines.empty()) {
        const auto written = ::write(m_descriptor, lines.data(), lines.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            auto error = errorFromErrno(errno, "write", m_path);
            // A resumed run would remove what is left of these lines as well.
            static_cast<void>(::ftruncate(m_descriptor, begin) == 0);
            return std::unexpected(std::move(error));
        }
        lines.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

} // namespace faultline::app
