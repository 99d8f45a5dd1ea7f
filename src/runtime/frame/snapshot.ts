/** Writes the state of a run into the arrays of a frame: the positions once, into the rows that the page hands to the GPU. */
import {
  diagonal,
  FIELDS,
  type FieldDefinition,
  type Floats,
  isFiniteState,
  type Model,
  type Simulation,
  type State,
} from '../../physics';
import { SPREAD } from '../../physics/timeline/rewind';
import { type DrawnPositions, type Frame, texelLength } from './frame';
import type { BufferPool, FrameArrays, OrUnchanged } from './frame-message';

/** Numbers per particle. */
const STRIDE = 4;

function writeTexels(positions: Floats, pool: BufferPool): Float32Array {
  const texels = pool.take(Float32Array, texelLength(positions.length / STRIDE));
  texels.set(positions);
  return texels;
}

/** In double precision there are two arrays: one in single precision for the GPU, one in double to read numbers from. */
function writePositions(positions: Floats, pool: BufferPool): DrawnPositions {
  const texels = writeTexels(positions, pool);
  const single = positions instanceof Float32Array;
  return { texels, positions: single ? texels.subarray(0, positions.length) : pool.copy(positions) };
}

/**
 * Positions of another run of the same scene, for the particles of this model: another run may have torn the cloth elsewhere. A
 * particle that it has not split off is where the whole one is.
 * @param origins of the other run's model @returns the positions themselves if they fit
 */
export function positionsFor({ particleCount, origins }: Model, positions: Floats, theirs: Uint32Array): Floats {
  if (theirs.length === origins.length && theirs.every((origin, k) => origin === origins[k])) return positions;
  const whole = particleCount - origins.length;
  const shown =
    positions instanceof Float64Array
      ? new Float64Array(STRIDE * particleCount)
      : new Float32Array(STRIDE * particleCount);
  shown.set(positions.subarray(0, STRIDE * whole));
  origins.forEach((origin, k) => {
    const from = theirs[k] === origin ? whole + k : origin;
    shown.set(positions.subarray(STRIDE * from, STRIDE * (from + 1)), STRIDE * (whole + k));
  });
  return shown;
}

/** Writes the field into the fourth number of each particle; 0 for values that are not finite. @param field n */
function writeField(field: Float32Array, texels: Float32Array): void {
  for (let i = 0; i < field.length; i++) texels[STRIDE * i + 3] = Number.isFinite(field[i]) ? field[i] : 0;
}

/**
 * Makes `takeSnapshot(playback, field)`, the arrays of the next frame. null: the page keeps the array of the last frame. It shows
 * the last finite state while a NaN is undetected, and the last texels of a recorded blow-up that has grown out of the window.
 */
export function createSnapshot(simulation: Simulation, pool: BufferPool) {
  /** Of the positions in the last frame. */
  let length = -1;
  /** m; a recorded blow-up is drawn up to this size. */
  let largestSize = Number.POSITIVE_INFINITY;

  function hasLeftWindow(): boolean {
    const { timeline, state, particleCount } = simulation;
    if (timeline.blowUp === null) return false;
    const size = diagonal(state, particleCount);
    if (timeline.past) return !(size <= largestSize);
    if (Number.isFinite(size)) largestSize = SPREAD * size;
    return false;
  }

  /** @param playback 4n; m; positions to draw in place of the state's @param field n */
  return (playback: Floats | null, field: Float32Array | null): OrUnchanged<FrameArrays> & { showsState: boolean } => {
    const { positions, velocities } = simulation.state;
    const known = positions.length === length;
    length = positions.length;
    const { kernel } = simulation.world;
    const finite = (kernel.areFinite(positions) && kernel.areFinite(velocities)) || !known;
    const leaves = playback === null && hasLeftWindow() && known;
    const state = finite ? positions : null;
    const shown = leaves ? null : (playback ?? state);
    const texels = shown && writeTexels(shown, pool);
    if (texels && field) writeField(field, texels);
    const shared = texels !== null && shown === positions && positions instanceof Float32Array;
    return {
      positions: shared ? texels.subarray(0, length) : state && pool.copy(state),
      velocities: finite ? pool.copy(velocities) : null,
      texels,
      showsState: playback === null && !leaves,
    };
  };
}

/**
 * Makes `takeSnapshot(companion, model, playback)`: its positions for the particles of the main run's model. null: the page keeps
 * the array of the last frame, as while they are not finite.
 */
export function createCompanionSnapshot(pool: BufferPool) {
  let length = -1;
  /** @param playback 4n; m; positions to draw in place of the state's, which rests */
  return ({ state, model }: Simulation, main: Model, playback: Floats | null): OrUnchanged<DrawnPositions> => {
    const known = STRIDE * main.particleCount === length;
    if (playback && known)
      return { positions: null, texels: writeTexels(positionsFor(main, playback, model.origins), pool) };
    if (!isFiniteState(state) && known) return { positions: null, texels: null };
    length = STRIDE * main.particleCount;
    return writePositions(positionsFor(main, state.positions, model.origins), pool);
  };
}

// Computes the field that colors the particles, for each frame while one is chosen.

export function createFieldValues(simulation: Simulation, pool: BufferPool) {
  let chosen: FieldDefinition | null = null;
  let evaluate: ReturnType<FieldDefinition['create']> | null = null;
  let { world } = simulation;

  return {
    /** @param id null or unknown: no field */
    choose(id: string | null): void {
      chosen = FIELDS.find((field) => field.id === id) ?? null;
      evaluate = null;
    },
    /**
     * In an array of the pool; null without a field, or where the scene has none of its kind.
     * @param drawn the state that is drawn
     */
    compute(drawn: Omit<State, 'time'> = simulation.state): Frame['field'] {
      if (!chosen || (chosen.membrane && !simulation.model.membrane)) return null;
      if (!evaluate || world !== simulation.world) {
        world = simulation.world;
        evaluate = chosen.create(world);
      }
      const values = pool.take(Float32Array, world.model.particleCount);
      evaluate({ ...drawn, time: simulation.time }, values);
      return { id: chosen.id, values };
    },
  };
}
