import { diagonal, type Floats, type Simulation } from '../../physics';
import { SPREAD } from '../../physics/timeline/replay';

/**
 * While a recorded burst goes by again, what is drawn of it: as it is until it leaves the picture, and then as it was
 * last. Called with every frame. @returns 4n, m; null where the state itself is to be drawn
 */
export function createBurstFrame(simulation: Simulation): () => Floats | null {
  let shown = simulation.state.positions.slice();
  let room = Number.POSITIVE_INFINITY;

  return () => {
    const { state, particleCount, timeline } = simulation;
    const size = diagonal(state, particleCount);
    const bursts = timeline.past && timeline.blowUp !== null;
    if (bursts && !(size <= room) && shown.length === state.positions.length) return shown;
    if (!bursts && Number.isFinite(size)) room = SPREAD * size;
    if (shown.length === state.positions.length && shown.constructor === state.positions.constructor) {
      shown.set(state.positions);
    } else shown = state.positions.slice();
    return null;
  };
}
