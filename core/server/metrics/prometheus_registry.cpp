// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/metrics/prometheus_registry.h"

#include "core/base/result.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace faultline::server {

namespace {

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string validName(std::string_view text)
{
    std::string name(!text.empty() && text.front() >= '0' && text.front() <= '9' ? "_" : "");
    for (const char c : text)
        name += isNameCharacter(c) ? c : '_';
    return name;
}

void addLabel(std::string& labels, std::string_view validName, std::string_view value)
{
    labels += concat(labels.empty() ? "" : ",", validName, "=\"");
    for (const char c : value) {
        if (c == '\n')
            labels += "\\n";
        else
            labels += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    }
    labels += '"';
}

std::string numberText(double value)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

} // namespace

PrometheusRegistry::PrometheusRegistry(std::string_view prefix, const Tags& tags)
    : m_prefix(prefix.empty() ? "faultline" : validName(prefix))
{
    for (const auto& [name, value] : tags)
        m_tags.emplace_back(validName(name), value);
}

std::string PrometheusRegistry::labelsOf(MetricTags tags) const
{
    std::string labels;
    for (const auto& tag : tags)
        addLabel(labels, validName(tag.name), tag.value);
    for (const auto& [name, value] : m_tags) {
        const auto isSame = [&](const MetricTag& tag) { return validName(tag.name) == name; };
        if (std::ranges::none_of(tags, isSame))
            addLabel(labels, name, value);
    }
    return labels.empty() ? "" : "{" + labels + "}";
}

std::string PrometheusRegistry::nameOf(std::string_view name) const
{
    return concat(m_prefix, "_", validName(name));
}

void PrometheusRegistry::count(std::string_view name, MetricTags tags, std::uint64_t amount)
{
    const std::lock_guard lock(m_mutex);
    m_counts[nameOf(name) + "_total"][labelsOf(tags)] += amount;
}

void PrometheusRegistry::gauge(std::string_view name, MetricTags tags, double value)
{
    const std::lock_guard lock(m_mutex);
    m_gauges[nameOf(name)][labelsOf(tags)] = value;
}

void PrometheusRegistry::distribution(std::string_view name, MetricTags tags, double value)
{
    const std::lock_guard lock(m_mutex);
    auto& summary = m_summaries[nameOf(name)][labelsOf(tags)];
    summary.sum += value;
    ++summary.count;
}

std::string PrometheusRegistry::render() const
{
    const std::lock_guard lock(m_mutex);
    std::string text;
    for (const auto& [name, series] : m_counts) {
        text += concat("# TYPE ", name, " counter\n");
        for (const auto& [labels, value] : series)
            text += concat(name, labels, " ", value, "\n");
    }
    for (const auto& [name, series] : m_gauges) {
        text += concat("# TYPE ", name, " gauge\n");
        for (const auto& [labels, value] : series)
            text += concat(name, labels, " ", numberText(value), "\n");
    }
    for (const auto& [name, series] : m_summaries) {
        text += concat("# TYPE ", name, " summary\n");
        for (const auto& [labels, value] : series)
            text += concat(name, "_sum", labels, " ", numberText(value.sum), "\n", name, "_count",
                           labels, " ", value.count, "\n");
    }
    return text;
}

} // namespace faultline::server
