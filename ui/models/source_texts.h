// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace faultline::ui {

/// A translator that gives the English texts of the source while somebody wants them. Install it
/// last, so that it is asked first; with nobody who wants them it passes all texts on.
class SourceTexts final : public QTranslator
{
    Q_OBJECT

public:
    using QTranslator::QTranslator;

    /// While it lives, this thread gets English texts.
    class Wanted
    {
    public:
        Wanted();
        ~Wanted();
        Wanted(const Wanted&) = delete;
        Wanted& operator=(const Wanted&) = delete;

    private:
        bool m_before;
    };

    QString translate(const char* context,
                      const char* sourceText,
                      const char* disambiguation,
                      int n) const override;

    bool isEmpty() const override { return false; }
};

} // namespace faultline::ui
