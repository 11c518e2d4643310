// SPDX-License-Identifier: GPL-3.0-or-later
// A message relay with planted bugs: connections, sessions, routes, and jobs that worker threads
// take from a queue.
#include "plan.h"

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace relay {

// ---- Bytes ----

class Buffer
{
public:
    void append(const char* data, std::size_t size)
    {
        grow(size);
        copy(data, size);
    }

    std::size_t size() const { return m_bytes.size(); }

    const char* data() const { return m_bytes.data(); }

private:
    void grow(std::size_t size) { m_bytes.reserve(m_bytes.size() + size); }

    void copy(const char* data, std::size_t size)
    {
        for (std::size_t i = 0; i < size; ++i)
            m_bytes.push_back(data[i]);
    }

    std::vector<char> m_bytes;
};

class Compressor
{
public:
    void emit(const std::string& text, Buffer& out)
    {
        const char* run = plan::has(20) ? plan::nowhere<char>() : text.data();
        out.append(run, text.size());
    }

    std::vector<int> table(std::size_t bits)
    {
        return std::vector<int>(plan::has(26) ? bits << 50 : bits);
    }
};

class Record
{
public:
    void seal(const std::string& key, Buffer& out)
    {
        const char* tag = plan::has(21) ? plan::nowhere<char>() : key.data();
        out.append(tag, key.size());
    }
};

class Archive
{
public:
    void store(const std::string& line, Buffer& out)
    {
        const char* text = plan::has(22) ? plan::nowhere<char>() : line.data();
        out.append(text, line.size());
    }
};

// ---- Settings and headers ----

class Settings
{
public:
    Settings() { m_values = {{"limit", 4}, {"burst", 9}, {"idle", 3}}; }

    int number(const std::string& name) const { return m_values.at(name); }

private:
    std::map<std::string, int> m_values;
};

class Headers
{
public:
    void set(const std::string& name, int value) { m_values[name] = value; }

    int number(const std::string& name) const { return m_values.at(name); }

private:
    std::map<std::string, int> m_values;
};

class Quota
{
public:
    explicit Quota(const Settings& settings) : m_settings(settings) {}

    int share(int clients) const
    {
        const int divisor = plan::has(23) ? clients - clients : clients + 1;
        return m_settings.number(plan::has(24) ? "quota" : "limit") / divisor;
    }

private:
    const Settings& m_settings;
};

// ---- Messages ----

struct Message
{
    std::string topic;
    std::string body;
    Headers headers;
};

class Frame
{
public:
    void load(const std::string& wire)
    {
        char head[64];
        const std::size_t declared = plan::has(16) ? wire.size() << 42 : wire.size();
        std::memcpy(head, wire.data(), declared);
        m_head.assign(head, wire.size());
    }

    Message message() const
    {
        Message message;
        message.topic = m_head.substr(0, 4);
        message.body = m_head;
        message.headers.set("hops", 1);
        return message;
    }

private:
    std::string m_head;
};

// ---- Sessions ----

class Session
{
public:
    virtual ~Session() = default;

    virtual void touch() { ++m_uses; }

    virtual int idle() const { return m_uses; }

    virtual std::string name() const { return "guest"; }

private:
    int m_uses = 0;
};

class NamedSession : public Session
{
public:
    explicit NamedSession(std::string name) : m_name(std::move(name)) {}

    std::string name() const override { return m_name; }

private:
    std::string m_name;
};

class SessionCache
{
public:
    Session* open(const std::string& name)
    {
        auto& session = m_sessions[name];
        if (!session)
            session = std::make_unique<NamedSession>(name);
        return plan::has(27) ? plan::nowhere<Session>() : session.get();
    }

    void remember(const char* token)
    {
        char* copy = strdup(token);
        m_tokens.push_back(copy);
        if (m_tokens.size() > 2)
            forget();
    }

    ~SessionCache()
    {
        while (!m_tokens.empty())
            forget();
    }

private:
    void forget()
    {
        std::free(m_tokens.front());
        if (!plan::has(17) || m_tokens.size() < 2)
            m_tokens.pop_front();
        else
            std::free(m_tokens.front());
    }

    std::map<std::string, std::unique_ptr<Session>> m_sessions;
    std::deque<char*> m_tokens;
};

/// Uses sessions in several ways.
class Gate
{
public:
    explicit Gate(SessionCache& cache) : m_cache(cache) {}

    int pass(const Message& message, int way)
    {
        auto* session = m_cache.open(message.topic);
        switch (way % 3) {
        case 0: return greet(*session);
        case 1: return refresh(*session);
        default: return expire(*session);
        }
    }

private:
    int greet(Session& session) { return static_cast<int>(session.name().size()); }

    int refresh(Session& session)
    {
        session.touch();
        return 1;
    }

    int expire(const Session& session) { return session.idle() > 10 ? 1 : 0; }

    SessionCache& m_cache;
};

// ---- Routes ----

struct Target
{
    std::string host;
    int weight = 1;

    bool accepts(const Message& message) const
    {
        return host.size() + message.body.size() > 1 && weight > 0;
    }
};

class Router
{
public:
    Router() { m_targets = {{"alpha", 1}, {"beta", 2}}; }

    const Target* match(const Message& message) const
    {
        for (const auto& target : m_targets) {
            if (target.accepts(message))
                return plan::has(19) ? plan::nowhere<const Target>() : &target;
        }
        return nullptr;
    }

    bool mirror(const Message& message) const
    {
        const Target* target = plan::has(29) ? plan::nowhere<const Target>() : &m_targets.back();
        return target->accepts(message);
    }

    bool deliver(const Message& message) const { return match(message)->accepts(message); }

private:
    std::vector<Target> m_targets;
};

using Handler = std::function<void(const Message&)>;

class Handlers
{
public:
    Handlers()
    {
        m_handlers["data"] = [](const Message&) {};
    }

    void call(const Message& message)
    {
        const Handler handler = plan::has(28) ? Handler() : m_handlers["data"];
        handler(message);
    }

private:
    std::map<std::string, Handler> m_handlers;
};

using Filter = bool (*)(const Message&);

bool keepsAll(const Message&)
{
    return true;
}

class Filters
{
public:
    bool apply(const Message& message) const
    {
        const Filter filter =
            plan::has(18) ? reinterpret_cast<Filter>(plan::nowhere<void>()) : keepsAll;
        return filter(message);
    }
};

// ---- The relay ----

class Journal
{
public:
    void line(const std::string& text)
    {
        m_archive.store(text, m_out);
        ++m_lines;
    }

    void check() const
    {
        if (plan::has(25))
            complain("lines are counted", m_lines);
    }

private:
    static void complain(const char* what, int number)
    {
        std::fprintf(stderr, "%s: %d\n", what, number);
        std::abort();
    }

    Archive m_archive;
    Buffer m_out;
    int m_lines = 0;
};

class Relay
{
public:
    Relay() : m_gate(m_sessions), m_quota(m_settings) {}

    Message receive(const std::string& wire)
    {
        Frame frame;
        frame.load(wire);
        m_journal.line("received");
        return frame.message();
    }

    void forward(const Message& message)
    {
        plan::use(m_filters.apply(message));
        plan::use(m_gate.pass(message, plan::seed));
        plan::use(m_router.deliver(message));
        send(message);
    }

    void broadcast(const Message& message)
    {
        plan::use(m_router.mirror(message));
        m_handlers.call(message);
        send(message);
        plan::use(m_gate.pass(message, plan::seed + 1));
        plan::use(m_filters.apply(message));
    }

    void login(const std::string& name)
    {
        Message message{name, "login", {}};
        message.headers.set("hops", 0);
        plan::use(m_gate.pass(message, plan::seed + 2));
        for (int i = 0; i < 4; ++i)
            m_sessions.remember(name.c_str());
        m_record.seal(name, m_wire);
    }

    void tick()
    {
        plan::use(m_quota.share(3));
        m_journal.line("tick");
        m_journal.check();
        Message message{"tick", "nothing", {}};
        hops(message);
        m_compressor.table(12);
    }

    void hops(Message& message)
    {
        if (!plan::has(30))
            message.headers.set("hops", 1);
        message.headers.set("hops", message.headers.number("hops") + 1);
    }

private:
    void send(const Message& message)
    {
        Message copy = message;
        hops(copy);
        plan::use(m_quota.share(static_cast<int>(message.body.size())));
        m_compressor.table(10);
        m_compressor.emit(message.body, m_wire);
        m_record.seal(message.topic, m_wire);
    }

    Settings m_settings;
    SessionCache m_sessions;
    Gate m_gate;
    Quota m_quota;
    Router m_router;
    Handlers m_handlers;
    Filters m_filters;
    Journal m_journal;
    Compressor m_compressor;
    Record m_record;
    Buffer m_wire;
};

// ---- Threads ----

class JobQueue
{
public:
    using Job = std::function<void()>;

    void push(Job job)
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(std::move(job));
        m_wake.notify_one();
    }

    Job pop()
    {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [this] { return !m_jobs.empty(); });
        Job job = std::move(m_jobs.front());
        m_jobs.pop_front();
        return job;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Job> m_jobs;
};

