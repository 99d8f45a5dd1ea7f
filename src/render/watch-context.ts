/** Whether the graphics of a canvas are there: a browser may take them away, and give them back. */
export interface ContextWatch {
  readonly lost: boolean;
  dispose(): void;
}

/** @param onChange told when they have gone (false) or come back (true) */
export function watchContext(canvas: HTMLCanvasElement, onChange: (there: boolean) => void): ContextWatch {
  let lost = false;

  function onLost(event: Event): void {
    // Without this they would not come back.
    event.preventDefault();
    lost = true;
    onChange(false);
  }

  function onRestored(): void {
    lost = false;
    onChange(true);
  }

  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', onRestored);
  return {
    get lost() {
      return lost;
    },
    dispose() {
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.removeEventListener('webglcontextrestored', onRestored);
    },
  };
}
