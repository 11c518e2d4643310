// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/debug_file_session.h"

#include "ui/bridge/debug_file_words.h"
#include "ui/bridge/library_rows.h"
#include "ui/bridge/report_state.h"
#include "ui/bridge/workbench.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

using Session = DebugFileSession;

constexpr PlainColumn kContentColumns[] = {
    {.id = Session::ContentMark, .room = {.width = 3}},
    {.id = Session::ContentName,
     .title = [] { return DebugFileSession::tr("What is in it"); },
     .room = {.width = 0}},
    {.id = Session::ContentValue,
     .title = [] { return DebugFileSession::tr("Number"); },
     .room = {.width = 14, .firmness = 1},
     .isRight = true},
};
static_assert(isWholeTable<Session::ContentColumns>(kContentColumns));

constexpr PlainColumn kSectionColumns[] = {
    {.id = Session::SectionName,
     .title = [] { return DebugFileSession::tr("Section"); },
     .room = {.width = 15, .firmness = 1}},
    {.id = Session::SectionAmount, .room = {.width = 0}},
    {.id = Session::SectionSize,
     .title = [] { return DebugFileSession::tr("Size"); },
     .room = {.width = 9, .firmness = 1},
     .isRight = true},
};
static_assert(isWholeTable<Session::SectionColumns>(kSectionColumns));

constexpr PlainColumn kFunctionColumns[] = {
    {.id = Session::AddressColumn,
     .title = [] { return DebugFileSession::tr("Address"); },
     .room = {.width = 11, .firmness = 1}},
    {.id = Session::BytesColumn,
     .title = [] { return DebugFileSession::tr("Bytes"); },
     .room = {.width = 9, .firmness = 1},
     .isRight = true},
    {.id = Session::FunctionColumn,
     .title = [] { return DebugFileSession::tr("Function"); },
     .room = {.width = 0}},
    {.id = Session::LineColumn,
     .title = [] { return DebugFileSession::tr("Line"); },
     .room = {.width = 20}},
};
static_assert(isWholeTable<Session::FunctionColumns>(kFunctionColumns));

constexpr PlainColumn kFileColumns[] = {
    {.id = Session::PathColumn,
     .title = [] { return DebugFileSession::tr("Source file"); },
     .room = {.width = 0}},
    {.id = Session::TextColumn,
     .title = [] { return DebugFileSession::tr("Text"); },
     .room = {.width = 14, .firmness = 1}},
};
static_assert(isWholeTable<Session::FileColumns>(kFileColumns));

constexpr PlainColumn kLineColumns[] = {
    {.id = Session::LineAddress,
     .title = [] { return DebugFileSession::tr("Address"); },
     .room = {.width = 11, .firmness = 1}},
    {.id = Session::LineBytes,
     .title = [] { return DebugFileSession::tr("Bytes"); },
     .room = {.width = 8, .firmness = 1},
     .isRight = true},
    {.id = Session::LinePlace,
     .title = [] { return DebugFileSession::tr("Line"); },
     .room = {.width = 18, .firmness = 1}},
    {.id = Session::LineInline, .room = {.width = 8, .firmness = 1}},
    {.id = Session::LineFunction,
     .title = [] { return DebugFileSession::tr("Inlined call"); },
     .room = {.width = 0}},
};
static_assert(isWholeTable<Session::LinesColumns>(kLineColumns));

constexpr PlainColumn kPlaceColumns[] = {
    {.id = Session::PlaceMark, .room = {.width = 4}},
    {.id = Session::PlaceFunction,
     .title = [] { return DebugFileSession::tr("Function"); },
     .room = {.width = 0}},
    {.id = Session::PlaceLine,
     .title = [] { return DebugFileSession::tr("Line"); },
     .room = {.width = 22, .firmness = 1}},
};
static_assert(isWholeTable<Session::PlaceColumns>(kPlaceColumns));

constexpr PlainColumn kWantedColumns[] = {
    {.id = Session::WantedMark, .room = {.width = 3}},
    {.id = Session::WantedName,
     .title = [] { return DebugFileSession::tr("Report"); },
     .room = {.width = 0}},
    {.id = Session::WantedState,
     .title = [] { return DebugFileSession::tr("State"); },
     .room = {.width = 20, .firmness = 1},
     .isRight = true},
};
static_assert(isWholeTable<Session::WantedColumns>(kWantedColumns));

