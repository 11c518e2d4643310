// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of coroutines, which live in frames on the heap.
extern "C" {
#include "values.h"
}

#include <coroutine>
#include <exception>
#include <utility>

namespace {

class Task
{
public:
    struct promise_type
    {
        int yielded = 0;

        Task get_return_object()
        {
            return Task(std::coroutine_handle<promise_type>::from_promise(*this));
        }

        std::suspend_always initial_suspend() noexcept { return {}; }

        std::suspend_always final_suspend() noexcept { return {}; }

        std::suspend_always yield_value(int value) noexcept
        {
            yielded = value;
            return {};
        }

        void return_void() {}

        void unhandled_exception() { std::terminate(); }
    };

    explicit Task(std::coroutine_handle<promise_type> handle) : m_handle(handle) {}

    Task(Task&& other) noexcept : m_handle(std::exchange(other.m_handle, {})) {}

    ~Task()
    {
        if (m_handle)
            m_handle.destroy();
    }

    int next()
    {
        m_handle.resume();
        return m_handle.promise().yielded;
    }

private:
    std::coroutine_handle<promise_type> m_handle;
};

/* The function's name in what is printed is that of the coroutine. */
#define IN(function, path, kind, format, value)                                                    \
    printf(function "\t" path "\t" kind "\t" format "\n", value)

Task inner(int given, const char* word)
{
    int kept = given * 2 + opaque(0);
    co_yield kept;
    long after = kept + 1000L + opaque(0);
    IN("inner", "given", "int", "%d", given);
    IN("inner", "word", "text", "%s", word);
    IN("inner", "kept", "int", "%d", kept);
    IN("inner", "after", "int", "%ld", after);
    crash();
    co_yield opaque(kept + given + word[0]) + static_cast<int>(after);
}

Task outer(int start, double real)
{
    int step = start + opaque(1);
    co_yield step;
    Task below = inner(step, "a word");
    int first = below.next();
    IN("outer", "start", "int", "%d", start);
    IN("outer", "real", "double", "%.17g", real);
    IN("outer", "step", "int", "%d", step);
    IN("outer", "first", "int", "%d", first);
    const int second = below.next();
    co_yield opaque(first + second + step + start) + static_cast<int>(real);
}

} // namespace

int main()
{
    int begin = opaque(5);
    Task task = outer(begin, 1.25 + opaque(0));
    const int one = task.next();
    INT("begin", begin);
    INT("one", one);
    const int two = task.next();
    return opaque(one + two + begin);
}
