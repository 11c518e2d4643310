// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/output_file.h"

#include "core/base/file.h"

#include <cerrno>
#include <sys/ioctl.h>
#include <unistd.h>

namespace faultline::app {

void OutputFile::Closer::operator()(std::FILE* file) const
{
    std::fclose(file);
}

Result<OutputFile> OutputFile::open(const std::optional<std::filesystem::path>& path)
{
    OutputFile output;
    output.m_stream = stdout;
    if (!path)
        return output;
    output.m_file.reset(std::fopen(path->c_str(), "wbe"));
    if (!output.m_file)
        return std::unexpected(errorFromErrno(errno, "write", *path));
    output.m_stream = output.m_file.get();
    output.m_name = path->string();
    return output;
}

void OutputFile::write(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), m_stream) != text.size() && m_failure == 0)
        m_failure = errno;
}

Result<void> OutputFile::finish()
{
    if (std::fflush(m_stream) != 0 && m_failure == 0)
        m_failure = errno;
    if (m_failure != 0)
        return std::unexpected(errorFromErrno(m_failure, "write", m_name));
    return {};
}

bool OutputFile::isTerminal() const
{
    return ::isatty(::fileno(m_stream)) != 0;
}

std::size_t OutputFile::width() const
{
    constexpr std::size_t kDefault = 100;
    winsize size{};
    const bool isKnown = ::ioctl(::fileno(m_stream), TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
    return isKnown ? size.ws_col : kDefault;
}

} // namespace faultline::app
