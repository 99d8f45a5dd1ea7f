import { openMembrane, setCut } from '../model/cuts';
import type { Control, Model, State } from '../model/model';
import { isSheet, surfaceMesh } from '../model/surface-mesh';
import type { ConstraintDefinition } from '../world/constraint';

/** Rings of triangles around a held and around a pinned particle that do not tear: fingers and pins hold a patch, not a point. */
const HAND_RINGS = 2;
const PIN_RINGS = 4;

/**
 * Marks the particles within the grip of the hands and of pins.
 * @param grip n; is overwritten, more than 0 within a grip @returns `grip`
 */
export function markGrip({ surface, pinned }: Model, { hands }: Control, grip: Uint8Array): Uint8Array {
  // A mark is the number of rings that are left to go.
  for (let i = 0; i < grip.length; i++) grip[i] = pinned[i] === 1 ? PIN_RINGS + 1 : 0;
  for (const { held } of hands) if (held >= 0) grip[held] = Math.max(grip[held], HAND_RINGS + 1);
  for (let ring = PIN_RINGS + 1; ring > 1; ring--) {
    for (let t = 0; t < surface.length; t += 3) {
      const most = Math.max(grip[surface[t]], grip[surface[t + 1]], grip[surface[t + 2]]);
      if (most !== ring) continue;
      for (let k = t; k < t + 3; k++) if (grip[surface[k]] < ring - 1) grip[surface[k]] = ring - 1;
    }
  }
  return grip;
}

/** Springs with l/L₀ − 1 > strain break after a step. A sheet does not lose them: it tears between its triangles. */
export const tearing: ConstraintDefinition = {
  id: 'tearing',
  label: 'Tearing',
  summary: 'Tears cloth, and cuts other springs, where the strain is too large.',
  isRelative: true,
  account: 'parameters',
  params: {
    tearStrain: {
      label: 'tears at strain',
      unit: 'm/m',
      zero: 'never',
      default: 0,
      range: [0, 1],
      accepts: 'non-negative',
      group: 'Material',
      help: 'Cloth tears, and a spring of a network breaks, when its strain exceeds this value; 0: never. The patch that fingers and pins hold stays whole.',
      appliesTo: 'springs',
    },
  },
  create(world) {
    /** m; 1 for a spring of the sheet; computed when it is first needed. */
    let sheet: Uint8Array | null = null;
    let scratch: Uint8Array | null = null;
    const findGrip = () => {
      scratch ??= new Uint8Array(world.model.particleCount);
      return markGrip(world.model, world.control, scratch);
    };
    let tearsSheet = false;
    return {
      get tearsSheet() {
        return tearsSheet;
      },
      afterStep(state) {
        const { model, params } = world;
        tearsSheet = false;
        if (params.tearStrain === 0) return 0;
        sheet ??= springsOfSheet(model);
        const { version } = model.cuts;
        tearsSheet = tear(model, sheet, findGrip, state, params.tearStrain);
        if (model.cuts.version !== version) openMembrane(model);
        return 0;
      },
    };
  },
};

/** m; 1 for springs between particles of a surface that can tear. */
function springsOfSheet({ surface, particleCount, springs, springCount }: Model): Uint8Array {
  const mesh = surfaceMesh(surface, particleCount);
  const flags = new Uint8Array(springCount);
  if (!isSheet(mesh)) return flags;
  const isOfSurface = (particle: number) => mesh.around(particle).length > 0;
  return flags.map((_, j) => (isOfSurface(springs[2 * j]) && isOfSurface(springs[2 * j + 1]) ? 1 : 0));
}

/**
 * Cuts the springs outside the sheet that are stretched too far; their energy is lost.
 * @param findGrip as `markGrip`; called only if a spring of the sheet is stretched too far
 * @returns true if a spring of the sheet is stretched too far, beyond a grip
 */
function tear(
  model: Model,
  sheet: Uint8Array,
  findGrip: () => Uint8Array,
  { positions: x }: State,
  strain: number,
): boolean {
  const { springs, springCount, restLengths, stiffness } = model;
  let grip: Uint8Array | null = null;
  let tearsSheet = false;
  for (let j = 0; j < springCount; j++) {
    if (stiffness[j] === 0 || restLengths[j] === 0) continue;
    const a = 4 * springs[2 * j];
    const b = 4 * springs[2 * j + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const longest = (1 + strain) * restLengths[j];
    if (!(dx * dx + dy * dy + dz * dz > longest * longest)) continue;
    if (sheet[j] === 0) setCut(model, j, true);
    else if (!tearsSheet) {
      grip ??= findGrip();
      tearsSheet = grip[springs[2 * j]] === 0 || grip[springs[2 * j + 1]] === 0;
    }
  }
  return tearsSheet;
}
