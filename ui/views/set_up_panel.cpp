// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/set_up_panel.h"

#include "ui/style/icons.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/elided_label.h"
#include "ui/views/page_head.h"
#include "ui/views/panel_header.h"
#include "ui/views/tight_layout.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSysInfo>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

using Kind = SourceSetting::Kind;

constexpr auto kMicrosoft = "microsoft";

/// The preset of this system's own server, otherwise the one that asks several of them.
QString debuginfodOf(const QList<SourcePresetRow>& presets)
{
    const QString system = QSysInfo::productType();
    const bool isKnown = std::ranges::any_of(presets, [&system](const SourcePresetRow& preset) {
        return preset.id == system && preset.url.contains(QStringLiteral("debuginfod"));
    });
    return isKnown ? system : QStringLiteral("elfutils");
}

bool isServer(const SourceSetting& source)
{
    return source.kind != Kind::Folder && source.kind != Kind::Preset;
}

QString placeOf(const SourceSetting& source)
{
    if (source.kind != Kind::Folder)
        return source.name;
    const QString home = QDir::homePath() + u'/';
    return source.location.startsWith(home)
               ? QStringLiteral("~/") + source.location.mid(home.size())
               : source.location;
}

} // namespace

SetUpPanel::SetUpPanel(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context),
      m_header(new PanelHeader(context.theme, tr("Set up symbols"))), m_note(plainLabel())
{
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_header);
    m_steps = new QVBoxLayout;
    m_steps->setSpacing(0);
    layout->addLayout(m_steps);
    m_folder = addStep(QStringLiteral("folder"), tr("Your build folder"));
    addButton(m_folder, "start.add_folder");
    m_server = addStep(QStringLiteral("server"), tr("Your symbol server"));
    addButton(m_server, "start.add_source");
    const auto presets = context.workbench.sourcePresets();
    m_debuginfod = addStep(QStringLiteral("globe"), tr("debuginfod of your distribution"));
    addSwitch(m_debuginfod, "start.debuginfod", debuginfodOf(presets));
    m_microsoft = addStep(QStringLiteral("globe"), tr("Microsoft symbols"));
    addSwitch(m_microsoft, "start.microsoft", QLatin1String(kMicrosoft));
    m_note->setWordWrap(true);
    layout->addWidget(m_note);
    connect(m_folder.button, &QPushButton::clicked, this, &SetUpPanel::askForFolder);
    connect(m_server.button, &QPushButton::clicked, this, [this] {
        const auto sources = m_context.settings.sources();
        const bool isThere = std::ranges::any_of(sources, isServer);
        Q_EMIT commandRequested(isThere ? QStringLiteral("symbols.sources")
                                        : QStringLiteral("symbols.add_source"));
    });
    connect(&context.settings, &AppSettings::sourcesChanged, this, &SetUpPanel::refresh);
    connect(&context.theme, &Theme::changed, this, &SetUpPanel::applyTheme);
    applyTheme();
}

SetUpPanel::Step SetUpPanel::addStep(const QString& icon, const QString& title)
{
    Step step{.icon = icon};
    step.row = new QWidget;
    step.mark = plainLabel();
    step.title = plainLabel(title);
    step.detail = new ElidedLabel(Qt::ElideLeft);
    step.layout = new QHBoxLayout(step.row);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(step.title);
    texts->addWidget(step.detail);
    step.layout->addWidget(step.mark);
    step.layout->addLayout(texts, 1);
    m_steps->addWidget(step.row);
    m_steps->addWidget(new PanelEdge(m_context.theme, Qt::Horizontal));
    return step;
}

void SetUpPanel::addButton(Step& step, const char* name)
{
    step.button = new QPushButton;
    step.button->setObjectName(QLatin1String(name));
    step.layout->addWidget(step.button);
}

void SetUpPanel::addSwitch(Step& step, const char* name, const QString& preset)
{
    step.preset = preset;
    step.toggle = new QCheckBox;
    step.toggle->setObjectName(QLatin1String(name));
    step.toggle->setProperty(kSwitch, true);
    step.toggle->setAccessibleName(step.title->text());
    step.layout->addWidget(step.toggle);
    connect(step.toggle, &QCheckBox::clicked, this,
            [this, preset](bool isOn) { turn(preset, isOn); });
}