/// What the module of a report is to the file.
enum class Want { Nothing, ThisBuild, OtherBuild };

Want wantOf(const EventModule& module, const engine::DebugFileFacts& facts, const QString& name)
{
    const bool hasDebugId = module.debugId && !module.debugId->isNil();
    const bool hasCodeId = module.codeId && !module.codeId->empty();
    if (hasDebugId && !facts.debugId.empty() && module.debugId->canonical() == facts.debugId)
        return Want::ThisBuild;
    if (hasCodeId && !facts.codeId.empty() && module.codeId->text() == facts.codeId)
        return Want::ThisBuild;
    const bool hasIds =
        (hasDebugId && !facts.debugId.empty()) || (hasCodeId && !facts.codeId.empty());
    const auto isNamed = [&name](const std::optional<std::string>& path) {
        return path && QFileInfo(toQString(*path)).fileName() == name;
    };
    return hasIds && (isNamed(module.codeFile) || isNamed(module.debugFile)) ? Want::OtherBuild
                                                                             : Want::Nothing;
}

Want wantOf(const Report& report, const engine::DebugFileFacts& facts, const QString& name)
{
    Want want = Want::Nothing;
    for (const auto& module : report.event->modules) {
        const Want each = wantOf(module, facts, name);
        if (each == Want::ThisBuild)
            return each;
        want = std::max(want, each);
    }
    return want;
}

} // namespace

void DebugFileInbox::setReceiver(Receiver receiver)
{
    m_receiver = std::move(receiver);
    deliver();
}

void DebugFileInbox::post(engine::DebugFileNotice notice)
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(notice));
    }
    QMetaObject::invokeMethod(this, &DebugFileInbox::deliver, Qt::QueuedConnection);
}

void DebugFileInbox::deliver()
{
    if (!m_receiver)
        return;
    std::vector<engine::DebugFileNotice> batch;
    {
        const std::lock_guard lock(m_mutex);
        batch.swap(m_waiting);
    }
    for (const auto& notice : batch)
        m_receiver(notice);
}

DebugFileSession::DebugFileSession(engine::DebugFileDesk& desk,
                                   DebugFileInbox& inbox,
                                   const Workbench& workbench,
                                   QObject* parent)
    : QObject(parent), m_desk(desk), m_inbox(inbox), m_workbench(workbench),
      m_contents(kContentColumns), m_sections(kSectionColumns), m_functions(kFunctionColumns),
      m_files(kFileColumns), m_lines(kLineColumns), m_place(kPlaceColumns), m_wanted(kWantedColumns)
{
    m_inbox.setReceiver([this](const engine::DebugFileNotice& notice) {
        std::visit(
            [this](const auto& value) {
                if (value.number == m_number)
                    take(value);
            },
            notice);
    });
}

DebugFileSession::~DebugFileSession()
{
    m_inbox.setReceiver({});
}

void DebugFileSession::open(const QString& path)
{
    forget();
    m_path = path;
    m_state = State::Reading;
    m_number = m_desk.open(path.toStdString());
    Q_EMIT changed();
}

void DebugFileSession::close()
{
    m_desk.close();
    m_number = 0;
    forget();
    Q_EMIT changed();
}

void DebugFileSession::forget()
{
    m_state = State::Empty;
    m_path.clear();
    m_problem.clear();
    m_facts.reset();
    m_index.reset();
    m_found = {};
    m_foundFiles = {};
    m_askedFunction.reset();
    m_askedAddress.reset();
    m_linesName.clear();
    m_linesBytes = 0;
    m_inlinedRows = 0;
    m_sectionSummary.clear();
    m_placeSentence.clear();
    m_uses = m_otherBuilds = 0;
    m_identity.setFacts({});
    for (CellsModel* model :
         {&m_contents, &m_sections, &m_functions, &m_files, &m_lines, &m_place, &m_wanted})
        model->setRows({});
    Q_EMIT functionsChanged();
    Q_EMIT filesChanged();
    Q_EMIT linesChanged();
    Q_EMIT placeChanged();
    Q_EMIT wantedChanged();
}

