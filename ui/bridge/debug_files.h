// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"

#include <QObject>
#include <QString>

#include <map>

namespace faultline::ui {

class SessionCore;

/// Files that the user offers for modules of one report. A file is used when its id is that of a
/// module, or when the module has none; otherwise the user is told or asked. Lives on the GUI
/// thread.
class DebugFiles final : public QObject
{
    Q_OBJECT

public:
    explicit DebugFiles(SessionCore& core, QObject* parent = nullptr);

    /// Compares the file with the modules, on a thread of the engine. `module` is the one that the
    /// user means; -1 when any may be meant.
    void offer(int module, const QString& file);

    /// Takes the answer to its question; false for others.
    bool take(const engine::InspectionSnapshot& answer);

Q_SIGNALS:
    /// The file shall be used for the module. The sentence says why, if it was not meant so.
    void accepted(int module, const QString& file, const QString& sentence);
    void refused(const QString& sentence);
    /// Nothing says that the file belongs to the module: only the user can want it.
    void doubted(int module, const QString& file, const QString& sentence);

private:
    struct Offer
    {
        int module = -1;
        QString file;
    };

    void decide(const Offer& offer, const engine::Inspection* answer);
    QString nameOf(int module) const;

    SessionCore& m_core;
    std::map<engine::JobId, Offer> m_offers;
};

} // namespace faultline::ui
