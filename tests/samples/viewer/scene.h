#pragma once

#include "group.h"

namespace scene {

enum class Dirty { Nothing, Layout, Everything };

struct Canvas
{
    int width = 0;
    int height = 0;
};

struct Frame
{
    unsigned number = 0;
    double seconds = 0;
};

/// Everything that is drawn in one window.
class Scene
{
public:
    Scene();
    SCENE_FRAME int draw(Canvas& canvas, const Frame& frame);

private:
    SCENE_FRAME void relayout(Dirty dirty);

    Group m_root;
    Dirty m_dirty = Dirty::Everything;
};

} // namespace scene
