/** What the view shows of the cloth: its material, its springs or its strain. */
import { strainField } from './catalog-labels';
import type { Lab } from './lab';

export interface ViewMode {
  label: string;
  help: string;
  /** The layers that are shown. */
  surface: boolean;
  springs: boolean;
  /** True if the strain colours the cloth. */
  strain: boolean;
}

export const VIEW_MODES: readonly ViewMode[] = [
  { label: 'Cloth', help: 'Show the cloth in its material (V)', surface: true, springs: false, strain: false },
  {
    label: 'Wireframe',
    help: 'Show the springs in place of the cloth, coloured by strain (V)',
    surface: false,
    springs: true,
    strain: false,
  },
  { label: 'Strain', help: 'Colour the cloth by strain (V)', surface: true, springs: false, strain: true },
];

/** Index of the mode that is shown, or −1 if the panel shows another combination. */
export function viewModeOf({ options, color, catalog, frame }: Lab): number {
  const strained = color !== null && color === strainField(catalog.fields, frame);
  return VIEW_MODES.findIndex(
    ({ surface, springs, strain }) =>
      options.surface === surface && options.springs === springs && (strain ? strained : color === null),
  );
}

export function setViewMode(lab: Lab, { surface, springs, strain }: ViewMode): void {
  lab.show('surface', surface);
  lab.show('springs', springs);
  lab.colorBy(strain ? strainField(lab.catalog.fields, lab.frame) : null);
}

/** Shows the next mode. */
export function nextViewMode(lab: Lab): void {
  if (lab.frame.structure.surface.length > 0) setViewMode(lab, VIEW_MODES[(viewModeOf(lab) + 1) % VIEW_MODES.length]);
}