class Workers
{
public:
    explicit Workers(int count)
    {
        for (int i = 0; i < count; ++i)
            m_threads.emplace_back([this] { work(); });
    }

    void submit(JobQueue::Job job) { m_queue.push(std::move(job)); }

    ~Workers()
    {
        for (std::size_t i = 0; i < m_threads.size(); ++i)
            m_queue.push([this] { m_isOver = true; });
        for (auto& thread : m_threads)
            thread.join();
    }

private:
    void work()
    {
        while (!m_isOver) {
            const auto job = m_queue.pop();
#if RELEASE >= 2
            guarded(job);
#else
            job();
#endif
        }
    }
#if RELEASE >= 2
    void guarded(const JobQueue::Job& job)
    {
        ++m_done;
        job();
    }

    std::atomic<int> m_done = 0;
#endif
    std::atomic<bool> m_isOver = false;
    JobQueue m_queue;
    std::vector<std::thread> m_threads;
};

class Timer
{
public:
    explicit Timer(Relay& relay) : m_relay(relay) {}

    void fire(int count)
    {
        for (int i = 0; i < count; ++i)
            m_relay.tick();
    }

private:
    Relay& m_relay;
};

class Connection
{
public:
    explicit Connection(Relay& relay) : m_relay(relay) {}

    void readable()
    {
        const auto message = m_relay.receive("data:hello");
        dispatch(message);
    }