QString DebugFileSession::fileName() const
{
    return QFileInfo(m_path).fileName();
}

bool DebugFileSession::isSearchable() const
{
    using Kind = engine::DebugFileKind;
    if (!m_facts)
        return false;
    const auto& has = m_facts->features;
    return m_facts->kind == Kind::SymCache ||
           (m_facts->kind == Kind::Object &&
            (has.hasDebugInfo || has.hasSymbols || m_facts->hasLinkedFile ||
             (m_index && m_index->functions > 0)));
}

QString DebugFileSession::sentence() const
{
    if (m_facts)
        return debugFileSentence(*m_facts);
    switch (m_state) {
    case State::Reading: return tr("Reading %1…").arg(fileName());
    case State::Failed: return tr("%1 cannot be read").arg(fileName());
    default: return tr("A debug file from inside");
    }
}

QString DebugFileSession::facts() const
{
    if (!m_facts)
        return m_path;
    return tr("%1, %2").arg(fileName(), debugSizeText(m_facts->sizeBytes)) +
           QStringLiteral("  ·  ") + QFileInfo(m_path).path();
}

QString DebugFileSession::formatFact() const
{
    if (!m_facts)
        return {};
    const QString format = debugFormatWord(*m_facts);
    return m_facts->arch == Arch::Unknown
               ? format
               : format + QStringLiteral(" · ") + toQString(archName(m_facts->arch));
}

QString DebugFileSession::functionSummary() const
{
    if (!m_index)
        return {};
    const QLocale locale;
    if (m_found.pattern.empty())
        return locale.toString(qulonglong(m_found.found));
    return tr("%n match(es)", nullptr, int(m_found.found));
}

QString DebugFileSession::fileSummary() const
{
    if (!m_index)
        return {};
    const QLocale locale;
    return m_foundFiles.pattern.empty() ? locale.toString(qulonglong(m_foundFiles.found))
                                        : tr("%n match(es)", nullptr, int(m_foundFiles.found));
}

QString DebugFileSession::linesTitle() const
{
    return m_linesName.isEmpty() ? tr("Lines") : tr("Lines of %1").arg(m_linesName);
}

QString DebugFileSession::linesSummary() const
{
    if (m_linesName.isEmpty())
        return {};
    const QString bytes = tr("%n byte(s)", nullptr, int(m_linesBytes));
    return m_inlinedRows == 0
               ? bytes
               : bytes + QStringLiteral(", ") + tr("%n inlined row(s)", nullptr, m_inlinedRows);
}

QString DebugFileSession::identityText() const
{
    QStringList lines{m_path};
    for (const DetailRow& row : m_identity.allRows())
        lines.append(row.name + QStringLiteral(": ") + row.value);
    return lines.join(u'\n');
}

void DebugFileSession::take(const engine::DebugFileFacts& facts)
{
    m_facts = facts;
    m_state = State::Indexing;
    m_identity.setFacts(debugFileIdentity(facts));
    m_contents.setRows(debugFileContents(facts, m_index));
    m_sections.setRows(debugFileSections(facts));
    std::uint64_t bytes = 0;
    for (const auto& section : facts.sections)
        bytes += section.isInFile ? section.sizeBytes : 0;
    m_sectionSummary = facts.sections.empty()
                           ? QString()
                           //: a number of sections, and their size
                           : tr("%1 in %2").arg(facts.sections.size()).arg(debugSizeText(bytes));
    compareReports();
    Q_EMIT changed();
}

void DebugFileSession::take(const engine::DebugFileIndex& index)
{
    m_index = index;
    m_state = State::Ready;
    m_contents.setRows(debugFileContents(*m_facts, m_index));
    Q_EMIT changed();
    if (isSearchable()) {
        m_desk.findFunctions(m_functionPattern);
        m_desk.findFiles(m_filePattern);
    }
}

void DebugFileSession::take(const engine::DebugFileFailure& failure)
{
    m_problem = errorText(failure.error);
    m_state = failure.isOfIndex && m_facts ? State::Ready : State::Failed;
    if (m_facts)
        m_contents.setRows(debugFileContents(*m_facts, m_index, Counting::Failed));
    Q_EMIT changed();
}

