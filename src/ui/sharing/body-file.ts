/** Bodies whose shape is a mesh from a file. */
import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import type { MeshOptions } from '../../physics/scenes/mesh/mesh-report';
import { meshInWords } from '../../runtime/jobs/mesh-words';
import { runJob } from '../../runtime/jobs/run-job';
import { formatCount } from '../controls/number-format';
import { extentOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { action, ignoreShownError } from '../lab/message-list';
import { beginReading, chooseFiles, MESHES, readBeside, showMeshMessage } from './files';

/** μ of a new body: cloth stays on it. */
const FRICTION = 0.4;
/** Between the scene and a body, as a part of the size of the scene. */
const GAP = 0.05;

/** Opens the browser's file dialog, and adds a body of the mesh that is chosen. */
export function chooseBody(lab: Lab): null {
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
