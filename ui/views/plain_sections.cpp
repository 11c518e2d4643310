// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/plain_sections.h"

#include "ui/settings/editor_command.h"
#include "ui/style/plain_label.h"
#include "ui/views/hosts_editor.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QPushButton>

#include <array>
#include <utility>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Settings)
};

using Area = SettingsSection::Area;

/// A setting for which every value that the editor offers fits.
template <class Get, class Set>
SettingBinding bindTo(Get get, Set set, QVariant byDefault)
{
    return {.value = [get = std::move(get)] { return QVariant(get()); },
            .set =
                [set = std::move(set)](const QVariant& value) {
                    set(value);
                    return QString();
                },
            .byDefault = [byDefault = std::move(byDefault)] { return byDefault; }};
}

SettingBinding bindZoom(AppSettings& settings)
{
    return {.value = [&settings] { return QVariant(settings.zoomPercent()); },
            .set =
                [&settings](const QVariant& value) {
                    bool isNumber = false;
                    const int percent = value.toInt(&isNumber);
                    if (!isNumber || percent < AppSettings::kSmallestZoom ||
                        percent > AppSettings::kLargestZoom)
                        return Words::tr("A whole number from %1 to %2")
                            .arg(AppSettings::kSmallestZoom)
                            .arg(AppSettings::kLargestZoom);
                    settings.setZoomPercent(percent);
                    return QString();
                },
            .byDefault = [] { return QVariant(100); }};
}

SettingBinding bindStack(AppSettings& settings, bool StackOptions::* option)
{
    return bindTo([&settings, option] { return settings.stackOptions().*option; },
                  [&settings, option](const QVariant& value) {
                      StackOptions options = settings.stackOptions();
                      options.*option = value.toBool();
                      settings.setStackOptions(options);
                  },
                  StackOptions().*option);
}

SettingBinding bindEditor(AppSettings& settings)
{
    return {.value = [&settings] { return QVariant(settings.editorCommand()); },
            .set =
                [&settings](const QVariant& value) {
                    const QString command = value.toString().trimmed();
                    if (!command.isEmpty() && !editorCommand(command, {}))
                        return Words::tr("The command names a program and has a %f for the file.");
                    settings.setEditorCommand(command);
                    return QString();
                },
            .byDefault = [] { return QVariant(QString()); }};
}

QString presetName(const QString& command)
{
    for (const EditorPreset& preset : editorPresets()) {
        if (preset.command == command)
            return preset.name;
    }
    return command.section(u' ', 0, 0).section(u'/', -1);
}

} // namespace

FormSection* makeAppearanceSection(const UiContext& context)
{
    AppSettings& settings = context.settings;
    auto* section =
        new FormSection(context.theme, {QStringLiteral("appearance"), Area::Window,
                                        Words::tr("Appearance"), QStringLiteral("sun")});
    SettingsForm& form = section->form();
    form.addChoice(QStringLiteral("settings.theme"), Words::tr("Theme"),
                   bindTo([&settings] { return int(settings.theme()); },
                          [&settings](const QVariant& value) {
                              settings.setTheme(ThemeChoice(value.toInt()));
                          },
                          int(ThemeChoice::System)),
                   {{Words::tr("As the system has it"), int(ThemeChoice::System)},
                    {Words::tr("Light"), int(ThemeChoice::Light)},
                    {Words::tr("Dark"), int(ThemeChoice::Dark)}},
                   Words::tr("follows the desktop while the program runs"));
    form.addNumber(QStringLiteral("settings.zoom"), Words::tr("Zoom"), bindZoom(settings),
                   Words::tr("%"), Words::tr("of texts, rows and icons"));
    form.refresh();
    QObject::connect(&settings, &AppSettings::themeChanged, section, &FormSection::refresh);
    QObject::connect(&settings, &AppSettings::zoomChanged, section, &FormSection::refresh);
    return section;
}

FormSection* makeEditorSection(const UiContext& context)
{
    AppSettings& settings = context.settings;
    auto* section =
        new FormSection(context.theme, {QStringLiteral("editors"), Area::Window,
                                        Words::tr("Editors"), QStringLiteral("pencil")});
    SettingsForm& form = section->form();
    SettingsForm::Choices presets{{Words::tr("None"), QString()}};
    for (const EditorPreset& preset : editorPresets())
        presets.append({preset.name, preset.command});
    form.addChoice(QStringLiteral("settings.editor"), Words::tr("Editor"), bindEditor(settings),
                   presets, Words::tr("opens the line of a frame"));
    form.addText(QStringLiteral("settings.editor_command"), Words::tr("Command"),
                 bindEditor(settings),
                 Words::tr("%f is the file, %l the line, %c the column, %% a percent sign. No "
                           "shell is used; double quotes keep blanks in one argument."));
    section->setFact([&settings] { return presetName(settings.editorCommand()); });
    form.refresh();
    QObject::connect(&settings, &AppSettings::editorCommandChanged, section, &FormSection::refresh);
    return section;
}

