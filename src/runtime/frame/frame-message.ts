/** How a frame travels from the engine to the page: without unchanged parts, and in buffers that are reused. */
import type { Floats } from '../../physics';
import type { CompanionFrame, DrawnPositions, Frame, Status, Structure } from './frame';
import { createSampleLog, type Sample } from './samples';

/** null: as in the last frame. */
export type OrUnchanged<T> = { [Key in keyof T]: T[Key] | null };

export type FrameArrays = DrawnPositions & Pick<Frame, 'velocities'>;

/** A frame as the engine writes it. */
export type FrameUpdate = Omit<Frame, keyof FrameArrays | 'companions' | 'samples'> &
  OrUnchanged<FrameArrays> & {
    /** Since the last frame. */
    samples: readonly Sample[];
    companions: readonly (Omit<CompanionFrame, keyof DrawnPositions> & OrUnchanged<DrawnPositions>)[];
  };

/** A frame as it is sent: structure and bodies may be null too, and of the environment there are only the lists that have changed. */
type FrameMessage = Omit<FrameUpdate, 'structure' | 'status' | 'bodies'> & {
  structure: Structure | null;
  bodies: Frame['bodies'] | null;
  status: Omit<Status, 'environment'> & { environment: Partial<Status['environment']> | null };
};

/** The arrays of a frame, one for each buffer. */
export function arraysOf(frame: Pick<FrameUpdate, 'field' | 'companions' | keyof FrameArrays>): Floats[] {
  const { texels, positions, velocities, field, companions } = frame;
  const all = [texels, positions, velocities, field?.values];
  for (const companion of companions) all.push(companion.texels, companion.positions);
  const byBuffer = new Map<ArrayBufferLike, Floats>();
  for (const array of all) if (array && !byBuffer.has(array.buffer)) byBuffer.set(array.buffer, array);
  return [...byBuffer.values()];
}

/** The engine's side: makes `next()`, the message of a frame, with the buffers to transfer. It leaves out what the page has. */
export function createFrameSender(frameNow: () => FrameUpdate) {
  let sentStructure: Structure | null = null;
  let sentEnvironment: Status['environment'] | null = null;
  let sentBodies: Frame['bodies'] | null = null;
  return (): { frame: FrameMessage; transfer: ArrayBuffer[] } => {
    const now = frameNow();
    const structure = now.structure === sentStructure ? null : now.structure;
    const environment = changedLists(now.status.environment, sentEnvironment);
    const bodies = now.bodies === sentBodies ? null : now.bodies;
    sentStructure = now.structure;
    sentBodies = now.bodies;
    sentEnvironment = now.status.environment;
    return {
      frame: { ...now, structure, bodies, status: { ...now.status, environment } },
      transfer: arraysOf(now).map(({ buffer }) => buffer as ArrayBuffer),
    };
  };
}

/** Null if there is none. */
function changedLists(
  now: Status['environment'],
  sent: Status['environment'] | null,
): FrameMessage['status']['environment'] {
  if (now === sent) return null;
  return Object.fromEntries(Object.entries(now).filter(([list, items]) => items !== sent?.[list]));
}

function environmentOf(lists: FrameMessage['status']['environment'], last: Frame | undefined): Status['environment'] {
  if (lists === null && last) return last.status.environment;
  return { ...last?.status.environment, ...lists } as Status['environment'];
}

/** The page's side: completes frames, and returns their arrays when nothing reads them any longer. */
export function createFrameReceiver() {
  let latest: Frame;
  const samples = createSampleLog();
  let replaced: Floats[] = [];
  let spent: Floats[] = [];

  return {
    get latest() {
      return latest;
    },
    receive(message: FrameMessage) {
      const last = latest;
      const { structure, status, positions, velocities, texels, companions } = message;
      if (structure && structure.sceneNumber !== last?.structure.sceneNumber) samples.clear();
      samples.add(message.samples);
      latest = {
        ...message,
        samples,
        structure: structure ?? last.structure,
        bodies: message.bodies ?? last.bodies,
        status: { ...status, environment: environmentOf(status.environment, last) },
        positions: positions ?? last.positions,
        velocities: velocities ?? last.velocities,
        texels: texels ?? last.texels,
        companions: companions.map((companion, i) => ({
          ...companion,
          positions: companion.positions ?? last.companions[i].positions,
          texels: companion.texels ?? last.companions[i].texels,
        })),
      };
      if (!last) return;
      const kept = new Set(arraysOf(latest).map(({ buffer }) => buffer));
      const gone = arraysOf(last).filter(({ buffer }) => !kept.has(buffer));
      // While the run is paused, nothing takes them back.
      replaced = [...gone, ...replaced].slice(0, MAX_IDLE);
    },
    /**
     * Arrays for the engine to write again. To be called once per drawn frame, before the latest one is drawn: frames that were
     * replaced since the last call may still be on screen, and picking reads them.
     */
    takeSpent(): Floats[] {
      const result = spent;
      spent = replaced;
      replaced = [];
      return result;
    },
  };
}

export type BufferPool = ReturnType<typeof createBufferPool>;

/** Three frames are under way at most: one on its way, one on screen and one that was just replaced. */
const MAX_IDLE = 24;

/** A pool of the arrays that frames carry: they travel to the page and come back, so that a running scene allocates none. */
export function createBufferPool() {
  let idle: Floats[] = [];

  function take<Kind extends Floats>(kind: new (length: number) => Kind, length: number): Kind {
    const i = idle.findIndex((array) => array instanceof kind && array.length === length);
    return i < 0 ? new kind(length) : (idle.splice(i, 1)[0] as Kind);
  }

  return {
    /** An array of that kind and length with arbitrary content. */
    take,
    /** A copy of `source` in an array of the pool. */
    copy(source: Floats): Floats {
      const array: Floats =
        source instanceof Float32Array ? take(Float32Array, source.length) : take(Float64Array, source.length);
      array.set(source);
      return array;
    },
    /** Returns arrays that nothing reads any longer. */
    give(arrays: readonly Floats[]) {
      idle = [...arrays, ...idle].slice(0, MAX_IDLE);
    },
  };
}
