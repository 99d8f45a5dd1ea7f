import type { Floats } from './arena';

/** x, y, z; y points up. */
export type Vec3 = [number, number, number];

/** The kinds of spring in a cloth, by index. */
export const SPRING_KINDS = ['structural', 'shear', 'bend'] as const;
/** The kind of a spring in a cloth. */
export type SpringKind = (typeof SPRING_KINDS)[number];

/** Components of a particle in `State`: x, y, z and a zero, so that one SIMD load reads one particle. */
export const STRIDE = 4;

/**
 * The fixed structure of a scene. Sizes: n particles, m springs, t triangles. Only scenes and editing commands change it.
 * A cut spring keeps its index, with zero stiffness.
 */
export interface Model {
  /** Number n of particles, the pinned ones too. */
  readonly particleCount: number;
  /** Number m of springs, the cut ones too. */
  readonly springCount: number;
  /** n; kg. */
  readonly masses: Floats;
  /** n; 1/kg; 0 where the motion is prescribed (pinned, or in a rigid grab). */
  readonly inverseMasses: Floats;
  /** n; 1 where pinned. */
  readonly pinned: Uint8Array;
  /** 2m; the ends a and b of spring j at 2j and 2j + 1. */
  readonly springs: Uint32Array;
  /** m; index into SPRING_KINDS. */
  readonly kinds: Uint8Array;
  /** m; m. */
  readonly restLengths: Floats;
  /** Mean rest length, m. */
  readonly meanLength: number;
  /** Up to this length a spring may have no direction, m. */
  readonly shortest: number;
  /** m; N/m; 0 where cut or switched off. */
  readonly stiffness: Floats;
  /** m; N·s/m, of the dashpot along the spring; 0 where cut or switched off. */
  readonly damping: Floats;
  /** m; 1 where cut. */
  readonly cut: Uint8Array;
  /** The state of all cuts; only the commands `cut` and `mend`, slits and tearing change it. */
  readonly cuts: {
    /** Number of cut springs. */
    count: number;
    /** Grows with each change. */
    version: number;
  };
  /** 3t; triangles to draw. */
  readonly surface: Uint32Array;
  /** The triangles of the continuum membrane, or null where the scene has none. */
  readonly membrane: Membrane | null;
  /** The grid of the particles (particle = row · columns + column), or null. Particles that slits have added follow it. */
  readonly grid: Grid | null;
  /** The particle that each of the last ones was split from by a slit; empty without slits. */
  readonly origins: Uint32Array;
  /** Identifies the scene without slits: the same object in all models that slits make of it. */
  readonly wholeScene: object;
}

/** The s triangles of a continuum membrane. Parameters set its stiffness. */
export interface Membrane {
  /** Number s of triangles, the torn ones too. */
  readonly triangleCount: number;
  /** 3n; m; the particles at rest, of the whole surface. */
  readonly rest: Float64Array;
  /** False until one of the next arrays has been read. */
  readonly isFilled: boolean;
  /** 3s; corners. */
  readonly triangles: Uint32Array;
  /** 4s; the inverse of the rest edge matrix D_m, row by row, 1/m; upper triangular. */
  readonly inverseRest: Float64Array;
  /** s; A₀, m²; 0 where the triangle is torn. */
  readonly areas: Float64Array;
  /** s; A₀ of the whole triangle, m². */
  readonly wholeAreas: Float64Array;
}

/** The size of a rectangular grid of particles. */
export interface Grid {
  /** Particles from top to bottom. */
  readonly rows: number;
  /** Particles from left to right. */
  readonly columns: number;
}

/** The moving part of a scene. Stride 4: x, y, z, 0. */
export interface State {
  /** 4n; m. */
  readonly positions: Floats;
  /** 4n; m/s. */
  readonly velocities: Floats;
  /** Simulated time, s. */
  time: number;
}

/** A grab: a particle that is pulled to a target. */
export interface Hand {
  /** Index of the held particle, or −1. */
  held: number;
  /** 3; m; target of the grab. */
  readonly target: Float64Array;
}

/** What acts on the particles from outside: the grabs and the push. */
export interface Control extends Hand {
  /** The grabs; the first is this object itself. No two hold the same particle. */
  readonly hands: readonly Hand[];
  /** 3; N; force on every particle, until the next push. */
  readonly push: Float64Array;
}

/** Number of grabs. */
export const HANDS = 2;

/** A control that holds and pushes nothing. */
export function createControl(): Control {
  const createHand = (): Hand => ({ held: -1, target: new Float64Array(3) });
  const control = { ...createHand(), hands: [] as Hand[], push: new Float64Array(3) };
  control.hands.push(control);
  while (control.hands.length < HANDS) control.hands.push(createHand());
  return control;
}

/** Sets what another control, or a copy of it, holds and how it pushes. */
export function setControl(
  control: Pick<Control, 'hands' | 'push'>,
  { hands, push }: Pick<Control, 'hands' | 'push'>,
): void {
  hands.forEach(({ held, target }, k) => {
    control.hands[k].held = held;
    control.hands[k].target.set(target);
  });
  control.push.set(push);
}

/** Which hand holds a particle; −1: none. */
export function handAt({ hands }: Control, particle: number): number {
  for (let k = 0; k < hands.length; k++) if (hands[k].held === particle) return k;
  return -1;
}

/** A grab at present. */
export interface PresentGrab {
  /** Which of the two. */
  readonly hand: number;
  /** Index of the held particle. */
  readonly particle: number;
  /** m. */
  readonly target: Vec3;
}

/** The grabs at present, in the order of the hands. */
export function grabsOf({ hands }: Control): PresentGrab[] {
  return hands.flatMap(({ held, target }, hand) =>
    held < 0 ? [] : [{ hand, particle: held, target: [...target] as Vec3 }],
  );
}

/** Gives each hand the particle that its own has become. Of two hands at the same one, the second lets go. @param become its index, or −1 */
export function moveHands({ hands }: Control, become: (particle: number) => number): void {
  const taken: number[] = [];
  for (const hand of hands) {
    if (hand.held >= 0) hand.held = become(hand.held);
    if (taken.includes(hand.held)) hand.held = -1;
    taken.push(hand.held);
  }
}

/**
 * Where each number stands in a list: number i at the places `places[starts[i]]` … `places[starts[i + 1] − 1]`, ascending.
 * @param count the numbers are less than this
 */
export function placesOf(list: ArrayLike<number>, count: number) {
  const starts = new Uint32Array(count + 1);
  for (let k = 0; k < list.length; k++) starts[list[k] + 1]++;
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i];
  const places = new Uint32Array(list.length);
  const next = starts.slice();
  for (let k = 0; k < list.length; k++) places[next[list[k]]++] = k;
  return { starts, places };
}
