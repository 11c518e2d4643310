// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/palette_model.h"
#include "ui/views/action_registry.h"
#include "ui/views/pasted_texts.h"
#include "ui/views/ui_context.h"

#include <QMainWindow>
#include <QSet>
#include <QTimer>

#include <functional>
#include <optional>

class QMenu;
class QStackedWidget;

namespace faultline::ui {

class ComparisonPage;
class DebugFilePage;
class DebugFileSession;
class DocumentTabs;
class ExportPage;
class ExportSession;
class GroupPage;
class Keymap;
class KeymapPage;
class LibraryPage;
class LibrarySession;
class NoticeBar;
class Palette;
class PlaceHistory;
class ReportPage;
class RulesPage;
class ServerPage;
class ServerSession;
class SettingsPage;
class StartPage;
class StatusStrip;
class TriageMenus;

/// The main window: menus, document tabs, the current page and the status bar. Carries out every
/// action.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /// View ▸ Theme and View ▸ Zoom change `theme`. All arguments must outlive the window.
    MainWindow(Theme& theme,
               AppSettings& settings,
               Workbench& workbench,
               QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Each report is a tab, and takes memory. Further files are not opened, and a notice says so.
    static constexpr qsizetype kMostReports = 1000;

    /// Opens the file in the front tab. Null when kMostReports are open.
    ReportSession* openFile(const QString& path);
    /// Opens all of them; the last one comes to the front.
    void openFiles(const QStringList& paths);
    /// Goes to a row of the front report's stack; see ReportSession::selectRow().
    void showFrame(std::optional<int> thread, int row);
    /// Opens the first of the recent files, if there are any.
    void openLastReport();
    /// Opens the files that were open when the program last ended, however it ended.
    void reopenFiles();
    /// Shows this server on the page of servers; it must outlive the window. Call it once.
    void setServer(ServerSession& server);
    /// Shows debug files on the page of the inspector; it must outlive the window. Call it once.
    void setInspector(DebugFileSession& file);
    /// Shows a debug file from inside, in the front tab.
    void inspectFile(const QString& path);
    /// Says above the page that the program crashed, and offers the dump that it left of itself.
    void offerDump(const QString& path);
    /// Shows the library in the front tab; without one, nothing happens.
    void showLibrary();
    /// Shows a group of the library in the front tab.
    void showGroup(qint64 group);
    /// Null while the start page or the library is shown.
    ReportSession* currentSession() const;

    ActionRegistry& actions() { return m_actions; }

    ReportPage& reportPage() { return *m_report; }

protected:
    bool focusNextPrevChild(bool next) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QSize firstSize() const;
    void buildTabs();
    void buildPages();
    void connectFileActions();
    void connectEditActions();
    void connectGoActions();
    void connectSteps();
    void addHistory(ReportSession& session);
    PlaceHistory* history() const;
    void goToAddress();
    enum class PaletteKinds { Everything, Anything };
    void openPalette(PaletteKinds kinds, const QString& typed);
    QList<PaletteEntry> paletteEntries(PaletteKinds kinds);
    void goTo(const QString& id);
    void goToFrame(const QStringList& place);
    void connectViewActions();
    void connectStackActions();
    void connectDockActions();
    void connectSymbolActions();
    void connectHelpActions();
    void connectCodeActions();
    void buildLibrary();
    void buildTriagePages(LibrarySession& library);
    void connectLibraryActions();
    void connectExportActions();
    /// Where a page's tab comes.
    enum class Place { Front, Back };
    void exportReport(ReportSession* session, const QString& action, Place place);
    void connectSettingsActions();
    void showSettings(const QString& section);
    void connectTriageActions();
    void showPage(QWidget* page, const QString& name);
    void openLibrary();
    /// Shows another library from now on, and in later windows.
    void chooseLibrary(const QString& file);
    TriageMenus& triage();
    void addTriageActions(QMenu& menu);
    void openRow();
    QList<qint64> reportsToCompare() const;
    void compare();
    void askForOther();
    void compareWith(ReportSession* other);
    void compareReports(ReportSession* left, ReportSession* right, Place place = Place::Front);
    void showRules();
    void keepRulesDraft(LibrarySession& library);
    bool hasUnsignedRules() const;
    void askAboutRules();
    void updateTriageContext(ActionContext& context) const;

    void showTab(int tab);
    void closeTab(int tab);
    void closeAll();
    ReportSession* addReport(const QString& path);
    void showChanges();
    void sayLeftOut(qsizetype count);
    void updateActions();
    void updateTitle();
    void showTitle(const QString& title);
    void rememberOpen();
    QStringList wordsOf(const QWidget* page) const;
    void reopenFile(const QString& file);
    void reopenPages();
    void reopenPage(const QStringList& words);
    void reopenComparison(const QStringList& words);
    void reopenExport(const QStringList& words);
    void locateMoved(const QString& path);
    void rememberPlace(const ReportSession& session);
    void saveSoon();
    void saveNow();
    void showStackOptions();
    void showPerspective();
    void sessionChanged(ReportSession* session);
    void rememberRecent(const QList<ReportSession*>& sessions);

    void askForFile();
    void askForFolder();
    void openClipboard();
    void askForDebugFile(int module);
    void connectCopyActions();
    void connectFindActions();
    void findNext(int direction);
    void takeDebugFiles(ReportSession& session);
    void askWhetherGuess(ReportSession& session,
                         int module,
                         const QString& file,
                         const QString& sentence);
    void copySelection();
    void copyStack();
    void copyText(const QString& text, const QString& message);
    void copyFrame(QString FrameRow::* field);
    void fillRecentMenu();
    void applyAppearance();
    void openSample();
    void showShortcuts();
    void showKeymap();
    void showAbout();
    void showDiagnostics();
    void readSourcePlace();
    /// Calls `then` once an editor is chosen; it may be empty.
    void chooseEditor(std::function<void()> then);
    void openInEditor();

    Theme& m_theme;
    UiContext m_context;
    QString m_sourceFile; ///< Of the current frame; empty unless it is a file of this computer.
    QString m_sourcePage; ///< Of a forge; empty without one.
    quint32 m_sourceLine = 0;
    ActionRegistry m_actions;
    QMenu* m_recent = nullptr;
    DocumentTabs* m_tabs;
    NoticeBar* m_notices;
    QStackedWidget* m_pages;
    StartPage* m_start;
    ReportPage* m_report;
    LibraryPage* m_library = nullptr; ///< Null where there can be no library.
    GroupPage* m_group = nullptr;     ///< So are the next two.
    ComparisonPage* m_comparison = nullptr;
    RulesPage* m_rules = nullptr;
    Keymap* m_keymap = nullptr;
    KeymapPage* m_keys = nullptr; ///< Made when it is first shown.
    ExportPage* m_export = nullptr;
    ExportSession* m_exportSession = nullptr;
    SettingsPage* m_settings = nullptr;   ///< Null until it is first shown.
    ServerPage* m_server = nullptr;       ///< Null until setServer().
    DebugFilePage* m_inspector = nullptr; ///< So are the next ones until setInspector().
    DebugFileSession* m_inspected = nullptr;
    StatusStrip* m_status;
    Palette* m_palette = nullptr; ///< Made when it is first opened.
    PastedTexts m_pasted;
    QHash<ReportSession*, PlaceHistory*> m_histories; ///< Each belongs to its session.
    QTimer m_saveTimer;
    QList<ReportSession*> m_changed; ///< Their tabs and recent files are out of date.
    QTimer m_showChanges;
    QSet<const ReportSession*> m_restored; ///< Reopened, and not in front since.
    QStringList m_exported;                ///< What the page of exports shows, likewise.
    QStringList m_compared;                ///< What the comparison shows, as reopenPage() takes it.
    bool m_mayQuit = false;                ///< The user has decided about unsigned rules.
    bool m_isReopening = false; ///< Tabs that appear now do not change which file is in front.
};

} // namespace faultline::ui
