#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files for containers agree with each other and with the server: names, ports, paths, times, users, variables.

usage: test_manifests.py ROOT

Exits with 77 where Debian's python3-yaml is missing and FAULTLINE_REQUIRE_TOOLS is not set. tests/interop/container checks the rest: what Kustomize
makes of them, and the image itself.
"""
import os
import pathlib
import re
import shlex
import sys

SKIPPED = 77
USER = 65532
LABEL = {"app.kubernetes.io/name": "faultline-server"}
RUN = ["run", "-c", "/etc/symbolicator/config.yml"]


def seconds(text):
    return int(re.fullmatch(r"(\d+)s", text).group(1))


def load(yaml, path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def variables_in(path):
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#"))
    return set(re.findall(r"\$\{(\w+)", "\n".join(lines)))


def variables_of(path):
    return {line.split("=", 1)[0] for line in path.read_text(encoding="utf-8").splitlines() if "=" in line and not line.startswith("#")}


def shipped_secrets(root):
    """Keys that everybody knows, because they come with the files."""
    for name in ("compose/example.env", "kubernetes/secrets.env"):
        for line in (root / "installer" / name).read_text(encoding="utf-8").splitlines():
            if not line.startswith("#") and line.partition("=")[2]:
                yield f"{name} has a value for {line.partition('=')[0]}"


class Image:
    """What installer/container/Containerfile says."""

    def __init__(self, root):
        words = [shlex.split(line) if not line.startswith(("ENTRYPOINT", "CMD", "HEALTHCHECK")) else line.split(" ", 1)
                 for line in (root / "installer/container/Containerfile").read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        self.lines = {line[0]: line[1:] for line in words}
        self.variables = dict(word.split("=", 1) for word in self.lines["ENV"])

    def stop_seconds(self):
        """How long the server may take to end by itself."""
        return seconds(self.variables["FAULTLINE_DRAIN_DELAY"]) + seconds(self.variables["FAULTLINE_SHUTDOWN_GRACE"])


def image_defects(image, config):
    lines = image.lines
    if lines["FROM"] != ["scratch"] or lines["USER"] != [f"{USER}:{USER}"] or lines["VOLUME"] != ["/data"]:
        yield "the image's base, user or volume"
    if lines["ENTRYPOINT"] != ['["/bin/symbolicator"]'] or texts_in(lines["CMD"][0]) != RUN:
        yield "the image's command"
    if not image.variables["TMPDIR"].startswith("/data/"):
        yield "the folder of temporary files is not on the volume"
    if [config["bind"].split(":")[1]] != lines["EXPOSE"] or config["cache_dir"] != "/data":
        yield "the shipped configuration and the image differ"


def texts_in(text):
    """A list of texts in a Containerfile."""
    return re.findall(r'"([^"]*)"', text)


def confined(container):
    context = container["securityContext"]
    return context["readOnlyRootFilesystem"] and not context["allowPrivilegeEscalation"] and context["capabilities"] == {"drop": ["ALL"]}


def deployment_defects(deployment, image, config):
    pod = deployment["spec"]["template"]["spec"]
    if deployment["spec"]["selector"]["matchLabels"] != LABEL or deployment["spec"]["replicas"] < 3:
        yield "the deployment's selector or replicas"
    if pod["terminationGracePeriodSeconds"] <= image.stop_seconds():
        yield "pods are killed while they drain"
    context = pod["securityContext"]
    if (context["runAsUser"], context["runAsGroup"], context["fsGroup"], context["runAsNonRoot"]) != (USER, USER, USER, True):
        yield "the pod's user"
    server, cleanup = pod["containers"]
    if server["args"] != RUN or cleanup["args"][:3] != ["cleanup", *RUN[1:]] or "--repeat" not in cleanup["args"]:
        yield "the arguments of the containers"
    if config["enable_cache_cleanup"]:
        yield "the caches are cleaned up twice"
    if not all(confined(container) and container["image"] == "faultline-server" for container in pod["containers"]):
        yield "a container is not confined"
    ports = {port["name"]: str(port["containerPort"]) for port in server["ports"]}
    if ports != {"http": config["bind"].split(":")[1], "metrics": config["metrics"]["prometheus_bind"].split(":")[1]}:
        yield "the ports of the pod and of its configuration differ"
    probes = [server[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "readiness", "liveness")]
    if probes != ["/healthcheck", "/ready", "/healthcheck"]:
        yield f"the probes ask {probes}"
    if server["readinessProbe"]["periodSeconds"] * server["readinessProbe"]["failureThreshold"] > seconds(image.variables["FAULTLINE_DRAIN_DELAY"]):
        yield "a pod stops accepting before its service notices"


def kubernetes_defects(yaml, root, image):
    folder = root / "installer/kubernetes"
    base, config = load(yaml, folder / "kustomization.yaml"), load(yaml, folder / "config.yml")
    resources, names = {}, set()
    for name in base["resources"]:
        for resource in yaml.safe_load_all((folder / name).read_text(encoding="utf-8")):
            resources.setdefault(resource["kind"], resource)
            names.add(resource["metadata"]["name"])
    kinds = {"Deployment", "Service", "HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy"}
    if not kinds <= set(resources):
        yield f"kinds are missing: {kinds - set(resources)}"
        return
    if base["labels"][0]["pairs"] != LABEL or base["labels"][0].get("includeSelectors"):
        yield "Kustomize changes selectors"
    yield from deployment_defects(resources["Deployment"], image, config)
    if resources["Service"]["spec"]["selector"] != LABEL or resources["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] != LABEL:
        yield "the selectors of service or budget"
    if [peer.split(":")[1] for peer in config["peers"]] != [config["bind"].split(":")[1]] or config["peers"][0].split(":")[0] not in names:
        yield "instances do not find each other"
    policy = resources["NetworkPolicy"]["spec"]
    if policy["podSelector"]["matchLabels"] != LABEL or set(policy["policyTypes"]) != {"Ingress", "Egress"}:
        yield "the network policy does not hold for the pods"
    scaler = resources["HorizontalPodAutoscaler"]["spec"]
    metric = scaler["metrics"][0]["pods"]["metric"]["name"]
    if scaler["scaleTargetRef"]["name"] != resources["Deployment"]["metadata"]["name"] or scaler["minReplicas"] != resources["Deployment"]["spec"]["replicas"]:
        yield "the autoscaler's target"
    (rule,) = load(yaml, folder / "prometheus-adapter.yaml")
    if rule["name"]["as"] != metric or not rule["seriesQuery"].startswith(f"{metric}{{"):
        yield "the adapter's rule does not make the autoscaler's metric"
    published = (root / "core/server/symbolicator/job_metrics.cpp").read_text(encoding="utf-8")
    if f'gauge("{metric.removeprefix("symbolicator_").replace("_", ".", 1)}"' not in published:
        yield f"the server does not publish {metric}"
    if variables_in(folder / "config.yml") != variables_of(folder / "secrets.env"):
        yield "the variables of the configuration and of the secret differ"


def compose_defects(yaml, root, image):
    folder = root / "installer/compose"
    compose, config = load(yaml, folder / "compose.yml"), load(yaml, folder / "config.yml")
    services = compose["services"]
    servers = {name: service for name, service in services.items() if "faultline-server" in service["image"]}
    if len(servers) != 3:
        yield f"there are {len(servers)} servers"
    volumes = []
    for name, service in servers.items():
        if seconds(service["stop_grace_period"]) <= image.stop_seconds():
            yield f"{name} is killed while it drains"
        if service["command"] != RUN or not service["read_only"] or service["cap_drop"] != ["ALL"]:
            yield f"{name} is not confined, or its command is wrong"
        volumes += [volume.split(":")[0] for volume in service["volumes"] if volume.split(":")[1] == "/data"]
        if variables_in(folder / "config.yml") - set(service["environment"]):
            yield f"{name} lacks variables of the configuration"
    if config["peers"] != [f"{name}:{config['bind'].split(':')[1]}" for name in servers]:
        yield "servers do not find each other"
    if len(set(volumes)) != len(servers) or not set(volumes) <= set(compose["volumes"]):
        yield "servers share their caches' folder"
    text = (folder / "haproxy.cfg").read_text(encoding="utf-8")
    lines = re.findall(r"^    server (\w+) (\w+):(\d+)", text, flags=re.M)
    port = config["bind"].split(":")[1]
    backends = text.count("\nbackend ")
    if sorted(lines) != sorted((name, name, port) for name in servers for _ in range(backends)) or text.count("httpchk GET /ready") != backends:
        yield "the balancer's servers"
    if variables_in(folder / "compose.yml") - variables_of(folder / "example.env") - {"FAULTLINE_IMAGE", "FAULTLINE_PORT", "HAPROXY_IMAGE", "STORE_IMAGE"}:
        yield "example.env lacks variables of compose.yml"


def main():
    try:
        import yaml
    except ImportError:
        print("python3-yaml is not installed")
        return 1 if os.environ.get("FAULTLINE_REQUIRE_TOOLS") else SKIPPED
    root = pathlib.Path(sys.argv[1])
    image = Image(root)
    problems = [*image_defects(image, load(yaml, root / "installer/container/config.yml")), *kubernetes_defects(yaml, root, image),
                *compose_defects(yaml, root, image), *shipped_secrets(root)]
    print("\n".join(problems) or "the files agree")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