void SetUpPanel::askForFolder()
{
    auto sources = m_context.settings.sources();
    if (std::ranges::find(sources, Kind::Folder, &SourceSetting::kind) != sources.end()) {
        Q_EMIT commandRequested(QStringLiteral("symbols.sources"));
        return;
    }
    auto* dialog = new QFileDialog(this, tr("Folder of debug files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        auto all = m_context.settings.sources();
        all.append({.kind = Kind::Folder,
                    .name = QDir(folder).dirName(),
                    .location = folder,
                    .layout = {}});
        m_context.settings.setSources(all);
    });
    dialog->open();
}

void SetUpPanel::turn(const QString& preset, bool on)
{
    auto sources = m_context.settings.sources();
    const auto known = std::ranges::find_if(sources, [&preset](const SourceSetting& source) {
        return source.kind == Kind::Preset && source.location == preset;
    });
    if (known != sources.end()) {
        known->isOn = on;
    } else if (on) {
        const auto presets = m_context.workbench.sourcePresets();
        const auto row = std::ranges::find(presets, preset, &SourcePresetRow::id);
        if (row == presets.end())
            return;
        sources.append({.kind = Kind::Preset, .name = row->name, .location = preset, .layout = {}});
    }
    m_context.settings.setSources(sources);
}

void SetUpPanel::refresh()
{
    m_done = 0;
    QList<SourceSetting> folders;
    QList<SourceSetting> servers;
    bool asksNetwork = false;
    for (const SourceSetting& source : m_context.settings.sources()) {
        asksNetwork = asksNetwork || (source.isOn && source.kind != Kind::Folder);
        if (source.kind == Kind::Folder)
            folders.append(source);
        else if (isServer(source))
            servers.append(source);
    }
    showEntered(m_folder, folders, tr("builds and debug files"));
    showEntered(m_server, servers, tr("symstore, S3, GCS or debuginfod"));
    showSwitch(m_debuginfod, tr("is sent build ids only"));
    showSwitch(m_microsoft, tr("is sent file names and build ids"));
    constexpr int kSteps = 4;
    m_header->setCaption(tr("%1 of %2").arg(m_done).arg(kSteps));
    m_note->setText(asksNetwork
                        ? tr("A server is sent the file name and build id of each module it is "
                             "asked for, nothing else.")
                        : tr("Nothing contacts a network until you switch a server on."));
}

void SetUpPanel::showEntered(Step& step,
                             const QList<SourceSetting>& found,
                             const QString& otherwise)
{
    QStringList places;
    for (const SourceSetting& source : found)
        places.append(placeOf(source));
    step.detail->setMode(places.isEmpty() ? Qt::ElideRight : Qt::ElideLeft);
    step.detail->setFullText(places.isEmpty() ? otherwise : places.join(QStringLiteral(", ")));
    step.button->setText(places.isEmpty() ? tr("Add…") : tr("Change…"));
    step.button->setAccessibleName(step.title->text() + QStringLiteral(": ") + step.button->text());
    mark(step, std::ranges::any_of(found, &SourceSetting::isOn));
}

void SetUpPanel::showSwitch(Step& step, const QString& detail)
{
    const auto sources = m_context.settings.sources();
    const bool isOn = std::ranges::any_of(sources, [&step](const SourceSetting& source) {
        return source.kind == Kind::Preset && source.location == step.preset && source.isOn;
    });
    step.toggle->setChecked(isOn);
    step.toggle->setAccessibleDescription(detail);
    step.detail->setMode(Qt::ElideRight);
    step.detail->setFullText(detail);
    mark(step, isOn);
}

void SetUpPanel::mark(Step& step, bool isDone)
{
    m_done += isDone ? 1 : 0;
    const ThemeTokens& tokens = m_context.theme.tokens();
    constexpr int kIcon = 4; // In steps of the theme.
    step.mark->setPixmap(iconPixmap(isDone ? QStringLiteral("check") : step.icon,
                                    isDone ? tokens.ok : tokens.dim,
                                    kIcon * m_context.theme.metrics().step, devicePixelRatioF()));
}

void SetUpPanel::applyTheme()
{
    const Theme& theme = m_context.theme;
    const Metrics& m = theme.metrics();
    for (const Step* step : {&m_folder, &m_server, &m_debuginfod, &m_microsoft}) {
        step->layout->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(),
                                         m.textMargin());
        step->layout->setSpacing(m.barMargin());
        step->row->setMinimumHeight(m.tallRow());
        step->detail->setFont(theme.captionFont());
        setTextColour(*step->detail, theme.tokens().dim);
    }
    m_note->setFont(theme.captionFont());
    m_note->setMargin(m.barMargin());
    setTextColour(*m_note, theme.tokens().dim);
    refresh();
}

} // namespace faultline::ui
