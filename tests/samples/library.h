#pragma once

namespace sample {

class Scene
{
public:
    explicit Scene(int nodes);
    int relayout(int width);

private:
    int measure(int index) const;
    int* m_sizes;
    int m_count;
};

} // namespace sample
