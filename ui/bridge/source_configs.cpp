#include "ui/bridge/source_configs.h"

#include <array>

namespace faultline::ui {

namespace {

struct LayoutName
{
    QLatin1String name;
    LayoutType type;
};

constexpr std::array kLayouts{LayoutName{QLatin1String("native"), LayoutType::Native},
                              LayoutName{QLatin1String("symstore"), LayoutType::Symstore},
                              LayoutName{QLatin1String("symstore_index2"), LayoutType::SymstoreIndex2},
                              LayoutName{QLatin1String("ssqp"), LayoutType::Ssqp},
                              LayoutName{QLatin1String("debuginfod"), LayoutType::Debuginfod},
                              LayoutName{QLatin1String("unified"), LayoutType::Unified},
                              LayoutName{QLatin1String("slashsymbols"), LayoutType::SlashSymbols}};

LayoutType layoutOf(const QString& name)
{
    for (const LayoutName& layout : kLayouts) {
        if (layout.name == name)
            return layout.type;
    }
    return LayoutType::Native;
}

SourceConfig makeConfig(const SourceSetting& setting)
{
    SourceConfig config;
    config.id = setting.name.toStdString();
    config.layout.type = layoutOf(setting.layout);
    const std::string location = setting.location.toStdString();
    if (setting.kind == SourceSetting::Kind::Http) {
        HttpSource http;
        http.url = location;
        config.where = http;
    } else if (setting.layout.isEmpty()) {
        config.where = FolderSource{location};
    } else {
        config.where = FilesystemSource{location};
    }
    return config;
}

} // namespace

std::vector<SourceConfig> makeSourceConfigs(const QList<SourceSetting>& settings)
{
    std::vector<SourceConfig> configs;
    for (const SourceSetting& setting : settings)
        configs.push_back(makeConfig(setting));
    return configs;
}

} // namespace faultline::ui
