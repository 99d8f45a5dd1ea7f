/** How a mesh was read: its unit, mass and welding, which can be changed, and what is left out of it. */
import { t } from '../../language/translate';
import type { MeshOptions, MeshReport, MeshUnit } from '../../physics/scenes/mesh/mesh-report';
import {
  DENSITY,
  listOfOmissions,
  meshInWords,
  omissionsInWords,
  pieceInWords,
  sizeInWords,
  UNIT_NAMES,
  UNITS,
} from '../../runtime/jobs/mesh-words';
import { openDialog } from '../controls/dialog';
import { button, choice, element, labelled } from '../controls/element';
import type { Lab } from '../lab/lab';

export interface LoadedMesh {
  /** Name of the file. */
  readonly name: string;
  readonly report: MeshReport;
  /** Loads the file once more. */
  readAgain(options: MeshOptions): void;
}

/** Distances of welding, as parts of the longest side of the mesh. */
const WELDS = [1e-4, 1e-3, 1e-2];

export function openMeshDialog(lab: Lab, { name, report, readAgain }: LoadedMesh): void {
  const { options, size } = report;
  const longest = Math.max(...size);
  /** The size in another unit, as a part of that in the present one. */
  const scale = () => UNITS[unit.value as MeshUnit] / UNITS[options.unit];
  const unit = choice(
    {
      title: 'What one unit of the file is long. The first choice is made by the size of the mesh',
      change: () => update(),
    },
    Object.entries(UNIT_NAMES),
  );
  unit.value = options.unit;
  const sizeLine = element('output');
  const present = options.weld ?? -1;
  const weld = choice(
    {
      title:
        'Which vertices become one. Other programs write a vertex more than once at a seam, and where colours or normals meet',
    },
    [
      [-1, 'none'],
      [0, 'at equal places'],
      ...WELDS.map((part) => [part, ''] as const),
      ...(present > 0 ? [[present / longest, ''] as const] : []),
    ],
  );
  weld.value = String(present > 0 ? present / longest : present);
  const densities = [
    ['Default', DENSITY] as const,
    ...lab.catalog.materials.map((card) => [card.label, card.density] as const),
  ];
  const density = choice(
    { title: 'Mass of the cloth per area. Stiffness and bending of a material are chosen on the panel' },
    densities.map(([label, value]) => [value, `${label}, ${value} kg/m²`]),
  );
  density.value = String(options.density);
  function update(): void {
    sizeLine.textContent = t(sizeInWords(size.map((side) => side * scale())));
    for (const option of weld.options) {
      const part = Number(option.value);
      if (part > 0)
        option.textContent = t`within ${rounded(1000 * part * longest * scale())} mm (${rounded(100 * part)} % of its size)`;
    }
  }
  update();
  function submit(): void {
    const part = Number(weld.value);
    dialog.close();
    readAgain({
      unit: unit.value as MeshUnit,
      weld: part < 0 ? null : part * longest * scale(),
      density: Number(density.value),
    });
  }
  const listed = [
    ...report.loose.map((piece) => t`No pin: ${pieceInWords(piece)}.`),
    ...listOfOmissions(report, report.omissions.length),
  ];
  const total = report.looseCount + Object.values(report.omitted).reduce((sum, count) => sum + count, 0);
  const dialog = openDialog(
    { id: 'mesh' },
    name,
    ...[...meshInWords(report), ...omissionsInWords(report)].map((sentence) => element('p', sentence)),
    element(
      'div.fields',
      labelled('unit', unit),
      sizeLine,
      labelled('weld vertices', weld),
      ...(report.mass > 0 ? [labelled('mass', density)] : []),
      button('Load again', 'Load the mesh once more, with these settings. Undo goes back', submit),
    ),
    ...(listed.length > 0
      ? [element('ul', { tabindex: 0, 'aria-label': 'What is left out' }, ...listed.map((text) => element('li', text)))]
      : []),
    ...(total > listed.length ? [element('p', t`These are the first ${listed.length} of ${total}.`)] : []),
  );
}

const rounded = (value: number) => Number(value.toPrecision(3));
