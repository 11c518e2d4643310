// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/download/downloader.h"

#include <QTemporaryDir>

#include <filesystem>
#include <future>
#include <memory>
#include <string>

namespace faultline::test {

/// What tests of single downloads share: a folder for their files, and a downloader for each.
class DownloadBench
{
protected:
    void newFolder() { m_dir = std::make_unique<QTemporaryDir>(); }

    net::DownloadRequest request(const std::string& url)
    {
        return {.from = net::HttpTarget{.url = url},
                .target = *TempFile::create(m_dir->path().toStdString()),
                .decompress = true,
                .source = "test",
                .location = url,
                .label = "module"};
    }

    net::DownloadOutcome run(net::DownloadRequest wanted,
                             net::DownloadPolicy policy = {},
                             net::Downloader::Progress progress = {})
    {
        net::Downloader downloader(std::move(policy), *m_transport, *m_io, std::move(progress));
        std::promise<net::DownloadOutcome> outcome;
        downloader.start(std::move(wanted), {},
                         [&](net::DownloadOutcome o) { outcome.set_value(std::move(o)); });
        return outcome.get_future().get();
    }

    static std::string textOf(const net::DownloadOutcome& outcome)
    {
        if (!outcome.content)
            return outcome.content.error().describe();
        if (const auto* file = std::get_if<TempFile>(&*outcome.content))
            return std::string(file->map()->text());
        return "in place: " + std::string(std::get<ByteView>(*outcome.content).text());
    }

    int filesLeft() const
    {
        return static_cast<int>(
            std::distance(std::filesystem::directory_iterator(m_dir->path().toStdString()), {}));
    }

    std::unique_ptr<QTemporaryDir> m_dir = std::make_unique<QTemporaryDir>();
    std::unique_ptr<net::Transport> m_transport = net::makeCurlTransport();
    std::unique_ptr<WorkerPool> m_io = std::make_unique<WorkerPool>(2);
};

} // namespace faultline::test
