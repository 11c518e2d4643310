// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/source_configs.h"

#include "core/engine/source_presets.h"
#include "ui/bridge/report_state.h"

#include <algorithm>
#include <array>

namespace faultline::ui {

namespace {

struct LayoutName
{
    QLatin1String name;
    sources::LayoutType type = sources::LayoutType::Native;
};

constexpr std::array kLayouts{
    LayoutName{.name = QLatin1String("native"), .type = sources::LayoutType::Native},
    LayoutName{.name = QLatin1String("symstore"), .type = sources::LayoutType::Symstore},
    LayoutName{.name = QLatin1String("symstore_index2"),
               .type = sources::LayoutType::SymstoreIndex2},
    LayoutName{.name = QLatin1String("ssqp"), .type = sources::LayoutType::Ssqp},
    LayoutName{.name = QLatin1String("debuginfod"), .type = sources::LayoutType::Debuginfod},
    LayoutName{.name = QLatin1String("unified"), .type = sources::LayoutType::Unified},
    LayoutName{.name = QLatin1String("slashsymbols"), .type = sources::LayoutType::SlashSymbols}};

sources::LayoutType layoutOf(const QString& name)
{
    for (const LayoutName& layout : kLayouts) {
        if (layout.name == name)
            return layout.type;
    }
    return sources::LayoutType::Native;
}

sources::SourceConfig makeConfig(const SourceSetting& setting)
{
    sources::SourceConfig config;
    if (setting.kind == SourceSetting::Kind::Preset) {
        if (const auto preset = sources::findSourcePreset(setting.location.toStdString()))
            config = sources::sourceOf(*preset);
        config.id = setting.name.toStdString();
        return config;
    }
    config.id = setting.name.toStdString();
    config.layout.type = layoutOf(setting.layout);
    const std::string location = setting.location.toStdString();
    if (setting.kind == SourceSetting::Kind::Http) {
        sources::HttpSource http;
        http.url = location;
        config.where = http;
    } else if (setting.layout.isEmpty()) {
        config.where = sources::FolderSource{.path = location};
    } else {
        config.where = sources::FilesystemSource{.path = location};
    }
    return config;
}

QString layoutName(const sources::SourceConfig& config)
{
    const auto layout = std::ranges::find(kLayouts, config.layout.type, &LayoutName::type);
    const bool hasNone = sources::isScanned(config) || layout == kLayouts.end();
    return hasNone ? QString() : QString(layout->name);
}

} // namespace

QList<SourceSetting> makeSourceSettings(const std::vector<sources::SourceConfig>& configs)
{
    QList<SourceSetting> settings;
    for (const sources::SourceConfig& config : configs)
        settings.append({.kind = sources::isOnThisMachine(config) ? SourceSetting::Kind::Folder
                                                                  : SourceSetting::Kind::Http,
                         .name = toQString(config.id),
                         .location = toQString(sources::shownPlace(config)),
                         .layout = layoutName(config)});
    return settings;
}

QList<SourcePresetRow> makePresetRows()
{
    QList<SourcePresetRow> rows;
    for (const sources::SourcePreset& preset : sources::sourcePresets())
        rows.append({.id = toQString(preset.id),
                     .name = toQString(preset.name),
                     .url = toQString(preset.url),
                     .whatIsSent = toQString(sources::whatIsSent(preset))});
    return rows;
}

std::vector<sources::SourceConfig> makeSourceConfigs(const QList<SourceSetting>& settings)
{
    std::vector<sources::SourceConfig> configs;
    for (const SourceSetting& setting : settings)
        configs.push_back(makeConfig(setting));
    return configs;
}

} // namespace faultline::ui
