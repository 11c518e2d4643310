#pragma once

namespace scene {

/// An axis-aligned rectangle.
struct Box
{
    float left = 0;
    float top = 0;
    float right = 0;
    float bottom = 0;

    static Box empty() { return {}; }

    bool isEmpty() const { return right <= left || bottom <= top; }
};

} // namespace scene
