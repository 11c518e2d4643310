#include "ui/bridge/source_configs.h"

#include <array>

namespace faultline::ui {

namespace {

struct LayoutName
{
    QLatin1String name;
    sources::LayoutType type;
};

constexpr std::array kLayouts{
    LayoutName{QLatin1String("native"), sources::LayoutType::Native},
    LayoutName{QLatin1String("symstore"), sources::LayoutType::Symstore},
    LayoutName{QLatin1String("symstore_index2"), sources::LayoutType::SymstoreIndex2},
    LayoutName{QLatin1String("ssqp"), sources::LayoutType::Ssqp},
    LayoutName{QLatin1String("debuginfod"), sources::LayoutType::Debuginfod},
    LayoutName{QLatin1String("unified"), sources::LayoutType::Unified},
    LayoutName{QLatin1String("slashsymbols"), sources::LayoutType::SlashSymbols}};

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
    config.id = setting.name.toStdString();
    config.layout.type = layoutOf(setting.layout);
    const std::string location = setting.location.toStdString();
    if (setting.kind == SourceSetting::Kind::Http) {
        sources::HttpSource http;
        http.url = location;
        config.where = http;
    } else if (setting.layout.isEmpty()) {
        config.where = sources::FolderSource{location};
    } else {
        config.where = sources::FilesystemSource{location};
    }
    return config;
}

} // namespace

std::vector<sources::SourceConfig> makeSourceConfigs(const QList<SourceSetting>& settings)
{
    std::vector<sources::SourceConfig> configs;
    for (const SourceSetting& setting : settings)
        configs.push_back(makeConfig(setting));
    return configs;
}

} // namespace faultline::ui
