// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"
#include "ui/bridge/fact_rows.h"
#include "ui/models/fact_model.h"

#include <QObject>

#include <optional>

namespace faultline::ui {

class SessionCore;

/// What the file says beside its stacks: annotations, breadcrumbs, handles, and what Windows keeps
/// of a thread. Lives on the GUI thread.
class FileFacts final : public QObject
{
    Q_OBJECT

public:
    explicit FileFacts(SessionCore& core, QObject* parent = nullptr);

    FactModel& annotations() { return m_annotations; }

    FactModel& breadcrumbs() { return m_breadcrumbs; }

    FactModel& handles() { return m_handles; }

    FactModel& unloaded() { return m_unloaded; }

    /// What the report is about.
    enum class Program {
        Unknown, ///< The file has not been read.
        Native,  ///< Machine code, which has registers and memory.
        Script,
        Jvm
    };

    Program program() const;

    bool hasEvent() const { return m_event != nullptr; }

    /// How many variables of the environment are not shown, as they may hold secrets.
    int hiddenVariables() const;
    void showEnvironment();

    /// Takes over what the file says, once it has been read.
    void update();

    /// Reads the blocks of this thread, unless they are known.
    void showThread(std::optional<std::uint32_t> thread);

    const QList<DetailRow>& threadRows() const { return m_threadRows; }

    /// Takes the answer to its question; false for others.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    void changed();

private:
    SessionCore& m_core;
    std::shared_ptr<const Event> m_event;
    Environment m_environment = Environment::Hidden;
    FactModel m_annotations{FactModel::Kind::Annotations};
    FactModel m_breadcrumbs{FactModel::Kind::Breadcrumbs};
    FactModel m_handles{FactModel::Kind::Handles};
    FactModel m_unloaded{FactModel::Kind::Unloaded};
    std::optional<std::uint32_t> m_thread;
    std::optional<engine::JobId> m_job;
    QList<DetailRow> m_threadRows;
};

} // namespace faultline::ui