FormSection* makeStackSection(const UiContext& context)
{
    AppSettings& settings = context.settings;
    auto* section = new FormSection(context.theme, {QStringLiteral("stack"), Area::Window,
                                                    Words::tr("Stack"), QStringLiteral("stack")});
    SettingsForm& form = section->form();
    form.addHeading(Words::tr("Which frames"));
    const auto take = [&settings](auto change) {
        StackOptions options = settings.stackOptions();
        change(options);
        settings.setStackOptions(options);
    };
    form.addChoice(QStringLiteral("settings.stack_mode"), Words::tr("Frames"),
                   bindTo([&settings] { return int(settings.stackOptions().mode); },
                          [take](const QVariant& value) {
                              take([&](StackOptions& options) {
                                  options.mode = StackOptions::Mode(value.toInt());
                              });
                          },
                          int(StackOptions().mode)),
                   {{Words::tr("Most relevant"), int(StackOptions::Mode::Relevant)},
                    {Words::tr("All"), int(StackOptions::Mode::Full)},
                    {Words::tr("Raw"), int(StackOptions::Mode::Raw)}},
                   Words::tr("of reports that are opened, and of the open ones"));
    form.addChoice(QStringLiteral("settings.stack_order"), Words::tr("Order"),
                   bindTo([&settings] { return int(settings.stackOptions().order); },
                          [take](const QVariant& value) {
                              take([&](StackOptions& options) {
                                  options.order = StackOptions::Order(value.toInt());
                              });
                          },
                          int(StackOptions().order)),
                   {{Words::tr("Newest frame first"), int(StackOptions::Order::NewestFirst)},
                    {Words::tr("Oldest frame first"), int(StackOptions::Order::OldestFirst)}},
                   {});
    const std::array switches{
        std::tuple{"inline_rows", Words::tr("Inlined calls"), &StackOptions::inlineRows,
                   Words::tr("as rows of their own")},
        std::tuple{"fold_recursion", Words::tr("Fold recursion"), &StackOptions::foldRecursion,
                   Words::tr("frames that repeat are one row with their count")},
        std::tuple{"count_inlines", Words::tr("Count inlined calls"), &StackOptions::countInlines,
                   Words::tr("in the numbers of frames")}};
    for (const auto& [name, label, option, hint] : switches)
        form.addSwitch(QStringLiteral("settings.stack_") + QLatin1String(name), label,
                       bindStack(settings, option), hint);
    form.addHeading(Words::tr("What their rows say"));
    const std::array texts{
        std::tuple{"absolute_addresses", Words::tr("Absolute addresses"),
                   &StackOptions::absoluteAddresses, Words::tr("instead of offsets in modules")},
        std::tuple{"absolute_paths", Words::tr("Whole paths"), &StackOptions::absolutePaths,
                   Words::tr("of modules and source files")},
        std::tuple{"verbose_names", Words::tr("Verbose names"), &StackOptions::verboseNames,
                   Words::tr("with arguments and templates")},
        std::tuple{"unsymbolicated", Words::tr("Unsymbolicated names"),
                   &StackOptions::unsymbolicated, Words::tr("as the file has them")}};
    for (const auto& [name, label, option, hint] : texts)
        form.addSwitch(QStringLiteral("settings.stack_") + QLatin1String(name), label,
                       bindStack(settings, option), hint);
    form.refresh();
    QObject::connect(&settings, &AppSettings::stackOptionsChanged, section, &FormSection::refresh);
    return section;
}

