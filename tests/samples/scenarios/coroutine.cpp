// Faults in a coroutine that was resumed.
#include "scenario.h"

#include <coroutine>

namespace sample {

struct Task
{
    struct promise_type
    {
        Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };

    std::coroutine_handle<promise_type> handle;
};

SAMPLE_FRAME int measure(int value)
{
    faultHere(); // @measure
    return opaque(value);
}

Task relayout(int value)
{
    co_await std::suspend_always{};
    opaque(measure(value)); // @relayout
}

/// What coroutine_handle::resume() does, without a frame of its own.
SAMPLE_FRAME void resumeTask(void* frame)
{
    __builtin_coro_resume(frame); // @resume
    opaque(1);
}

SAMPLE_FRAME int drive(int value)
{
    const Task task = relayout(value);
    void* const frame = opaque(task.handle.address());
    for (int i = 0; i < 2; ++i)
        resumeTask(frame); // @drive
    return opaque(value);
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::drive(argc)); // @main
}
