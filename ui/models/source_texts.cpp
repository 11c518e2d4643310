// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/source_texts.h"

#include <utility>

namespace faultline::ui {

namespace {

thread_local bool isWanted = false;

} // namespace

SourceTexts::Wanted::Wanted() : m_before(std::exchange(isWanted, true)) {}

SourceTexts::Wanted::~Wanted()
{
    isWanted = m_before;
}

QString SourceTexts::translate(const char* /*context*/,
                               const char* sourceText,
                               const char* /*disambiguation*/,
                               int /*n*/) const
{
    return isWanted ? QString::fromUtf8(sourceText) : QString();
}

} // namespace faultline::ui