FormSection* makeNetworkSection(const UiContext& context)
{
    AppSettings& settings = context.settings;
    Preferences& preferences = settings.preferences();
    auto* section =
        new FormSection(context.theme, {QStringLiteral("network"), Area::Program,
                                        Words::tr("Network"), QStringLiteral("activity")});
    SettingsForm& form = section->form();
    const auto bind = [&preferences](Preference preference) {
        return bindPreference(preferences, preference);
    };
    form.addSwitch(
        QStringLiteral("settings.offline"), Words::tr("Offline"),
        bindTo([&settings] { return settings.isOffline(); },
               [&settings](const QVariant& value) { settings.setOffline(value.toBool()); },
               settings.offlineDefault()),
        Words::tr("nothing is downloaded, what is cached stays usable"));
    form.addHeading(Words::tr("Proxy"));
    form.addChoice(QStringLiteral("settings.proxy"), Words::tr("Proxy"), bind(Preference::Proxy),
                   {{Words::tr("As the environment says"), int(ProxyChoice::Environment)},
                    {Words::tr("None"), int(ProxyChoice::None)},
                    {Words::tr("This one"), int(ProxyChoice::Manual)}},
                   Words::tr("http_proxy, https_proxy, all_proxy and no_proxy, or config.yml"));
    form.addText(QStringLiteral("settings.proxy_address"), Words::tr("Address"),
                 bind(Preference::ProxyAddress),
                 Words::tr("http://proxy.example.org:3128 or socks5h://localhost:1080"));
    form.addText(QStringLiteral("settings.proxy_exceptions"), Words::tr("Not for"),
                 bind(Preference::ProxyExceptions),
                 Words::tr("hosts with their subdomains, addresses or networks, with commas"));
    form.addHeading(Words::tr("Connections"));
    form.addPath(QStringLiteral("settings.authorities"), Words::tr("Certificate authorities"),
                 bind(Preference::AuthorityFile),
                 Words::tr("a PEM file, in place of the system's authorities"), false);
    form.addNumber(QStringLiteral("settings.connect_time"), Words::tr("Give up connecting after"),
                   bind(Preference::ConnectTime), Words::tr("seconds"), {});
    form.addNumber(QStringLiteral("settings.download_time"), Words::tr("Give up a download after"),
                   bind(Preference::DownloadTime), Words::tr("minutes"), {});
    form.addNumber(QStringLiteral("settings.per_host"), Words::tr("Downloads from one host"),
                   bind(Preference::DownloadsPerHost), Words::tr("at a time"), {});
    form.addNumber(QStringLiteral("settings.largest_download"), Words::tr("Largest file"),
                   bind(Preference::LargestDownload), Words::tr("GiB"),
                   Words::tr("larger ones are not downloaded"));
    section->setFact(
        [&settings] { return settings.isOffline() ? Words::tr("offline") : QString(); });
    section->setFoot(Words::tr(
        "Offline counts at once. Proxy and connections count when the program is started again."));
    form.refresh();
    QObject::connect(&settings, &AppSettings::offlineChanged, section, &FormSection::refresh);
    QObject::connect(&preferences, &Preferences::changed, section, &FormSection::refresh);
    return section;
}

/// The keys have a page of their own.
FormSection* makeKeysSection(const UiContext& context,
                             const std::function<void(const QString&)>& ask)
{
    AppSettings& settings = context.settings;
    auto* section = new FormSection(context.theme, {QStringLiteral("keys"), Area::Window,
                                                    Words::tr("Keys"), QStringLiteral("list")});
    auto* open = new QPushButton(Words::tr("Change keys…"));
    open->setObjectName(QStringLiteral("settings.keys"));
    QObject::connect(open, &QPushButton::clicked, section,
                     [ask] { ask(QStringLiteral("tools.keymap")); });
    section->form().addEditor(Words::tr("Keys of actions"), open,
                              Words::tr("presets, conflicts, import and export"));
    section->setFact([&settings] {
        const int changed = int(settings.changedKeys().size());
        return changed > 0 ? Words::tr("%Ln changed", nullptr, changed) : QString();
    });
    QObject::connect(&settings, &AppSettings::keysChanged, section, &FormSection::refresh);
    return section;
}

FormSection* makeSourceCodeSection(const UiContext& context,
                                   const std::function<void(const QString&)>& ask)
{
    AppSettings& settings = context.settings;
    auto* section =
        new FormSection(context.theme, {QStringLiteral("source_code"), Area::Symbols,
                                        Words::tr("Source code"), QStringLiteral("home")});
    SettingsForm& form = section->form();
    form.addHeading(Words::tr("On this computer"));
    auto* mappings = new QPushButton;
    mappings->setObjectName(QStringLiteral("settings.path_mappings"));
    QObject::connect(mappings, &QPushButton::clicked, section,
                     [ask] { ask(QStringLiteral("symbols.path_mappings")); });
    const auto count = [&settings, mappings] {
        const int known = int(settings.pathMappings().size());
        mappings->setText(known == 0 ? Words::tr("Add path mappings…")
                                     : Words::tr("%Ln path mapping(s)…", nullptr, known));
    };
    count();
    form.addEditor(Words::tr("Path mappings"), mappings,
                   Words::tr("where the source files of builds lie here"));
    form.addHeading(Words::tr("From the network"));
    form.addWide(new HostsEditor(context),
                 Words::tr("Hosts that may be asked for source text to which debug files link"));
    section->setFact([&settings] {
        const int known = int(settings.pathMappings().size());
        return known > 0 ? Words::tr("%Ln mapping(s)", nullptr, known) : QString();
    });
    form.refresh();
    QObject::connect(&settings, &AppSettings::pathMappingsChanged, section, [section, count] {
        count();
        section->refresh();
    });
    return section;
}

} // namespace faultline::ui
