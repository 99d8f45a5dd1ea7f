import type { View } from '../../render/view';

/** A view that draws nothing, for browsers without WebGL: the engine, the panel and scripts still work. */
export function createBlindView(canvas: HTMLCanvasElement): View {
  return {
    canvas,
    camera: { pose: null, setPose() {} },
    draw() {},
    setOptions() {},
    setTheme() {},
    setLook() {},
    looks: [],
    look: '',
    showsSprings: false,
    resize() {},
    screenOf: () => [Number.NaN, Number.NaN],
    particleAt: () => -1,
    springAt: () => -1,
    springsAcross: () => [],
    handleAt: () => null,
    dragHandle: () => null,
    showHandle() {},
    markSpring() {},
    markParticles() {},
    setArrows() {},
    showCompanions() {},
    setFieldScale() {},
    fieldRange: null,
    pointAt: (_x, _y, through) => through,
    orbit() {},
    frameAll() {},
    toPng: () => Promise.reject(new Error('There is no picture to save: nothing can be drawn.')),
    onContextChange() {},
    dispose() {},
  };
}
