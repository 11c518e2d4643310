// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/debug_file_service.h"

#include "core/base/contained.h"
#include "core/engine/debug_file_facts.h"
#include "core/symbolfiles/symcache_file.h"

#include <utility>

namespace faultline::engine {

namespace {

/// What the look-up file of an object is made of; absent where there is nothing to look up.
bool hasNames(const symbolfiles::SymbolFiles& files)
{
    const auto isUseful = [](const object::Object& object) {
        const auto features = object.features();
        return features.hasDebugInfo || features.hasSymbols;
    };
    return isUseful(*files.object) || (files.linked && isUseful(*files.linked));
}

Result<symcache::SymCache> symbolsOf(ReadDebugFile&& file, const std::stop_token& stop)
{
    if (file.symCache)
        return *std::move(file.symCache);
    return symbolfiles::symCacheOf(*std::move(file.objects), stop);
}

} // namespace

DebugFileService::DebugFileService(ParseLimits limits, Callback callback)
    : m_limits(limits), m_callback(std::move(callback))
{
}

DebugFileService::~DebugFileService()
{
    m_stop.request_stop();
    m_functions.request_stop();
    m_files.request_stop();
}

template <class Work>
void DebugFileService::post(Work work)
{
    m_thread.post([this, number = m_number, stop = m_stop.get_token(), work = std::move(work)] {
        if (stop.stop_requested())
            return;
        if (auto done = contained([&] { work(number, stop); }); !done && !stop.stop_requested())
            m_callback(DebugFileFailure{
                .number = number, .isOfIndex = true, .error = std::move(done.error())});
    });
}

std::uint64_t DebugFileService::open(std::string path)
{
    close();
    post([this, path = std::move(path)](std::uint64_t number, const std::stop_token& stop) {
        read(path, number, stop);
    });
    return m_number;
}

void DebugFileService::close()
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_functions.request_stop();
    m_files.request_stop();
    ++m_number;
    post([this](std::uint64_t, const std::stop_token&) { m_lookup.reset(); });
}

void DebugFileService::read(const std::string& path,
                            std::uint64_t number,
                            const std::stop_token& stop)
{
    m_lookup.reset();
    auto file = readDebugFile(path, m_limits, stop);
    if (stop.stop_requested())
        return;
    if (!file)
        return m_callback(DebugFileFailure{.number = number, .error = file.error()});
    file->facts.number = number;
    const auto loadAddress = file->facts.loadAddress;
    const bool isSearchable = file->symCache || (file->objects && hasNames(*file->objects));
    m_callback(file->facts);
    if (!isSearchable)
        return m_callback(DebugFileIndex{.number = number});
    auto symbols = symbolsOf(*std::move(file), stop);
    if (stop.stop_requested())
        return;
    if (!symbols)
        return m_callback(
            DebugFileFailure{.number = number, .isOfIndex = true, .error = symbols.error()});
    m_lookup = std::make_unique<DebugFileLookup>(*std::move(symbols), loadAddress);
    auto index = m_lookup->index(stop);
    index.number = number;
    if (!stop.stop_requested())
        m_callback(std::move(index));
}

/// `question` gets the look-up file and makes the notice, which is dropped when the search was
/// stopped.
template <class Ask>
void DebugFileService::ask(std::stop_token search, Ask question)
{
    post([this, search = std::move(search),
          question = std::move(question)](std::uint64_t number, const std::stop_token& stop) {
        if (!m_lookup || search.stop_requested())
            return;
        auto answer = question(*m_lookup, search);
        answer.number = number;
        if (!stop.stop_requested() && !search.stop_requested())
            m_callback(std::move(answer));
    });
}

void DebugFileService::findFunctions(std::string pattern)
{
    m_functions.request_stop();
    m_functions = std::stop_source();
    ask(m_functions.get_token(),
        [pattern = std::move(pattern)](const DebugFileLookup& lookup, const std::stop_token& stop) {
            return lookup.findFunctions(pattern, stop);
        });
}

void DebugFileService::findFiles(std::string pattern)
{
    m_files.request_stop();
    m_files = std::stop_source();
    ask(m_files.get_token(),
        [pattern = std::move(pattern)](const DebugFileLookup& lookup, const std::stop_token& stop) {
            return lookup.findFiles(pattern, stop);
        });
}

void DebugFileService::readLines(std::uint32_t function)
{
    ask({}, [function](const DebugFileLookup& lookup, const std::stop_token&) {
        return lookup.lines(function);
    });
}

void DebugFileService::lookUp(std::uint64_t address)
{
    ask({}, [address](const DebugFileLookup& lookup, const std::stop_token&) {
        return lookup.at(address);
    });
}

} // namespace faultline::engine
