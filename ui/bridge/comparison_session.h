// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_desk.h"
#include "ui/models/comparison_model.h"

#include <QObject>

#include <memory>
#include <optional>

namespace faultline::ui {

/// One report of a comparison, as its heading says.
struct ComparedSide
{
    QString name;
    QString path;
    QString facts;
};

/// What the page of two reports says above its panels.
struct ComparisonHead
{
    QString sentence{};
    QString facts{};
    ComparedSide left{};
    ComparedSide right{};
    int same = 0; ///< Frames.
    int otherLine = 0;
    int moved = 0;
    int onlyLeft = 0;
    int onlyRight = 0;
    int differentFacts = 0;
    int equalFacts = 0;
    int differentModules = 0;
    quint64 equalModules = 0;
};

/// Two reports side by side. GUI thread only; it never waits for the library.
class ComparisonSession final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Nothing, ///< No reports were chosen.
        Reading,
        Ready,
        Failed ///< With problem().
    };

    /// `desk` must outlive the session.
    explicit ComparisonSession(engine::LibraryDesk& desk, QObject* parent = nullptr);
    ~ComparisonSession() override;

    /// Compares two reports of the library.
    void compare(qint64 left, qint64 right);
    /// Compares two open reports as they are now. `name` is the path of the file.
    void compare(const QString& leftName,
                 std::shared_ptr<const Report> left,
                 const QString& rightName,
                 std::shared_ptr<const Report> right);
    void swap();
    /// Compares the same reports again.
    void again();

    State state() const { return m_state; }

    QString problem() const { return m_problem; }

    const ComparisonHead& head() const { return m_head; }

    /// Frames, facts and modules that are equal are left out of the models.
    void showDifferencesOnly(bool isOnly);

    bool showsDifferencesOnly() const { return m_differencesOnly; }

    /// Equal facts are in the model of facts, too.
    void showEqualFacts(bool areShown);

    bool showsEqualFacts() const { return m_equalFacts; }

    /// Equal modules are in the model of modules, too.
    void showEqualModules(bool areShown);

    bool showsEqualModules() const { return m_equalModules; }

    ComparedFrameModel& frames() { return m_frames; }

    ComparedFactModel& facts() { return m_facts; }

    ComparedFactModel& modules() { return m_modules; }

    /// Everything that the page shows, as Markdown. Empty until it is known.
    QString markdown() const;

    void take(const engine::LibraryComparison& comparison);

Q_SIGNALS:
    void changed();

private:
    void ask();
    void showRows();

    engine::LibraryDesk& m_desk;
    std::optional<engine::ComparedReport> m_left;
    std::optional<engine::ComparedReport> m_right;
    engine::ComparisonId m_id{};
    State m_state = State::Nothing;
    QString m_problem;
    std::optional<engine::Comparison> m_comparison;
    ComparisonHead m_head;
    bool m_differencesOnly = false;
    bool m_equalFacts = false;
    bool m_equalModules = false;
    ComparedFrameModel m_frames;
    ComparedFactModel m_facts;
    ComparedFactModel m_modules;
};

} // namespace faultline::ui
