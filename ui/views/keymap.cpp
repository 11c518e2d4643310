// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/keymap.h"

#include "ui/views/action_registry.h"

#include <QMap>

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::ui {

namespace {

/// What the other presets have in place of Faultline's keys (docs/spec/workbench.md §4.9). Keys are
/// separated by '|'.
struct PresetKeys
{
    const char* id;
    const char* keys;
};

constexpr auto kVisualStudio = std::to_array<PresetKeys>({
    {"go.palette", "Ctrl+Q"},
    {"file.quit", "Alt+F4"},
    {"go.back", "Alt+Left|Ctrl+-|Back"},
    {"go.forward", "Alt+Right|Ctrl+Shift+-|Forward"},
    {"view.zoom_in", "Ctrl+Shift+.|Ctrl++|Ctrl+="},
    {"view.zoom_out", "Ctrl+Shift+,"},
    {"go.crash", "Alt+*"},
    {"view.dock.stack", "Ctrl+Alt+C"},
    {"view.dock.threads", "Ctrl+Alt+H"},
    {"view.dock.modules", "Ctrl+Alt+U"},
    {"view.dock.registers", "Ctrl+Alt+G"},
    {"view.dock.disassembly", "Ctrl+Alt+D"},
    {"view.dock.memory", "Ctrl+Alt+M, 1"},
    {"view.dock.parallel", "Ctrl+Shift+D, S"},
});

constexpr auto kQtCreator = std::to_array<PresetKeys>({
    {"go.palette", "Ctrl+K"},
    {"go.anything", ""},
    {"go.address", "Ctrl+L"},
});

QList<QKeySequence> sequences(const QStringList& texts)
{
    QList<QKeySequence> keys;
    for (const QString& text : texts) {
        const auto each = QKeySequence::fromString(text, QKeySequence::PortableText);
        if (!each.isEmpty() && each[0].key() != Qt::Key_unknown)
            keys.append(each);
    }
    return keys;
}

QStringList portableTexts(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& each : keys)
        texts.append(each.toString(QKeySequence::PortableText));
    return texts;
}

bool isCharacter(Qt::Key key)
{
    return key >= Qt::Key_Space && key <= Qt::Key_ydiaeresis;
}

} // namespace

QStringList nativeTexts(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& each : keys)
        texts.append(each.toString(QKeySequence::NativeText));
    return texts;
}

Keymap::Keymap(ActionRegistry& actions, AppSettings& settings, QObject* parent)
    : QObject(parent), m_actions(actions), m_settings(settings)
{
    connect(&settings, &AppSettings::keysChanged, this, &Keymap::apply);
    apply();
}

QList<QKeySequence> Keymap::presetKeys(const QString& id) const
{
    const auto of = [&id](const auto& table) -> std::optional<QList<QKeySequence>> {
        const auto* found = std::ranges::find_if(
            table, [&id](const PresetKeys& each) { return id == QLatin1String(each.id); });
        if (found == table.end())
            return std::nullopt;
        return sequences(QString::fromLatin1(found->keys).split(u'|', Qt::SkipEmptyParts));
    };
    std::optional<QList<QKeySequence>> own;
    if (preset() == KeyPreset::VisualStudio)
        own = of(kVisualStudio);
    else if (preset() == KeyPreset::QtCreator)
        own = of(kQtCreator);
    return own ? *own : ActionRegistry::defaultKeys(id);
}

QList<QKeySequence> Keymap::keys(const QString& id) const
{
    const auto changed = m_settings.changedKeys();
    const auto own = changed.find(id);
    return own == changed.end() ? presetKeys(id) : sequences(*own);
}

void Keymap::setKeys(const QString& id, const QList<QKeySequence>& keys)
{
    auto changed = m_settings.changedKeys();
    if (keys == presetKeys(id))
        changed.remove(id);
    else
        changed.insert(id, portableTexts(keys));
    m_settings.setChangedKeys(changed);
}

void Keymap::reset(const QString& id)
{
    auto changed = m_settings.changedKeys();
    changed.remove(id);
    m_settings.setChangedKeys(changed);
}

void Keymap::resetAll()
{
    m_settings.setChangedKeys({});
}

void Keymap::giveTo(const QString& id, const QKeySequence& wanted)
{
    for (const QAction* action : m_actions.all()) {
        const QString other = action->objectName();
        auto own = keys(other);
        if (other != id && own.removeAll(wanted) > 0)
            setKeys(other, own);
    }
    if (auto own = keys(id); !own.contains(wanted))
        setKeys(id, own << wanted);
}

/// Of several actions the first one keeps keys that it has from the preset, otherwise the first one
/// of all.
QList<KeyConflict> Keymap::conflicts() const
{
    const auto changed = m_settings.changedKeys();
    QMap<QKeySequence, KeyConflict> all;
    for (const bool isChanged : {false, true}) {
        for (const QAction* action : m_actions.all()) {
            const QString id = action->objectName();
            if (changed.contains(id) != isChanged)
                continue;
            for (const QKeySequence& each : keys(id)) {
                KeyConflict& known = all[each];
                known.keys = each;
                if (known.holder.isEmpty())
                    known.holder = id;
                else if (known.holder != id)
                    known.others.append(id);
            }
        }
    }
    QList<KeyConflict> conflicts;
    for (const KeyConflict& each : std::as_const(all)) {
        if (!each.others.isEmpty())
            conflicts.append(each);
    }
    return conflicts;
}

QString Keymap::holder(const QKeySequence& wanted) const
{
    for (const QAction* action : m_actions.all()) {
        if (action->shortcuts().contains(wanted))
            return action->objectName();
    }
    return {};
}

void Keymap::apply()
{
    const auto all = conflicts();
    for (const QAction* action : m_actions.all()) {
        const QString id = action->objectName();
        auto own = keys(id);
        for (const KeyConflict& each : all) {
            if (each.others.contains(id))
                own.removeAll(each.keys);
        }
        m_actions.setKeys(id, own);
    }
    Q_EMIT changed();
}

QString Keymap::refusal(const QString& id, const QKeySequence& wanted)
{
    const auto first = wanted[0];
    const Qt::Key key = first.key();
    if (key == Qt::Key_Menu ||
        (key == Qt::Key_F10 && first.keyboardModifiers() == Qt::ShiftModifier))
        return tr("Shift+F10 and the Menu key always open the context menu.");
    const bool isTyped =
        isCharacter(key) && (first.keyboardModifiers() & ~Qt::ShiftModifier) == Qt::NoModifier;
    const bool mayBeTyped = id.startsWith(QLatin1String("triage.")) || key == Qt::Key_Question;
    if (isTyped && !mayBeTyped)
        return tr("A single character would be typed into fields. Press it with Ctrl or Alt.");
    const bool isOwn = key == Qt::Key_Tab || key == Qt::Key_Backtab || key == Qt::Key_Escape ||
                       key == Qt::Key_Return || key == Qt::Key_Enter;
    if (isOwn && first.keyboardModifiers() == Qt::NoModifier)
        return tr("The window needs this key itself.");
    return {};
}

QString Keymap::warning(const QKeySequence& wanted)
{
    const auto modifiers = wanted[0].keyboardModifiers();
    const Qt::Key key = wanted[0].key();
    const bool isLetter = key >= Qt::Key_A && key <= Qt::Key_Z;
    if (isLetter && modifiers.testFlag(Qt::ControlModifier) && modifiers.testFlag(Qt::AltModifier))
        return tr("Ctrl+Alt with a letter types a character on many keyboards.");
    return {};
}

} // namespace faultline::ui