void DebugFileSession::take(const engine::DebugFunctions& functions)
{
    m_found = functions;
    m_functions.setRows(debugFunctionRows(functions));
    Q_EMIT functionsChanged();
}

void DebugFileSession::take(const engine::DebugSourceFiles& files)
{
    m_foundFiles = files;
    m_files.setRows(debugSourceRows(files));
    Q_EMIT filesChanged();
}

/// Who holds an arrow key down asks for many functions before the first answer.
void DebugFileSession::take(const engine::DebugLines& lines)
{
    if (!m_askedFunction || lines.function != m_askedFunction->index)
        return;
    m_linesName = toQString(m_askedFunction->name);
    m_linesBytes = m_askedFunction->sizeBytes;
    m_inlinedRows =
        int(std::ranges::count_if(lines.rows, [](const auto& row) { return row.inlineDepth > 0; }));
    m_lines.setRows(debugLineRows(lines));
    Q_EMIT linesChanged();
}

void DebugFileSession::take(const engine::DebugPlace& place)
{
    if (place.address != m_askedAddress)
        return;
    m_place.setRows(debugPlaceRows(place));
    const QString address = QStringLiteral("0x") + QString::number(qulonglong(place.address), 16);
    m_placeSentence = place.frames.empty() ? tr("%1 lies in no function of this file.").arg(address)
                                           : tr("%1 lies in %n function(s), the innermost first.",
                                                nullptr, int(place.frames.size()))
                                                 .arg(address);
    Q_EMIT placeChanged();
}

void DebugFileSession::findFunctions(const QString& text)
{
    m_functionPattern = text.toStdString();
    if (m_index && isSearchable())
        m_desk.findFunctions(m_functionPattern);
}

void DebugFileSession::findFiles(const QString& text)
{
    m_filePattern = text.toStdString();
    if (m_index && isSearchable())
        m_desk.findFiles(m_filePattern);
}

void DebugFileSession::showFunction(int row)
{
    if (row < 0 || std::size_t(row) >= m_found.functions.size())
        return;
    m_askedFunction = m_found.functions[std::size_t(row)];
    m_desk.readLines(m_askedFunction->index);
}

void DebugFileSession::lookUp(const QString& text)
{
    QString digits = text.trimmed();
    if (digits.startsWith(QStringLiteral("0x"), Qt::CaseInsensitive))
        digits.remove(0, 2);
    bool isNumber = false;
    const quint64 address = digits.toULongLong(&isNumber, 16);
    m_askedAddress = isNumber ? std::optional(address) : std::nullopt;
    if (isNumber && m_index && isSearchable())
        return m_desk.lookUp(address);
    m_place.setRows({});
    m_placeSentence = digits.isEmpty() ? QString()
                      : !isNumber      ? tr("An address has hexadecimal digits, such as 0x412e6.")
                                       : tr("This file has no functions.");
    Q_EMIT placeChanged();
}

void DebugFileSession::compareReports()
{
    QList<PlainRow> rows;
    m_uses = m_otherBuilds = 0;
    for (const ReportSession* session : m_workbench.sessions()) {
        const auto report = session->report();
        if (!m_facts || !report || !report->event)
            continue;
        const Want want = wantOf(*report, *m_facts, fileName());
        if (want == Want::Nothing)
            continue;
        const bool isThis = want == Want::ThisBuild;
        (isThis ? m_uses : m_otherBuilds) += 1;
        const QString state = isThis ? tr("wants it") : tr("wants another build");
        rows.append(
            {.id = session->path(),
             .cells = {{.mark = session->header().isCrash ? Mark::CrashThread : Mark::None},
                       {.text = session->fileName()},
                       {.text = state, .badge = isThis ? BadgeStyle::Ok : BadgeStyle::Warn}},
             .sentence = tr("%1, %2").arg(session->fileName(), state),
             .toolTip = session->path()});
    }
    m_wanted.setRows(std::move(rows));
    Q_EMIT wantedChanged();
}

} // namespace faultline::ui
