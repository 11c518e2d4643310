#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that run as they should, dumped at rest and under load: no deadlock may be claimed of them.

usage: healthy.py --faultline PROGRAM --dumper PROGRAM [--only TEXT] [--dumps N] [--own PROGRAM]... [--keep FOLDER]

A program that is not installed is skipped, and said so. gdb writes core files, `sample_dumper` those
of processes with very large address spaces and minidumps with the process's data, so a wait may be caught at any moment. Each file is read with the
names of this machine's symbols. Ends with 1 when a deadlock is claimed, possible or not, or a file
cannot be read.
"""
import argparse
import collections
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import urllib.request

MOST_FOR_GDB_GB = 20
DEADLOCKS = {"deadlock", "self_deadlock", "possible_deadlock"}
SOURCES = {
    "server.js": """
        const http = require('http'), crypto = require('crypto'), fs = require('fs');
        const { Worker, isMainThread } = require('worker_threads');
        if (isMainThread) {
            for (let i = 0; i < 3; ++i) new Worker(__filename);
            http.createServer((request, answer) => {
                crypto.pbkdf2('a', 'b', 20000, 64, 'sha512', () => fs.readFile(__filename, (_, text) => answer.end(text)));
            }).listen(Number(process.argv[2]), '127.0.0.1');
        } else {
            setInterval(() => { let sum = 0; for (let i = 0; i < 1e6; ++i) sum += i; }, 20);
        }
        """,
    "threads.py": """
        import queue, sys, threading, time
        work, lock, done = queue.Queue(100), threading.RLock(), threading.Condition()
        busy = sys.argv[1] == 'busy'
        def run():
            while True:
                work.get()
                with lock, done:
                    done.notify_all()
        for _ in range(12): threading.Thread(target=run, daemon=True).start()
        while True:
            work.put(1)
            if not busy: time.sleep(5)
        """,
    "processes.py": """
        import multiprocessing, time, sys
        def square(x):
            return sum(i * i for i in range(x))
        if __name__ == '__main__':
            with multiprocessing.Pool(4) as pool:
                while True:
                    pool.map(square, [20000] * 200)
                    if sys.argv[1] != 'busy': time.sleep(5)
        """,
    "events.py": """
        import asyncio, sys
        async def answer(reader, writer):
            await asyncio.to_thread(sum, range(20000))
            writer.write(b'HTTP/1.0 200 OK\\r\\n\\r\\nhello')
            await writer.drain()
            writer.close()
        async def main():
            async with await asyncio.start_server(answer, '127.0.0.1', int(sys.argv[1])) as server:
                await server.serve_forever()
        asyncio.run(main())
        """,
    "locks.cpp": """
        #include <chrono>
        #include <condition_variable>
        #include <map>
        #include <mutex>
        #include <shared_mutex>
        #include <string>
        #include <thread>
        #include <vector>
        // Fine and coarse locks, always in one order, with the waits that real programs have.
        std::mutex a, b; std::recursive_timed_mutex c; std::shared_mutex d; std::condition_variable ready;
        std::map<int, int> values;
        int main(int, char** arguments)
        {
            const bool isBusy = std::string(arguments[1]) == "busy";
            const auto pause = std::chrono::microseconds(isBusy ? 1 : 2000000);
            std::vector<std::thread> all;
            for (int i = 0; i < 16; ++i)
                all.emplace_back([=] {
                    for (int n = 0;; ++n) {
                        { std::scoped_lock both(a, b); values[i] = n; ready.notify_all(); }
                        { std::unique_lock lock(a); ready.wait_for(lock, pause); }
                        if (c.try_lock_for(pause)) { std::lock_guard again(c); c.unlock(); }
                        if (n % 8 == i % 8) { std::unique_lock write(d); values[n % 100] = 1; }
                        else { std::shared_lock read(d); }
                        if (!isBusy) std::this_thread::sleep_for(pause);
                    }
                });
            for (auto& thread : all) thread.join();
        }
        """,
    "server.go": """
        package main
        import ("fmt"; "net/http"; "os"; "sync"; "time")
        func main() {
            var lock sync.Mutex; counts := map[string]int{}; jobs := make(chan int)
            for i := 0; i < 8; i++ { go func() { for range jobs { lock.Lock(); counts["job"]++; lock.Unlock() } }() }
            go func() { for { jobs <- 1; time.Sleep(time.Millisecond) } }()
            http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { lock.Lock(); counts[r.URL.Path]++; lock.Unlock(); fmt.Fprint(w, "hello") })
            http.ListenAndServe("127.0.0.1:"+os.Args[1], nil)
        }
        """,
    "Server.java": """
        import com.sun.net.httpserver.HttpServer;
        import java.net.InetSocketAddress;
        import java.util.concurrent.*;
        public class Server {
            public static void main(String[] arguments) throws Exception {
                var pool = Executors.newFixedThreadPool(8); var counts = new ConcurrentHashMap<String, Integer>(); var lock = new Object();
                var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
                server.createContext("/", call -> {
                    synchronized (lock) { counts.merge("calls", 1, Integer::sum); }
                    byte[] text = "hello".repeat(2000).getBytes(); call.sendResponseHeaders(200, text.length); call.getResponseBody().write(text); call.close();
                });
                server.setExecutor(pool); server.start();
            }
        }
        """,
    # At rest a browser shows the page; under load it has all its kinds of threads at work.
    "page.html": """
        <!DOCTYPE html><title>page</title><canvas id="canvas" width="800" height="600"></canvas><p id="text">hello</p>
        <script>
        const isBusy = location.search === '?busy';
        const work = 'onmessage = e => { let sum = 0; for (let i = 0; i < 3e6; ++i) sum += Math.sqrt(i); postMessage(sum); }';
        const url = URL.createObjectURL(new Blob([work], { type: 'text/javascript' }));
        for (let i = 0; i < 4; ++i) {
            const worker = new Worker(url);
            worker.onmessage = () => { if (isBusy) worker.postMessage(1); };
            worker.postMessage(1);
        }
        const context = document.getElementById('canvas').getContext('2d');
        function draw(n) {
            for (let i = 0; i < 400; ++i) { context.fillStyle = `hsl(${(n + i) % 360} 60% 50%)`; context.fillRect(i * 2, (n * i) % 600, 40, 40); }
            document.getElementById('text').textContent = 'x'.repeat(n % 2000);
            if (isBusy) requestAnimationFrame(() => draw(n + 1));
        }
        draw(1);
        async function store(n) {
            const image = await createImageBitmap(document.getElementById('canvas'));
            image.close();
            await crypto.subtle?.digest('SHA-256', new Uint8Array(1 << 20));
            await new Promise(done => { const open = indexedDB.open('base' + n % 3); open.onsuccess = open.onerror = () => { open.result?.close(); done(); }; });
            if (isBusy) setTimeout(() => store(n + 1), 1);
        }
        store(0);
        const frame = document.createElement('iframe');
        frame.srcdoc = '<script>setInterval(() => document.body.textContent = Date.now(), 10)<' + '/script>';
        document.body.append(frame);
        </script>
        """,
    "nginx.conf": """
        daemon off; pid nginx.pid; error_log error.log; worker_processes 2; thread_pool default threads=8;
        events { worker_connections 256; }
        http { access_log off; aio threads; client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
               server { listen 127.0.0.1:PORT; root .; } }
        """,
    "lighttpd.conf": """
        server.document-root = "FOLDER"
        server.port = PORT
        server.bind = "127.0.0.1"
        """,
    "haproxy.cfg": """
        global
            nbthread 4
        defaults
            mode http
            timeout client 10s
            timeout server 10s
            timeout connect 10s
        frontend web
            bind 127.0.0.1:PORT
            http-request return status 200 content-type text/plain string hello
        """,
}

# A program: what it needs, how it starts at rest and under load, and what loads it meanwhile: requests over HTTP
# ("http"), a command, or nothing. {folder}, {port} and {busy} ("busy" or "idle") are filled in.
Program = collections.namedtuple("Program", "name needs start load prepare user", defaults=("", "", ""))

PROGRAMS = [
    Program("Redis", "redis-server redis-benchmark", "redis-server --port {port} --save '' --appendonly yes --dir {folder} --io-threads 4 --io-threads-do-reads yes",
            "redis-benchmark -p {port} -q -n 100000000 -c 20 -t set,get,lpush"),
    Program("nginx", "nginx", "nginx -p {folder} -c nginx.conf -e error.log", "http"),
    Program("lighttpd", "lighttpd", "lighttpd -D -f lighttpd.conf", "http"),
    Program("HAProxy", "haproxy", "haproxy -f haproxy.cfg", "http"),
    Program("memcached", "memcached", "memcached -u nobody -t 4 -l 127.0.0.1 -p {port}", "memcached"),
    Program("PostgreSQL", "pg_ctl pgbench", "pg_ctl -D {folder}/data -o '-p {port} -k {folder}' -l {folder}/log start && exec sleep 1000000",
            "pgbench -h {folder} -p {port} -c 4 -j 4 -T 100000 postgres", "initdb -A trust -D {folder}/data", "postgres"),
    Program("Node", "node", "node server.js {port}", "http"),
    Program("Java", "javac java", "java -Xmx64m -cp {folder} Server {port}", "http", "javac -d {folder} Server.java"),
    Program("Java's registry", "rmiregistry", "rmiregistry -J-Xmx64m {port}", "http"),
    Program("Python's threads", "python3", "python3 threads.py {busy}"),
    Program("Python's processes", "python3", "python3 processes.py {busy}"),
    Program("Python's events", "python3", "python3 events.py {port}", "http"),
    Program("C++ locks", "g++", "./locks {busy}", "", "g++ -std=c++20 -O1 -pthread locks.cpp -o locks"),
    Program("static C++ locks", "g++", "./locks {busy}", "", "g++ -std=c++20 -O1 -static -pthread locks.cpp -o locks"),
    Program("Go", "go", "./server {port}", "http", "go build -o server server.go"),
    Program("Qt Designer", "/usr/lib/qt6/bin/designer", "/usr/lib/qt6/bin/designer"),
    Program("Qt Linguist", "/usr/lib/qt6/bin/linguist", "/usr/lib/qt6/bin/linguist"),
    Program("Qt Assistant", "/usr/lib/qt6/bin/assistant", "/usr/lib/qt6/bin/assistant"),
    Program("Xvfb", "Xvfb", "Xvfb :{display} -nolisten tcp"),
    Program("zstd", "zstd", "zstd -T4 -9 -o {folder}/out.zst < /dev/urandom"),
    Program("xz", "xz", "xz -T4 -k -c < /dev/urandom > /dev/null"),
    Program("gdb", "gdb", "sleep 1000000 | gdb -q /bin/bash"),
    Program("Chromium", "chromium", "chromium --headless=new --no-sandbox --disable-gpu --no-first-run --user-data-dir={folder}/profile"
            " --remote-debugging-port=0 file://{folder}/page.html?{busy}"),
    Program("Firefox", "firefox-esr", "firefox-esr --headless --no-remote --profile {folder} file://{folder}/page.html?{busy}"),
    Program("D-Bus", "dbus-daemon", "dbus-daemon --session --nofork --address=unix:path={folder}/bus"),
]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def parent_of(process):
    try:
        text = pathlib.Path(f"/proc/{process}/stat").read_text(errors="replace")
        return int(text[text.rindex(")") + 2:].split()[1])
    except (OSError, ValueError):
        return 0


def session_of(process):
    try:
        return os.getsid(process)
    except OSError:
        return 0


def executable_of(process):
    try:
        return os.path.basename(os.readlink(f"/proc/{process}/exe"))
    except OSError:
        return ""


SHELLS = {"dash", "bash", "sleep", "sh", "runuser", "su", "pg_ctl"}


class Running:
    """A program with all its processes, which end with it."""

    def __init__(self, program, busy):
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="healthy-"))
        os.chmod(self.folder, 0o777)
        self.port = free_port()
        self.words = {"folder": str(self.folder), "port": str(self.port), "busy": "busy" if busy else "idle",
                      "display": str(self.port % 10000 + 100)}
        for name, text in SOURCES.items():
            text = textwrap.dedent(text).lstrip().replace("PORT", str(self.port)).replace("FOLDER", str(self.folder))
            (self.folder / name).write_text(text)
        self.stop = threading.Event()
        self.started = []
        if program.prepare:
            run = subprocess.run(self.shell(program.prepare), cwd=self.folder, capture_output=True, text=True, timeout=300, env=self.environment())
            if run.returncode != 0:
                raise RuntimeError(run.stderr[-300:])
        self.start(program.start)
        time.sleep(4)
        if busy and program.load:
            self.begin_load(program.load)
            time.sleep(1)

    def environment(self):
        paths = sorted(str(path) for path in pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
        return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(self.folder), "GOCACHE": str(self.folder / "go"), "GOFLAGS": "-mod=mod",
                "PATH": ":".join([os.environ["PATH"], "/usr/sbin", *paths])}

    def shell(self, text):
        text = text.format(**self.words)
        if self.program.user and os.getuid() == 0:
            return ["runuser", "-u", self.program.user, "--", "env", "PATH=" + self.environment()["PATH"], "sh", "-c", text]
        return ["sh", "-c", text]

    def start(self, text):
        process = subprocess.Popen(self.shell(text), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True, env=self.environment())
        self.started.append(process)
        return process

    def begin_load(self, load):
        if load == "http":
            for _ in range(4):
                threading.Thread(target=self.ask_http, daemon=True).start()
        elif load == "memcached":
            for _ in range(4):
                threading.Thread(target=self.ask_memcached, daemon=True).start()
        else:
            self.loader = self.start(load)

    def ask_http(self):
        while not self.stop.is_set():
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).read()
            except OSError:
                time.sleep(0.01)

    def ask_memcached(self):
        while not self.stop.is_set():
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as channel:
                    for _ in range(1000):
                        channel.sendall(b"set a 0 0 5\r\nhello\r\nget a\r\n")
                        channel.recv(4096)
            except OSError:
                time.sleep(0.01)

    def processes(self):
        """Of the program, without shells and what loads it."""
        roots = {process.pid for process in self.started}
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            process = int(entry.name)
            chain, at = [], process
            while at > 1 and len(chain) < 12:
                chain.append(at)
                at = parent_of(at)
            is_ours = roots & set(chain) or self.is_detached(process)
            if is_ours and executable_of(process) not in SHELLS and executable_of(process) not in ("redis-benchmark", "pgbench"):
                found.append(process)
        return sorted(found)

    def is_detached(self, process):
        """PostgreSQL's server leaves its starter. It works in the program's folder."""
        try:
            return os.readlink(f"/proc/{process}/cwd").startswith(str(self.folder)) and process != os.getpid()
        except OSError:
            return False

    def end(self):
        self.stop.set()
        for _ in range(3):
            for process in self.everything():
                try:
                    os.kill(process, signal.SIGKILL)
                except OSError:
                    pass
            time.sleep(0.2)
        for process in self.started:
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def everything(self):
        roots = {process.pid for process in self.started}
        found = set(roots)
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit() and (session_of(int(entry.name)) in roots or self.is_detached(int(entry.name))):
                found.add(int(entry.name))
        return found - {os.getpid()}


def address_space_gb(process):
    text = pathlib.Path(f"/proc/{process}/status").read_text()
    return next((int(line.split()[1]) / 1e6 for line in text.splitlines() if line.startswith("VmSize:")), 0)


def write_core(dumper, process, folder):
    target = pathlib.Path(folder, f"core.{process}")
    # gdb also writes memory that is only reserved.
    if address_space_gb(process) > MOST_FOR_GDB_GB:
        run = subprocess.run([dumper, "--data", "--core", "--attach", str(process), target], capture_output=True, timeout=300)
        return target if run.returncode == 0 else None
    subprocess.run(["gdb", "-q", "-nx", "-batch", "-p", str(process), "-ex", f"generate-core-file {target}"], capture_output=True, timeout=300)
    return target if target.exists() and target.stat().st_size else None


def write_minidump(dumper, process, folder):
    target = pathlib.Path(folder, f"{process}.dmp")
    run = subprocess.run([dumper, "--data", "--attach", str(process), target], capture_output=True, timeout=300)
    return target if run.returncode == 0 else None


# In turn.
WRITERS = (write_core, write_minidump)


def judge(faultline, core):
    """The threads of the file, and what is claimed of them."""
    run = subprocess.run([faultline, "threads", "--waits", "--format", "json", "--offline", str(core)], capture_output=True, text=True, timeout=600)
    if run.returncode != 0:
        return 0, [f"exit code {run.returncode}: {run.stderr[-200:]}"]
    answer = json.loads(run.stdout)
    findings = answer.get("waits", {}).get("findings", [])
    claims = [json.dumps(finding) for finding in findings if finding["kind"] in DEADLOCKS]
    return len(answer["threads"]), claims


class Tour:
    def __init__(self, arguments):
        self.arguments = arguments
        self.table = collections.OrderedDict()
        self.claims = []

    def visit(self, program, busy):
        try:
            running = Running(program, busy)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            print(f"{program.name}: not started: {error}", flush=True)
            return
        try:
            self.dump(running, busy)
        finally:
            running.end()

    def dump(self, running, busy):
        name = (running.program.name, "load" if busy else "rest")
        count, most, turn = [0] * len(WRITERS), 0, 0
        while sum(count) < self.arguments.dumps and turn < 2 * self.arguments.dumps:
            processes = running.processes()
            if not processes:
                break
            with tempfile.TemporaryDirectory(prefix="healthy-core-") as folder:
                which = turn % len(WRITERS)
                core = WRITERS[which](self.arguments.dumper, processes[turn // len(WRITERS) % len(processes)], folder)
                turn += 1
                if core is None:
                    continue
                threads, claims = judge(self.arguments.faultline, core)
                if claims and self.arguments.keep:
                    shutil.copy(core, pathlib.Path(self.arguments.keep, f"{core.name}.{name[1]}"))
            count[which] += 1
            most = max(most, threads)
            self.claims += [f"{name[0]}, {name[1]}, {core.name}: {claim}" for claim in claims]
            time.sleep(0.3)
        print(f"{name[0]}, {name[1]}: {count[0]} core files, {count[1]} minidumps, at most {most} threads", flush=True)
        self.table[name] = (count, most)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faultline", required=True, type=os.path.abspath)
    parser.add_argument("--dumper", required=True, type=os.path.abspath, metavar="PROGRAM", help="sample_dumper")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--dumps", type=int, default=6, metavar="N", help="of each program at rest, and as many under load")
    parser.add_argument("--own", action="append", default=[], metavar="COMMAND", help="a further program, by its command")
    parser.add_argument("--keep", metavar="FOLDER", help="keeps the files of which a deadlock is claimed")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # What runs is ended.
    tour = Tour(arguments)
    own = [Program(command.split()[0].rsplit("/", 1)[-1], command.split()[0], command) for command in arguments.own]
    for program in PROGRAMS + own:
        if arguments.only.lower() not in program.name.lower():
            continue
        path = os.environ["PATH"] + ":/usr/sbin:" + ":".join(str(path) for path in pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
        lacking = [need for need in program.needs.split() if shutil.which(need, path=path) is None]
        if lacking:
            print(f"{program.name}: {lacking[0]} is not installed", flush=True)
            continue
        for busy in (False, True):
            tour.visit(program, busy)
    cores, minidumps = (sum(count[which] for count, _ in tour.table.values()) for which in range(len(WRITERS)))
    print(f"\n{cores + minidumps} files ({cores} core files, {minidumps} minidumps) of {len({name for name, _ in tour.table})} programs, {len(tour.claims)} claims")
    for claim in tour.claims:
        print("claimed:", claim)
    return 1 if tour.claims else 0


if __name__ == "__main__":
    sys.exit(main())
