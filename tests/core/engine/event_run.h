// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/read_event.h"
#include "core/model/report.h"
#include "core/sources/source_config.h"
#include "core/symbolicate/options/options.h"

#include <QByteArray>

namespace faultline::test {

/// Reads a crash file and runs it without a network. Null when either fails.
inline ReportPtr runOffline(const QByteArray& input, symbolicate::SymbolicateOptions options)
{
    const auto event = intake::readEvent(
        ByteView::fromString(std::string(input.constData(), std::size_t(input.size()))), {});
    if (!event)
        return nullptr;
    engine::EngineConfig config;
    config.offline = true;
    engine::Engine engine(config, silentLog(), [](const engine::Notice&) {});
    const auto report = engine.run(*event, options, {});
    return report ? *report : nullptr;
}

/// The same with one source, a folder in any arrangement.
inline ReportPtr runWithFolder(const QByteArray& input, const std::string& folder)
{
    sources::SourceConfig source;
    source.id = "local:0";
    source.where = sources::FolderSource{.path = folder};
    symbolicate::SymbolicateOptions options;
    options.sources = {source};
    return runOffline(input, std::move(options));
}

} // namespace faultline::test
