// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/app_settings.h"

#include <QKeySequence>
#include <QObject>

#include <optional>

namespace faultline::ui {

class ActionRegistry;

/// Keys that several actions have. The holder keeps them until the user decides.
struct KeyConflict
{
    QKeySequence keys;
    QString holder;     ///< Id of the action that they belong to.
    QStringList others; ///< Ids of the actions that do not get them.
};

/// Which keys the actions have: those of a preset, and what the user changed. It gives them to the
/// actions, each combination to one only.
class Keymap final : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it.
    Keymap(ActionRegistry& actions, AppSettings& settings, QObject* parent = nullptr);

    KeyPreset preset() const { return m_settings.keyPreset(); }

    void setPreset(KeyPreset preset) { m_settings.setKeyPreset(preset); }

    QList<QKeySequence> presetKeys(const QString& id) const;
    /// What the preset or the user gave to the action, even if another one holds them.
    QList<QKeySequence> keys(const QString& id) const;

    bool isChanged(const QString& id) const { return m_settings.changedKeys().contains(id); }

    qsizetype changedCount() const { return m_settings.changedKeys().size(); }

    /// The keys of the preset count as no change.
    void setKeys(const QString& id, const QList<QKeySequence>& keys);
    void reset(const QString& id);
    void resetAll();
    /// Takes the keys from every other action.
    void giveTo(const QString& id, const QKeySequence& keys);

    QList<KeyConflict> conflicts() const;
    /// The action that has the keys in force; empty when they are free.
    QString holder(const QKeySequence& keys) const;

    /// Why an action cannot have these keys, in a sentence; empty when it can.
    static QString refusal(const QString& id, const QKeySequence& keys);
    /// What is to be known of these keys, in a sentence; mostly empty.
    static QString warning(const QKeySequence& keys);

Q_SIGNALS:
    void changed();

private:
    void apply();

    ActionRegistry& m_actions;
    AppSettings& m_settings;
};

QStringList nativeTexts(const QList<QKeySequence>& keys);

} // namespace faultline::ui
