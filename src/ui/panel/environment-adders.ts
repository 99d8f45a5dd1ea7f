import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import type { MeshOptions } from '../../physics/scenes/mesh/mesh-report';
import type { ItemSchemas } from '../../runtime/host/catalog';
import { meshInWords } from '../../runtime/jobs/mesh-words';
import { runJob } from '../../runtime/jobs/run-job';
import { type EnvironmentList, type Item, itemOf, type Kind, kindsOf } from '../actions/environment-items';
import { formatCount } from '../controls/number-format';
import { type Extent, extentOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { action, ignoreShownError } from '../lab/message-list';
import { beginReading, chooseFiles, MESHES, readBeside, showMeshMessage } from '../sharing/files';

/** A button that adds an environment item. */
interface Adder {
  label: string;
  help: string;
  list: EnvironmentList;
  /** Null if this scene does not allow it, and a notice says why; or if it comes later, from a file. */
  make(): Item | null;
}

/** The only items that come from files. */
const FROM_FILE = {
  list: 'bodies',
  label: 'Add body from file',
  help: 'A closed mesh in an OBJ, glTF (GLB), PLY or STL file becomes a body',
};

/** Common obstacles, placed to fit the present extent of the scene. */
const COMMON: Partial<
  Record<EnvironmentList, { label: string; help: string; values(extent: Extent): Record<string, number | Vec3> }[]>
> = {
  planes: [
    {
      label: 'Add floor',
      help: 'A horizontal plane at height 0, or below the scene if that is lower',
      values: ({ center, min, size }) => ({
        point: [center[0], Math.min(0, min[1] - 0.12 * size), center[2]],
        normal: [0, 1, 0],
      }),
    },
    {
      label: 'Add wall',
      help: 'A vertical plane to the right of the scene',
      values: ({ max, center, size }) => ({ point: [max[0] + 0.2 * size, center[1], center[2]], normal: [-1, 0, 0] }),
    },
    {
      label: 'Add slope',
      help: 'A plane below the scene that slopes down to the right by 20°',
      values: ({ center, min, size }) => ({
        point: [center[0], min[1] - 0.25 * size, center[2]],
        normal: [0.342, 0.94, 0],
      }),
    },
  ],
  spheres: [
    {
      label: 'Add ball',
      help: 'A ball below the scene',
      values: ({ center, min, size }) => ({
        center: [center[0], min[1] - 0.3 * size, center[2]],
        radius: round(0.25 * size),
      }),
    },
  ],
  bodies: [
    {
      label: 'Add body',
      help: 'A box below the scene; its shape can be chosen',
      values: ({ center, min, size }) => ({
        center: [center[0], min[1] - 0.3 * size, center[2]],
        size: [0.5 * size, 0.4 * size, 0.5 * size],
      }),
    },
  ],
};

/** What buttons add to a list: the common items if there are any, else one of each kind. */
export function addersOf(list: EnvironmentList, lab: Lab, schemas: ItemSchemas): Adder[] {
  return kindsOf(list, schemas).flatMap((kind): Adder[] => {
    const common = COMMON[list]?.map(
      ({ label, help, values }): Adder => ({
        label,
        help,
        list,
        make: () => itemOf(kind, null, rounded(values(sceneExtent(lab)))),
      }),
    );
    const help = t(kind.summary).replace(/[.。]$/, '');
    if (common && list === FROM_FILE.list) common.push({ ...FROM_FILE, make: () => chooseBody(lab) });
    return common ?? [{ label: t`Add ${inSentence(kind.label)}`, help, list, make: () => make(kind, lab) }];
  });
}

/** English writes a label in a sentence small. */
const inSentence = (label: string) => (t(label) === label ? label.toLowerCase() : t(label));

function make(kind: Kind, lab: Lab): Item | null {
  const particles = particlesFor(kind, lab);
  if (particles === undefined) return null;
  // The center of a motion is the middle of the pins that it moves.
  const about: Record<string, Vec3> =
    'center' in kind.fields && particles ? { center: extentOf(lab.frame.positions, particles).center } : {};
  return itemOf(kind, particles, rounded(about));
}

/** The selected particles that the kind accepts, or its default; null: all. Undefined: the scene has none, and a notice says so. */
function particlesFor({ particles, label }: Kind, lab: Lab): Item['particles'] | undefined {
  const { frame } = lab;
  const selected = lab.selection.particles;
  const { particleCount, pinned } = frame.structure;
  if (particles === 'any') return selected.length > 0 ? selected : null;
  if (particles === 'none') return null;
  if (particles === 'two') {
    if (selected.length === 2) return selected;
    if (particleCount > 1) return [0, particleCount - 1];
    lab.messages.show({ kind: 'notice', text: t`${label} needs two particles; this scene has one.` });
    return undefined;
  }
  const pins = selected.some((i) => pinned[i]) ? selected.filter((i) => pinned[i]) : frame.status.pinned;
  if (pins.length > 0) return pins;
  lab.messages.show({ kind: 'notice', text: t`${label} moves pins. Pin a particle first.` });
  return undefined;
}

/** The box round all particles, at least 0.1 m in size: that is the scale of new obstacles. */
function sceneExtent({ frame }: Lab): Extent {
  const extent = extentOf(frame.positions);
  return { ...extent, size: Math.max(0.1, extent.size) };
}

/** Rounds to three decimals. */
function rounded(values: Readonly<Record<string, number | Vec3>>): Record<string, number | Vec3> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'number' ? round(value) : (value.map(round) as Vec3),
    ]),
  );
}

