// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/progress_line.h"

#include "core/base/text.h"

#include <cstdio>
#include <unistd.h>

namespace faultline::app {

namespace {

// A longer line would wrap, and then it could not be erased.
constexpr std::size_t kMaxColumns = 78;

std::string textOf(const engine::TransferProgress& transfer)
{
    auto text = concat("fetching ", transfer.location, ": ", transfer.receivedBytes >> 10, " KiB");
    if (transfer.totalBytes != 0)
        text += concat(" of ", transfer.totalBytes >> 10);
    return text;
}

std::string textOf(const engine::JobProgress& job)
{
    return job.total == 0 ? job.step : concat(job.step, " ", job.done, " of ", job.total);
}

} // namespace

ProgressLine::ProgressLine(Place place)
    : m_isTerminal(place == Place::StandardError && ::isatty(STDERR_FILENO) != 0)
{
}

ProgressLine::~ProgressLine()
{
    clear();
}

void ProgressLine::show(const engine::Notice& notice)
{
    if (const auto* transfer = std::get_if<engine::TransferProgress>(&notice);
        transfer != nullptr && transfer->receivedBytes != 0)
        print(textOf(*transfer));
    else if (const auto* job = std::get_if<engine::JobProgress>(&notice))
        print(textOf(*job));
}

void ProgressLine::clear()
{
    const std::lock_guard lock(m_mutex);
    if (std::exchange(m_isShown, false))
        std::fputs("\r\x1b[K", stderr);
}

void ProgressLine::print(std::string text)
{
    if (!m_isTerminal)
        return;
    text = escapeControls(text);
    if (text.size() > kMaxColumns)
        text = text.substr(0, kMaxColumns - 1) + "…";
    const std::lock_guard lock(m_mutex);
    m_isShown = true;
    std::fprintf(stderr, "\r\x1b[K%s", text.c_str());
}

} // namespace faultline::app
