/** The buttons beside the legend: cloth, wireframe or strain, and the material of the cloth. */
import { LOOKS } from '../../render/cloth/looks';
import type { Frame } from '../../runtime/frame/frame';
import { element, elementById, setAttribute, setText } from '../controls/element';
import { addMenu } from '../controls/menu';
import { isAvailable, strainField } from '../lab/fields';
import type { Lab } from '../lab/lab';
import { setViewMode, VIEW_MODES, viewModeOf } from '../lab/view-mode';

/** They are hidden in a scene without cloth. */
export function createViewBar(lab: Lab): { update(frame: Frame): void } {
  const { page, view } = lab;
  const buttons = VIEW_MODES.map((mode) =>
    element('button', { type: 'button', title: mode.help, click: () => setViewMode(lab, mode) }, mode.label),
  );
  const material = element('button', { type: 'button', class: 'material', title: 'What the cloth is made of' });
  const group = element('div', { class: 'tools', role: 'group', 'aria-label': 'View' }, ...buttons, material);
  elementById('legend').before(group);
  const wear = (look: string | null) => () => {
    page.look = look;
    setViewMode(lab, VIEW_MODES[0]);
  };
  addMenu(material, 'Material', [
    { label: 'Scene’s own', help: 'The material that each scene begins with', act: wear(null) },
    ...LOOKS.map(({ id, label, summary }) => ({ label, help: summary, act: wear(id) })),
  ]);

  /** Another scene may not have the field that colours the cloth: its strain may be another field. */
  function checkField(frame: Frame): void {
    const field = lab.catalog.fields.find(({ id }) => id === lab.color);
    if (!field || isAvailable(field, frame)) return;
    lab.colorBy(field.id.endsWith('-strain') ? strainField(lab.catalog.fields, frame) : null);
  }

  return {
    update(frame) {
      checkField(frame);
      const shown = viewModeOf(lab);
      group.hidden = frame.structure.surface.length === 0;
      for (const [i, button] of buttons.entries()) setAttribute(button, 'aria-pressed', String(i === shown));
      material.hidden = shown !== 0;
      setText(material, view.lookLabel);
    },
  };
}
