import type { Floats } from '../../physics';

/** Arrays that travel to the page with a frame and come back with the next request: nothing is allocated for a frame. */
export interface BufferPool {
  /** A copy of `source` in an array of its kind and length. */
  copy(source: Floats): Floats;
  give(arrays: readonly Floats[]): void;
}

/** More than two frames with all they hold are never under way. */
export const MOST_IDLE = 14;

export function createBufferPool(): BufferPool {
  let idle: Floats[] = [];
  return {
    copy(source) {
      const fits = (array: Floats) => array.length === source.length && array.constructor === source.constructor;
      const i = idle.findIndex(fits);
      if (i < 0) return source.slice();
      const [array] = idle.splice(i, 1);
      array.set(source);
      return array;
    },
    give(arrays) {
      idle = [...arrays, ...idle].slice(0, MOST_IDLE);
    },
  };
}
