import type { View } from '../../render/view';

const NO_PICTURE = 'There is no picture to save: nothing can be drawn.';

/** A view that draws nothing, for browsers without WebGL: the engine, the panel and scripts still work. */
export function createNullView(canvas: HTMLCanvasElement): View {
  return {
    canvas,
    camera: { pose: null, current: [], remember: () => () => {}, setPose() {}, turn() {} },
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
    drawAt() {
      throw new Error(NO_PICTURE);
    },
    toPng: () => Promise.reject(new Error(NO_PICTURE)),
    onContextChange() {},
  };
}