function round(x: number): number {
  return Math.round(x * 1000) / 1000;
}

// Bodies whose shape is a mesh from a file.

/** μ of a new body: cloth stays on it. */
const FRICTION = 0.4;
/** Between the scene and a body, as a part of the size of the scene. */
const GAP = 0.05;

/** Opens the browser's file dialog, and adds a body of the mesh that is chosen. */
function chooseBody(lab: Lab): null {
  chooseFiles(MESHES, ([file]) => {
    if (file) ignoreShownError(readBody(lab, file));
  });
  return null;
}

/** @param replaced name of its mesh, if the file is read once more: its body is replaced */
async function readBody(lab: Lab, file: File, options?: MeshOptions, replaced?: string): Promise<void> {
  const read = await readBeside(lab, file, beginReading(), (bytes, follow) =>
    runJob('readBody', [{ name: file.name, bytes, options }], follow),
  );
  if (!read) return;
  const { report, mesh, center } = read;
  await lab.settled();
  const { meshes, bodies } = lab.frame.status.environment;
  const name = replaced ?? freeName(lab, mesh.name);
  const body = { shape: name, center: placeOf(lab, report.size), friction: FRICTION };
  const others = <T>(list: readonly T[], nameOf: (one: T) => string | undefined) =>
    list.filter((one) => nameOf(one) !== name);
  const change = [
    ['meshes', [...others(meshes, (one) => one.name), { ...mesh, name }]],
    ['bodies', [...others(bodies, (one) => one.shape), body]],
  ] as const;
  await lab.together(async () => {
    for (const [list, items] of change) await lab.send({ type: 'environment', list, items });
  });
  lab.messages.hide('error');
  const readAgain = (other: MeshOptions) => ignoreShownError(readBody(lab, file, other, name));
  const count = formatCount(mesh.triangles.length / 3);
  showMeshMessage(
    lab,
    { name: file.name, report, readAgain },
    {
      text: t`${file.name} is a body of ${count} triangles: ${meshInWords(report).join(' ')}`,
      listed: 1,
      details: 'Read the mesh in another unit, or with another welding',
      undo: 'Take the body away (Ctrl Z)',
      others: [
        action(
          'Place as in its file',
          'Move the body to where its file has it: a garment of the same program then fits',
          () => place(lab, name, center),
        ),
      ],
    },
  );
}

/** Moves the bodies of a shape. */
async function place(lab: Lab, shape: string, center: Vec3): Promise<void> {
  await lab.settled();
  const items = lab.frame.status.environment.bodies.map((body) => (body.shape === shape ? { ...body, center } : body));
  await lab.send({ type: 'environment', list: 'bodies', items });
}

/** A name that no mesh of the scene has. */
function freeName({ frame }: Lab, name: string): string {
  const taken = frame.status.environment.meshes.map((mesh) => mesh.name);
  let free = name;
  for (let k = 2; taken.includes(free); k++) free = `${name} ${k}`;
  return free;
}

/** Below the scene, if there is space above the floor; else on the floor in front of it. */
function placeOf({ frame }: Lab, [, height, depth]: Vec3): Vec3 {
  const { center, min, max, size } = extentOf(frame.positions);
  const floors = frame.status.environment.planes.filter(({ normal: [x, y, z] }) => x === 0 && y > 0 && z === 0);
  const floor = Math.max(...floors.map(({ point }) => point[1]));
  const below = min[1] - GAP * size - height / 2;
  const fits = below - height / 2 >= floor;
  const place =
    fits || floor > max[1]
      ? [center[0], below, center[2]]
      : [center[0], floor + height / 2, max[2] + GAP * size + depth / 2];
  return place.map((x) => Number(x.toPrecision(4))) as Vec3;
}
