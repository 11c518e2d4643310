// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/metrics/prometheus_registry.h"

#include <QTest>

using namespace faultline;
using namespace faultline::server;

class TestPrometheusRegistry : public QObject
{
    Q_OBJECT

private slots:
    void addsUp();
    void labelsAreEscaped();
};

void TestPrometheusRegistry::addsUp()
{
    PrometheusRegistry registry("symbolicator");
    MetricSink& sink = registry;
    sink.count("requests.accepted", {"task", "symbolicate"});
    sink.count("requests.accepted", {"task", "symbolicate"});
    sink.gauge("requests.in_flight", {}, 3);
    sink.gauge("requests.in_flight", {}, 2);
    sink.distribution("requests.duration", {}, 1.5);
    sink.distribution("requests.duration", {}, 2);
    QCOMPARE(registry.render(),
             std::string("# TYPE symbolicator_requests_accepted_total counter\n"
                         "symbolicator_requests_accepted_total{task=\"symbolicate\"} 2\n"
                         "# TYPE symbolicator_requests_in_flight gauge\n"
                         "symbolicator_requests_in_flight 2\n"
                         "# TYPE symbolicator_requests_duration summary\n"
                         "symbolicator_requests_duration_sum 3.5\n"
                         "symbolicator_requests_duration_count 2\n"));
}

void TestPrometheusRegistry::labelsAreEscaped()
{
    PrometheusRegistry registry("");
    MetricSink& sink = registry;
    sink.count("a-b", {"c.d", "x\"y\\z\n"});
    QCOMPARE(registry.render(), std::string("# TYPE faultline_a_b_total counter\n"
                                            "faultline_a_b_total{c_d=\"x\\\"y\\\\z\\n\"} 1\n"));
}

QTEST_GUILESS_MAIN(TestPrometheusRegistry)
#include "tst_prometheus_registry.moc"
