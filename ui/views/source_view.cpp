// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source_view.h"

#include "ui/bridge/frame_values.h"
#include "ui/models/shown_text.h"
#include "ui/views/source_editor.h"
#include "ui/views/source_strip.h"

#include <QFileDialog>
#include <QRegularExpression>
#include <QToolTip>
#include <QVBoxLayout>

#include <utility>

namespace faultline::ui {

SourceView::SourceView(const UiContext& uiContext, QWidget* parent) : ReportView(uiContext, parent)
{
    auto* content = new QWidget(this);
    m_strip = new SourceStrip(theme(), content);
    m_editor = new SourceEditor(theme(), content);
    m_editor->setObjectName(QStringLiteral("source.text"));
    connect(m_editor, &SourceEditor::wordHovered, this, &SourceView::explainWord);
    connect(m_strip, &SourceStrip::commandRequested, this, &SourceView::commandRequested);
    auto* inner = new QVBoxLayout(content);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(0);
    inner->addWidget(m_strip);
    inner->addWidget(m_editor, 1);
    content->setFocusProxy(m_editor);
    m_view = new StatefulView(theme(), content, this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_view);
    refresh();
}

void SourceView::bind(ReportSession& session)
{
    connect(&session.place(), &StackPlace::frameSelected, this, &SourceView::refresh);
    connect(&session, &ReportSession::sourceChanged, this, &SourceView::refresh);
    connect(&session, &ReportSession::factsChanged, this, [this] {
        if (!m_hasText)
            refresh();
    });
    connect(&session, &ReportSession::stateChanged, this, &SourceView::refresh);
}

void SourceView::refresh()
{
    if (!session())
        return m_view->showState(noReportState(
            QStringLiteral("braces"), tr("Source lines appear here when a report is open.")));
    showDocument(session()->source());
}

void SourceView::showDocument(const SourceDocument& document)
{
    const bool hasText = document.state == SourceDocument::State::Text;
    if (std::exchange(m_hasText, hasText) != hasText)
        Q_EMIT hasTextChanged();
    if (!hasText)
        return m_view->showState(stateFor(document));
    m_view->showContent();
    m_strip->show(document);
    m_editor->show(document);
}

ViewState SourceView::stateFor(const SourceDocument& document)
{
    const QString icon = QStringLiteral("braces");
    switch (document.state) {
    case SourceDocument::State::NoLine: return noLineState(document);
    case SourceDocument::State::Unavailable: return unavailableState(document);
    case SourceDocument::State::Loading:
        return {icon, tr("Looking for <b>%1</b>…").arg(richText(document.path)), {}, {}};
    default: break;
    }
    if (session()->state() == ReportSession::State::Loading)
        return {icon, tr("Reading the report…"), {}, {}};
    return {icon, tr("Select a frame to see its source."), {}, {}};
}

ViewState SourceView::noLineState(const SourceDocument& document)
{
    const QString icon = QStringLiteral("braces");
    if (document.moduleIndex < 0) {
        const bool liesOutside = session()->why().code == QLatin1String("unknown_image");
        const QString text =
            liesOutside ? tr("No line information for %1: it lies in no module.")
                        : tr("No line information for %1: the report names no module for it.");
        return {icon, text.arg(richText(document.frameName)), {}, {}};
    }
    if (session()->why().isPending)
        return {icon,
                tr("Looking for the debug file of <b>%1</b>…").arg(richText(document.moduleName)),
                {},
                {}};
    const int module = document.moduleIndex;
    const ViewState::Button locate{tr("Locate debug file…"),
                                   [this, module] { Q_EMIT locateRequested(module); }};
    const ViewState::Button why{tr("Why?"),
                                [this] { Q_EMIT commandRequested(QStringLiteral("symbols.why")); }};
    const QString name = richText(document.moduleName);
    if (session()->why().code == QLatin1String("stopped"))
        return {icon,
                tr("No line information for %1: you stopped the search for the file of <b>%2</b>.")
                    .arg(richText(document.frameName), name),
                {{tr("Resume"), [this] { session()->resume(); }}, locate},
                {}};
    const bool missing = session()->why().code == QLatin1String("missing");
    const QString sentence =
        missing ? tr("No line information for %1: no debug file for <b>%2</b> was found.")
                : tr("No line information for %1: the files for <b>%2</b> do not tell.");
    return {icon, sentence.arg(richText(document.frameName), name), {locate, why}, {}};
}

ViewState SourceView::unavailableState(const SourceDocument& document)
{
    const ViewState::Button retry{
        tr("Retry"), [this] { Q_EMIT commandRequested(QStringLiteral("symbols.retry")); }};
    const QString path = document.path;
    const ViewState::Button find{tr("Choose the file…"), [this, path] { askForText(path); }};
    const QString file = richText(document.path.section(u'/', -1));
    const QString host = document.linkHost;
    if (!host.isEmpty() && !context().settings.sourceHosts().contains(host)) {
        const ViewState::Button allow{tr("Allow %1").arg(host),
                                      [this, host] { context().settings.allowSourceHost(host); }};
        return {QStringLiteral("braces"),
                tr("The text of <b>%1</b> can be downloaded from %2. Nothing was sent to it yet.")
                    .arg(file, richText(host)),
                {allow, find},
                document.tried.join(u'\n')};
    }
    return {QStringLiteral("braces"),
            tr("Line %1 of <b>%2</b> is known, but the file's text was not found.")
                .arg(QString::number(document.currentLine), file),
            {find, retry},
            document.tried.join(u'\n')};
}

/// The value of the variable, as Locals has it. Where its name stands for several, the first one of
/// the frame counts before parts of others.
void SourceView::explainWord(const QString& word, const QPoint& globalPlace)
{
    if (!session() || word.isEmpty())
        return QToolTip::hideText();
    session()->requestValues();
    const QList<VariableRow>& rows = session()->values().rows().allRows();
    const VariableRow* found = nullptr;
    for (const VariableRow& row : rows) {
        if (row.name == word && (!found || row.depth < found->depth))
            found = &row;
    }
    if (!found)
        return QToolTip::hideText();
    QString text = QStringLiteral("%1 = %2").arg(found->name, found->value);
    if (!found->type.isEmpty())
        text += u'\n' + found->type;
    if (!found->note.isEmpty())
        text += u'\n' + found->note;
    QToolTip::showText(globalPlace,
                       QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(richText(text)),
                       m_editor);
}

/// Where one file of the build lies tells where the others lie.
void SourceView::askForText(const QString& recorded)
{
    const QString name = recorded.section(QRegularExpression(QStringLiteral("[/\\\\]")), -1);
    auto* dialog = new QFileDialog(this, titleText(tr("Choose %1").arg(name)));
    dialog->setObjectName(QStringLiteral("dialog.source_text"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(name);
    connect(dialog, &QFileDialog::fileSelected, this, [this, recorded](const QString& file) {
        if (const auto mapping = mappingBetween(recorded, file))
            context().settings.addPathMapping(*mapping);
    });
    dialog->open();
}

void SourceView::goToLine(quint32 line)
{
    if (m_hasText)
        m_editor->goToLine(line);
}

QString SourceView::selectedText() const
{
    return m_editor->selectedText();
}

} // namespace faultline::ui
