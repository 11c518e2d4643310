// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/debug_file_desk.h"
#include "ui/models/cells_model.h"
#include "ui/models/detail_model.h"

#include <QObject>

#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace faultline::ui {

class Workbench;

/// Carries notices of a debug-file service from its thread to the GUI thread, in order. Create it
/// before the service and destroy it after the service. post() may be called on any thread,
/// everything else only on the GUI thread.
class DebugFileInbox final : public QObject
{
    Q_OBJECT

public:
    using Receiver = std::function<void(const engine::DebugFileNotice&)>;

    using QObject::QObject;

    /// Notices wait in the inbox while there is no receiver.
    void setReceiver(Receiver receiver);
    void post(engine::DebugFileNotice notice);

private:
    void deliver();

    Receiver m_receiver;

    std::mutex m_mutex; // Guards m_waiting.
    std::vector<engine::DebugFileNotice> m_waiting;
};

/// A debug file from inside: what it is, what is in it, and what it says about functions, files and
/// addresses. One file at a time. GUI thread only.
class DebugFileSession final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Empty,
        Reading,
        Indexing, ///< The facts are known; functions and files are not.
        Ready,
        Failed ///< With problem().
    };

    enum OfFunctions { AddressColumn, BytesColumn, FunctionColumn, LineColumn, FunctionColumns };

    enum OfFiles { PathColumn, TextColumn, FileColumns };

    enum OfSections { SectionName, SectionAmount, SectionSize, SectionColumns };

    enum OfContents { ContentMark, ContentName, ContentValue, ContentColumns };

    enum OfLines { LineAddress, LineBytes, LinePlace, LineInline, LineFunction, LinesColumns };

    enum OfPlaces { PlaceMark, PlaceFunction, PlaceLine, PlaceColumns };

    enum OfWanted { WantedMark, WantedName, WantedState, WantedColumns };

    /// All arguments must outlive the session.
    DebugFileSession(engine::DebugFileDesk& desk,
                     DebugFileInbox& inbox,
                     const Workbench& workbench,
                     QObject* parent = nullptr);
    ~DebugFileSession() override;

    void open(const QString& path);
    void close();

    State state() const { return m_state; }

    QString path() const { return m_path; }

    QString fileName() const;

    /// Why it, or its index, cannot be read; empty when it can.
    QString problem() const { return m_problem; }

    /// What the file is good for and what it lacks.
    QString sentence() const;
    /// "libscene.so.debug, 61.2 MB  ·  /home/ada/build"
    QString facts() const;
    /// "ELF · amd64"; empty for files without a processor.
    QString formatFact() const;

    /// Is there something to search: functions and files?
    bool hasIndex() const { return m_index.has_value(); }

    /// Functions, lines or files may come or are there.
    bool isSearchable() const;

    /// "18 412"; "24 matches" of a search.
    QString functionSummary() const;
    QString fileSummary() const;

    /// What was found last, which may be the answer to an earlier search than the latest.
    const engine::DebugFunctions& foundFunctions() const { return m_found; }

    const engine::DebugSourceFiles& foundFiles() const { return m_foundFiles; }

    QString linesTitle() const;
    QString linesSummary() const;

    DetailModel& identity() { return m_identity; }

    CellsModel& contents() { return m_contents; }

    CellsModel& sections() { return m_sections; }

    QString sectionSummary() const { return m_sectionSummary; }

    CellsModel& functions() { return m_functions; }

    CellsModel& files() { return m_files; }

    CellsModel& lines() { return m_lines; }

    CellsModel& place() { return m_place; }

    CellsModel& wanted() { return m_wanted; }

    /// Open reports that use the file.
    int uses() const { return m_uses; }

    /// Open reports that want another build of it.
    int otherBuilds() const { return m_otherBuilds; }

    void findFunctions(const QString& text);
    void findFiles(const QString& text);
    /// Shows the lines of the function in this row of functions().
    void showFunction(int row);
    /// Looks up a linked address, in hexadecimal digits with or without 0x.
    void lookUp(const QString& text);

    /// What became of the latest look-up, in a sentence; empty before the first.
    QString placeSentence() const { return m_placeSentence; }

    /// The identity as lines of text.
    QString identityText() const;
    /// Compares the file with the modules of the open reports again.
    void compareReports();

Q_SIGNALS:
    /// Another file, or more is known of it.
    void changed();
    void functionsChanged();
    void filesChanged();
    void linesChanged();
    void placeChanged();
    void wantedChanged();

private:
    void take(const engine::DebugFileFacts& facts);
    void take(const engine::DebugFileIndex& index);
    void take(const engine::DebugFileFailure& failure);
    void take(const engine::DebugFunctions& functions);
    void take(const engine::DebugSourceFiles& files);
    void take(const engine::DebugLines& lines);
    void take(const engine::DebugPlace& place);
    void forget();

    engine::DebugFileDesk& m_desk;
    DebugFileInbox& m_inbox;
    const Workbench& m_workbench;
    std::uint64_t m_number = 0; ///< Of the file whose answers count.
    State m_state = State::Empty;
    QString m_path;
    QString m_problem;
    std::optional<engine::DebugFileFacts> m_facts;
    std::optional<engine::DebugFileIndex> m_index;
    std::string m_functionPattern; ///< The latest one, also of the next file.
    std::string m_filePattern;
    engine::DebugFunctions m_found;
    engine::DebugSourceFiles m_foundFiles;
    std::optional<engine::DebugFunction> m_askedFunction; ///< Whose lines were asked for last.
    std::optional<quint64> m_askedAddress;
    QString m_linesName; ///< Of the function whose lines are shown.
    quint64 m_linesBytes = 0;
    int m_inlinedRows = 0;
    QString m_sectionSummary;
    QString m_placeSentence;
    int m_uses = 0;
    int m_otherBuilds = 0;
    DetailModel m_identity;
    CellsModel m_contents;
    CellsModel m_sections;
    CellsModel m_functions;
    CellsModel m_files;
    CellsModel m_lines;
    CellsModel m_place;
    CellsModel m_wanted;
};

} // namespace faultline::ui
