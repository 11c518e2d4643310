#include "core/server/metrics/prometheus_registry.h"

#include "core/base/result.h"

#include <charconv>

namespace faultline::server {

namespace {

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string validName(std::string_view text)
{
    std::string name;
    for (const char c : text)
        name += isNameCharacter(c) ? c : '_';
    return name;
}

std::string labelsOf(MetricTags tags)
{
    std::string labels;
    for (const auto& tag : tags) {
        labels += concat(labels.empty() ? "" : ",", validName(tag.name), "=\"");
        for (const char c : tag.value) {
            if (c == '\n')
                labels += "\\n";
            else
                labels += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
        }
        labels += '"';
    }
    return labels.empty() ? "" : "{" + labels + "}";
}

std::string numberText(double value)
{
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value);
    return std::string(text, end.ptr);
}

} // namespace

PrometheusRegistry::PrometheusRegistry(std::string prefix)
    : m_prefix(prefix.empty() ? "faultline" : validName(prefix))
{
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
