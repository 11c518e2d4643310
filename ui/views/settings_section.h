// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/settings_form.h"

#include <QWidget>

namespace faultline::ui {

/// One page of the settings.
class SettingsSection : public QWidget
{
    Q_OBJECT

public:
    /// Where the list of sections shows it.
    enum class Area { Symbols, Window, Program };

    struct Name
    {
        QString id; ///< "sources", "caches", …
        Area area = Area::Symbols;
        QString title;
        QString icon;
    };

    SettingsSection(const Theme& theme, Name name, QWidget* parent = nullptr)
        : QWidget(parent), m_theme(theme), m_name(std::move(name))
    {
        setObjectName(QStringLiteral("settings.") + m_name.id);
    }

    const Name& name() const { return m_name; }

    /// The one number that matters; may be empty.
    virtual QString fact() const { return {}; }

    /// Shows only what has this text, and returns how much that is. An empty text shows all.
    virtual int filter(const QString& text) = 0;

    /// The section came to the front.
    virtual void activate() {}

    /// What stands below the section.
    virtual QString foot() const { return tr("Every change counts at once."); }

Q_SIGNALS:
    void factChanged();
    void messageGiven(const QString& message);

protected:
    const Theme& theme() const { return m_theme; }

private:
    const Theme& m_theme;
    const Name m_name;
};

/// A section that consists of a form, which scrolls.
class FormSection : public SettingsSection
{
    Q_OBJECT

public:
    FormSection(const Theme& theme, Name name, QWidget* parent = nullptr);

    SettingsForm& form() { return *m_form; }

    void setFact(std::function<QString()> fact) { m_fact = std::move(fact); }

    void setFoot(const QString& foot) { m_foot = foot; }

    QString fact() const override { return m_fact ? m_fact() : QString(); }

    QString foot() const override { return m_foot.isEmpty() ? SettingsSection::foot() : m_foot; }

    int filter(const QString& text) override { return m_form->filter(text); }

    void activate() override { refresh(); }

    void refresh()
    {
        m_form->refresh();
        Q_EMIT factChanged();
    }

private:
    SettingsForm* m_form;
    std::function<QString()> m_fact;
    QString m_foot;
};

} // namespace faultline::ui
