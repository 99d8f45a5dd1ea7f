/** The buttons beside the legend: cloth, wireframe or strain, and the look of the cloth. */
import type { Frame } from '../../runtime/frame/frame';
import { buttonChoice, element, elementById, setText } from '../controls/element';
import { addMenu } from '../controls/menu';
import { isAvailable, strainField } from '../lab/applies';
import type { Lab } from '../lab/lab';
import { setViewMode, VIEW_MODES, viewModeOf } from '../lab/view-mode';

/** They are hidden in a scene without cloth. */
export function createViewBar(lab: Lab): { update(frame: Frame): void } {
  const { page, view } = lab;
  const modes = buttonChoice(VIEW_MODES, (mode) => setViewMode(lab, mode));
  const title = 'Look of the cloth; the panel has its material';
  const material = element('button', { type: 'button', class: 'material', title });
  const group = element('div', { class: 'tools', role: 'group', 'aria-label': 'Shown' }, ...modes.nodes, material);
  elementById('legend').before(group);
  const wear = (look: string | null) => () => {
    page.look = look;
    setViewMode(lab, VIEW_MODES[0]);
  };
  addMenu(material, 'Look', [
    { label: 'Its own', help: 'The look of its material, or the one that the scene begins with', act: wear(null) },
    ...view.looks.map(({ id, label, summary }) => ({ label, help: summary, act: wear(id) })),
  ]);

  const { fields } = lab.catalog;
  let strain: string | null = null;

  /** Another scene may not have the field that colours the cloth, or its strain may be another field. */
  function checkField(frame: Frame): void {
    const next = strainField(fields, frame);
    const field = fields.find(({ id }) => id === lab.color);
    if (field && next !== strain && field.id === strain) lab.colorBy(next);
    else if (field && !isAvailable(field, frame)) lab.colorBy(null);
    strain = next;
  }

  return {
    update(frame) {
      checkField(frame);
      const shown = viewModeOf(lab);
      group.hidden = frame.structure.surface.length === 0;
      modes.press((mode) => mode === VIEW_MODES[shown]);
      material.hidden = shown !== 0;
      setText(material, view.looks.find(({ id }) => id === view.look)?.label ?? '');
    },
  };
}
