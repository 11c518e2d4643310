#pragma once

#include "ui/style/theme.h"

#include <QDockWidget>

namespace faultline::ui {

class PanelHeader;

/// A dock whose title looks like a tab in front; while it is tabbed with others, the tab bar shows
/// the title instead.
class WorkbenchDock final : public QDockWidget
{
    Q_OBJECT

public:
    /// `id` becomes the object name, which saved layouts depend on.
    WorkbenchDock(const Theme& theme,
                  const QString& id,
                  const QString& title,
                  QWidget* content,
                  QWidget* parent = nullptr);

    void setCaption(const QString& caption);
    void setTabbed(bool tabbed);

private:
    PanelHeader* m_header;
};

} // namespace faultline::ui
