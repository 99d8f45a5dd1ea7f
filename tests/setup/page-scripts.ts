/** Scripts that run in a page before its own. */

/**
 * Runs in a page that is not looked at: shaders are compiled and buffers filled, but WebGL draws nothing. In software, drawing is half
 * of the work of loading a page, and two thirds of that of a frame.
 */
export function drawNothing(): void {
  const { prototype } = WebGL2RenderingContext;
  for (const name of ['drawArrays', 'drawArraysInstanced', 'drawElements', 'drawElementsInstanced', 'clear'] as const)
    prototype[name] = () => {};
}

/** Runs in a page whose user has seen the hint and the offer of the tour: drawing them costs a third of each frame. */
export function visitedBefore(): void {
  try {
    for (const fact of ['pulled', 'offered']) localStorage.setItem(`hooke.${fact}`, '1');
  } catch {
    // A page without storage, as `about:blank`.
  }
}

/**
 * Runs in a page that is not looked at: it has at most 20 frames a second, and they don't wait for the browser to draw: an idle page
 * takes a third of the work. Simulated time runs as fast as it would.
 */
export function seldom(): void {
  const waiting = new Map<number, FrameRequestCallback>();
  let [last, count, isAsked] = [0, 0, false];
  const run = () => {
    isAsked = false;
    last = performance.now();
    for (const [id, callback] of [...waiting]) {
      if (!waiting.delete(id)) continue;
      try {
        callback(last);
      } catch (error) {
        reportError(error);
      }
    }
  };
  window.requestAnimationFrame = (callback) => {
    waiting.set(++count, callback);
    if (!isAsked) setTimeout(run, last + 50 - performance.now());
    isAsked = true;
    return count;
  };
  window.cancelAnimationFrame = (id) => waiting.delete(id);
}

/** Counts the WebGL objects by kind, in `window.alive`. */
export function countGraphics(): void {
  const alive: Record<string, number> = {};
  const context = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const kind of ['Buffer', 'Texture', 'VertexArray', 'Program', 'Shader', 'Framebuffer', 'Renderbuffer']) {
    alive[kind] = 0;
    const create = context[`create${kind}`];
    const remove = context[`delete${kind}`];
    context[`create${kind}`] = function (...args) {
      alive[kind]++;
      return create.apply(this, args);
    };
    context[`delete${kind}`] = function (...args) {
      if (args[0]) alive[kind]--;
      return remove.apply(this, args);
    };
  }
  Object.assign(window, { alive });
}
