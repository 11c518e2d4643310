// The sample that ./dev run opens: a small viewer whose render thread reads a node that was never loaded.
#include "scene.h"

#include <pthread.h>

#include <condition_variable>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace viewer {

/// Draws one frame after the other until it is told to stop.
class RenderLoop
{
public:
    SCENE_FRAME int run()
    {
        int drawn = 0;
        while (m_frame.number < 3) {
            drawn += tick();
            ++m_frame.number;
        }
        return drawn;
    }

private:
    SCENE_FRAME int tick()
    {
        m_frame.seconds += 1.0 / 60;
        const int number = m_scene.draw(m_canvas, m_frame);
        return number + m_canvas.width;
    }

    scene::Scene m_scene;
    scene::Canvas m_canvas;
    scene::Frame m_frame;
};

/// Work that never comes.
class Pool
{
public:
    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [this] { return m_done; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_done = false;
};

void setThreadName(const std::string& name)
{
    pthread_setname_np(pthread_self(), name.c_str());
}

} // namespace viewer

int main()
{
    viewer::Pool pool;
    std::vector<std::thread> threads;
    for (int i = 1; i <= 6; ++i) {
        threads.emplace_back([&pool, i] {
            viewer::setThreadName("worker-" + std::to_string(i));
            pool.wait();
        });
    }
    threads.emplace_back([] {
        viewer::setThreadName("watchdog");
        std::this_thread::sleep_for(std::chrono::hours(1));
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    threads.emplace_back([] {
        viewer::setThreadName("RenderWorker");
        viewer::RenderLoop loop;
        loop.run();
    });
    for (auto& thread : threads)
        thread.join();
    return 0;
}