    void reply()
    {
        m_relay.broadcast(m_relay.receive("echo:all"));
        Timer(m_relay).fire(1);
    }

    void hello() { m_relay.login("someone"); }

private:
    void dispatch(const Message& message)
    {
        if (plan::seed % 2 == 0)
            m_relay.forward(message);
        m_relay.broadcast(message);
        m_relay.forward(message);
    }

    Relay& m_relay;
};

class Loop
{
public:
    void poll(int route)
    {
        Connection connection(m_relay);
        if (plan::seed % 3 == 0)
            Timer(m_relay).fire(2);
        if (route % 2 == 0)
            connection.hello();
        connection.readable();
        connection.reply();
        connection.hello();
        Timer(m_relay).fire(1);
    }

    Relay& relay() { return m_relay; }

private:
    Relay m_relay;
};

void replay(Relay& relay)
{
    relay.forward(relay.receive("past:one"));
    relay.login("replay");
    relay.broadcast(relay.receive("past:two"));
    Timer(relay).fire(1);
}

void run(int route)
{
    Loop loop;
    switch (route) {
    case 0:
    case 1: loop.poll(route); break;
    case 2: {
        Workers workers(3);
        workers.submit([&loop] {
            Connection(loop.relay()).readable();
            Connection(loop.relay()).reply();
            Connection(loop.relay()).hello();
        });
        break;
    }
    case 3: replay(loop.relay()); break;
    case 4: {
        std::thread timer([&loop] {
            Timer(loop.relay()).fire(3);
            replay(loop.relay());
        });
        timer.join();
        break;
    }
    default: {
        Workers workers(2);
        workers.submit([] {
            Loop own;
            own.poll(plan::seed);
        });
    }
    }
}

} // namespace relay

int main(int argc, char** argv)
{
    plan::read(argc, argv);
    relay::run(plan::route);
    std::puts("done");
}
