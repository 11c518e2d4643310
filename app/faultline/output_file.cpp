// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/output_file.h"

#include "core/base/file.h"

#include <cerrno>
#include <sys/ioctl.h>
#include <unistd.h>

namespace faultline::app {

namespace {

constexpr std::size_t kPieceBytes = 256 << 10;

} // namespace

void OutputFile::Closer::operator()(std::FILE* file) const
{
    std::fclose(file);
}

Result<OutputFile> OutputFile::open(const std::optional<Path>& path,
                                    const std::vector<Path>& inputs)
{
    OutputFile output;
    output.m_stream = stdout;
    if (!path)
        return output;
    output.m_name = path->string();
    FL_CHECK(checkIsNoInput(*path, inputs));
    if (isStream(*path)) {
        FL_CHECK(output.openStreamAt(*path));
        return output;
    }
    FL_TRY(auto collected, UserFile::create(*path));
    output.m_stream = nullptr;
    output.m_collected.emplace(std::move(collected));
    return output;
}

Result<void> OutputFile::openStreamAt(const Path& path)
{
    FL_TRY(const auto opened, openStream(path));
    const int fd = ::dup(opened.get());
    m_file.reset(fd < 0 ? nullptr : ::fdopen(fd, "wb"));
    if (!m_file)
        return std::unexpected(errorFromErrno(errno, "write", path));
    m_stream = m_file.get();
    return {};
}

void OutputFile::write(std::string_view text)
{
    m_hasContent = m_hasContent || !text.empty();
    if (m_collected)
        collect(text);
    else if (std::fwrite(text.data(), 1, text.size(), m_stream) != text.size() && !m_failure)
        m_failure = errorFromErrno(errno, "write", m_name);
}

/// Texts arrive in small pieces.
void OutputFile::collect(std::string_view text)
{
    m_waiting += text;
    if (m_waiting.size() >= kPieceBytes)
        flushCollected();
}

void OutputFile::flushCollected()
{
    const auto written =
        m_failure ? Result<void>() : m_collected->content().append(asBytes(m_waiting));
    if (!written)
        m_failure = written.error();
    m_waiting.clear();
}

Result<void> OutputFile::finish()
{
    if (m_collected)
        flushCollected();
    else if (std::fflush(m_stream) != 0 && !m_failure)
        m_failure = errorFromErrno(errno, "write", m_name);
    if (m_failure)
        return std::unexpected(*m_failure);
    return m_collected ? m_collected->keep() : Result<void>();
}

bool OutputFile::isTerminal() const
{
    return m_stream != nullptr && ::isatty(::fileno(m_stream)) != 0;
}

std::size_t OutputFile::width() const
{
    constexpr std::size_t kDefault = 100;
    winsize size{};
    const bool isKnown = m_stream != nullptr &&
                         ::ioctl(::fileno(m_stream), TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
    return isKnown ? size.ws_col : kDefault;
}

} // namespace faultline::app
