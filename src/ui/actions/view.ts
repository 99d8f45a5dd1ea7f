/** What is done to the view: the camera is turned, moved and zoomed, and the cloth shown as material, springs or strain. */

import { strainField } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';

/** Radians that the view turns by an arrow key. */
const TURN = Math.PI / 24;
/** Of the distance of the camera: how far an arrow key moves it. */
const MOVE = 0.04;
/** Factor of the distance of the camera. */
const ZOOM = 1.15;

/** Arrow keys in lower case, to the right and up. */
export const ARROWS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  arrowleft: [-1, 0],
  arrowright: [1, 0],
  arrowup: [0, 1],
  arrowdown: [0, -1],
};
export const ARROW_KEYS: readonly string[] = Object.keys(ARROWS);

export function turnCamera({ view }: Lab, key: string): void {
  const [right, up] = ARROWS[key.toLowerCase()];
  view.camera.turn(TURN * right, TURN * up);
}

export function zoomCamera({ view }: Lab, nearer: boolean): void {
  view.camera.turn(0, 0, nearer ? 1 / ZOOM : ZOOM);
}

/** Moves the camera and what it looks at in the plane of the screen, so that the scene goes the way of the key. */
export function moveCamera({ view }: Lab, key: string): void {
  const [right, up] = ARROWS[key.toLowerCase()];
  const [x, y, z, atX, atY, atZ] = view.camera.current;
  const [dx, dy, dz] = [x - atX, y - atY, z - atZ];
  // The horizontal axis of the screen is (dz, 0, −dx)/flat, the vertical one is that of d crossed with it.
  const flat = Math.hypot(dx, dz) || 1;
  const by = [
    -MOVE * ((right * Math.hypot(dx, dy, dz) * dz) / flat - (up * dx * dy) / flat),
    -MOVE * up * flat,
    MOVE * ((right * Math.hypot(dx, dy, dz) * dx) / flat + (up * dz * dy) / flat),
  ];
  view.camera.setPose([x, y, z, atX, atY, atZ].map((value, i) => value + by[i % 3]));
}

// What the view shows of the cloth: its material, its springs or its strain.

interface ViewMode {
  label: string;
  help: string;
  /** True if springs are shown in place of the cloth. */
  springs: boolean;
  /** True if the strain colours the cloth. */
  strain: boolean;
}

export const VIEW_MODES: readonly ViewMode[] = [
  { label: 'Cloth', help: 'Show the cloth in its material (V)', springs: false, strain: false },
  {
    label: 'Wireframe',
    help: 'Show the springs in place of the cloth, coloured by strain (V)',
    springs: true,
    strain: false,
  },
  { label: 'Strain', help: 'Colour the cloth by strain (V)', springs: false, strain: true },
];

/** Index of the mode that is shown, or −1 if the panel shows another combination. */
export function viewModeOf({ options, color, catalog, frame }: Lab): number {
  const strained = color !== null && color === strainField(catalog.fields, frame);
  return VIEW_MODES.findIndex(
    ({ springs, strain }) =>
      options.surface !== springs && options.springs === springs && (strain ? strained : color === null),
  );
}

export function setViewMode(lab: Lab, { springs, strain }: ViewMode): void {
  lab.show('surface', !springs);
  lab.show('springs', springs);
  lab.colorBy(strain ? strainField(lab.catalog.fields, lab.frame) : null);
}

/** Shows the next mode. */
export function nextViewMode(lab: Lab): void {
  if (lab.frame.structure.surface.length > 0) setViewMode(lab, VIEW_MODES[(viewModeOf(lab) + 1) % VIEW_MODES.length]);
}
