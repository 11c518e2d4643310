// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/table_ledger.h"

#include "core/base/file.h"
#include "core/base/folder.h"
#include "core/base/hex.h"
#include "core/base/temp_file.h"
#include "core/base/text.h"

#include <cerrno>
#include <unistd.h>

namespace faultline::server::mozilla {

namespace {

constexpr char kAdded = '+';
constexpr char kRemoved = '-';
constexpr std::size_t kNotesBeforeRewrite = 4096;

/// Formats "+ <bytes> <id> <name>". The name comes last, because it may contain spaces.
std::string lineOf(char action, const ModuleName& module, std::uint64_t sizeBytes)
{
    return concat(std::string_view(&action, 1), " ", sizeBytes, " ", module.debugId, " ",
                  module.debugFile, "\n");
}

struct Line
{
    char action = 0;
    std::uint64_t sizeBytes = 0;
    ModuleName module;
};

std::optional<Line> parseLine(std::string_view text)
{
    const auto afterAction = text.find(' ');
    const auto afterSize = text.find(' ', afterAction + 1);
    const auto afterId = text.find(' ', afterSize + 1);
    if (afterAction != 1 || afterSize == text.npos || afterId == text.npos)
        return std::nullopt;
    const auto size = parseDecimal(text.substr(2, afterSize - 2));
    Line line{text[0],
              size.value_or(0),
              {std::string(text.substr(afterId + 1)),
               std::string(text.substr(afterSize + 1, afterId - afterSize - 1))}};
    return size && line.module.isComplete() ? std::optional(std::move(line)) : std::nullopt;
}

} // namespace

TableLedger::TableLedger(TableLedgerOptions options, Evict evict)
    : m_options(std::move(options)), m_evict(std::move(evict))
{
    if (!m_options.file)
        return;
    read();
    const auto evicted = shrink();
    writeAll();
    for (const auto& module : evicted)
        m_evict(module);
}

TableLedger::~TableLedger()
{
    if (m_options.file)
        writeAll();
}

/// A file that another user may have written counts as absent.
void TableLedger::read()
{
    const auto folder = Folder::open(m_options.file->parent_path());
    if (!folder)
        return;
    const auto name = m_options.file->filename().string();
    const auto file = folder->openFile(name);
    const auto info = folder->find(name);
    if (!file || !info || !isTrustedOwner(info->st_uid, ::geteuid()) || isWritableForAll(*info))
        return;
    const auto bytes = mapOwnDescriptor(file->get(), *m_options.file);
    if (!bytes)
        return;
    for (const auto text : splitLines(bytes->text())) {
        const auto line = parseLine(text);
        if (!line)
            continue;
        take(line->module);
        if (line->action == kAdded)
            insert(line->module, line->sizeBytes);
    }
}

bool TableLedger::use(const ModuleName& module)
{
    const std::lock_guard lock(m_mutex);
    const auto place = m_places.find(module);
    if (place == m_places.end())
        return false;
    m_entries.splice(m_entries.end(), m_entries, place->second);
    return true;
}

void TableLedger::add(const ModuleName& module, std::uint64_t sizeBytes)
{
    std::vector<ModuleName> evicted;
    {
        const std::lock_guard lock(m_mutex);
        take(module);
        if (m_options.limitBytes != 0 && sizeBytes > m_options.limitBytes) {
            evicted.push_back(module);
        } else {
            insert(module, sizeBytes);
            note(kAdded, m_entries.back());
            evicted = shrink();
        }
    }
    for (const auto& gone : evicted)
        m_evict(gone);
}

void TableLedger::remove(const ModuleName& module)
{
    const std::lock_guard lock(m_mutex);
    if (take(module))
        note(kRemoved, {module, 0});
}

void TableLedger::leaveFile()
{
    const std::lock_guard lock(m_mutex);
    m_options.file.reset();
}

std::vector<ModuleName> TableLedger::modules() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<ModuleName> modules;
    for (const auto& entry : m_entries)
        modules.push_back(entry.module);
    return modules;
}

std::uint64_t TableLedger::totalBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_totalBytes;
}

std::size_t TableLedger::count() const
{
    const std::lock_guard lock(m_mutex);
    return m_entries.size();
}

void TableLedger::insert(const ModuleName& module, std::uint64_t sizeBytes)
{
    m_entries.push_back({module, sizeBytes});
    m_places[module] = std::prev(m_entries.end());
    m_totalBytes += sizeBytes;
}

bool TableLedger::take(const ModuleName& module)
{
    const auto place = m_places.find(module);
    if (place == m_places.end())
        return false;
    m_totalBytes -= place->second->sizeBytes;
    m_entries.erase(place->second);
    m_places.erase(place);
    return true;
}

std::vector<ModuleName> TableLedger::shrink()
{
    std::vector<ModuleName> evicted;
    while (m_options.limitBytes != 0 && m_totalBytes > m_options.limitBytes) {
        for (std::uint32_t i = 0; i < std::max(1u, m_options.evictionBatch); ++i) {
            if (m_entries.empty())
                break;
            const auto oldest = m_entries.front().module;
            take(oldest);
            note(kRemoved, {oldest, 0});
            evicted.push_back(oldest);
        }
    }
    return evicted;
}

void TableLedger::note(char action, const Entry& entry)
{
    if (!m_options.file)
        return;
    if (++m_notes > kNotesBeforeRewrite + 2 * m_entries.size()) {
        rewrite();
        return;
    }
    if (!append(lineOf(action, entry.module, entry.sizeBytes)))
        rewrite(); // Somebody has removed the file, or put a link in its place.
}

/// Appends to what a rewrite has made.
Result<void> TableLedger::append(std::string_view line) const
{
    FL_TRY(const auto folder, Folder::open(m_options.file->parent_path()));
    FL_TRY(const auto file,
           folder.openFile(m_options.file->filename().string(), Folder::Mode::Append));
    if (::write(file.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        return std::unexpected(errorFromErrno(errno, "write", *m_options.file));
    return {};
}

void TableLedger::writeAll()
{
    const std::lock_guard lock(m_mutex);
    rewrite();
}

/// On failure the previous file stays, and what changed is forgotten at the next start.
void TableLedger::rewrite()
{
    m_notes = 0;
    static_cast<void>(rewriteFile());
}

Result<void> TableLedger::rewriteFile() const
{
    std::string text;
    for (const auto& entry : m_entries)
        text += lineOf(kAdded, entry.module, entry.sizeBytes);
    FL_TRY(const auto folder, Folder::openOrMake(m_options.file->parent_path()));
    FL_TRY(auto file, TempFile::create(folder));
    FL_CHECK(file.append(asBytes(text)));
    return file.keepIn(folder, m_options.file->filename().string());
}

} // namespace faultline::server::mozilla
