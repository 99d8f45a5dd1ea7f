import type { Variant } from '../../../physics';
import type { Catalog } from '../../../runtime/host/catalog-types';
import { element } from '../../controls/element';
import { formatNumber } from '../../controls/number-format';

/** What a companion may have of its own beside the method. */
const OWN = ['dt', 'stiffness', 'damping'];
/** Choices of the method that are none. */
const NOBODY = '';
const SAME = 'same';

/** What can be put into a row; the method's id, 'same' or '', and a parameter. */
export interface Choice {
  method: string;
  key?: string;
  value?: number;
}

/** A line in which one companion is chosen: its method, and one number of its own. */
export interface VariantRow {
  readonly node: HTMLElement;
  /** Null where nobody is chosen. */
  read(): Variant | null;
  show(choice: Choice): void;
}

/** @param present the main run's parameters; @param onChange called when a person has chosen something else */
export function createVariantRow(
  number: number,
  { integrators, params }: Catalog,
  present: () => Readonly<Record<string, number>>,
  onChange: () => void,
): VariantRow {
  const swatch = element('span', { class: 'swatch', 'aria-hidden': 'true' });
  swatch.style.setProperty('--colour', `var(--run-${number})`);
  const method = element(
    'select',
    { 'aria-label': `Method of run ${number}`, title: 'Under which method it runs', change },
    element('option', { value: NOBODY }, 'nobody'),
    element('option', { value: SAME }, 'same method'),
    ...integrators.map(({ id, label }) => element('option', { value: id }, label)),
  );
  const key = element(
    'select',
    {
      'aria-label': `What run ${number} has of its own`,
      title: 'One number in which it differs; it keeps it whatever the main run is set to',
      change() {
        if (key.value) value.value = formatNumber(present()[key.value] / 2);
        change();
      },
    },
    element('option', { value: NOBODY }, 'all numbers shared'),
    ...OWN.map((id) => element('option', { value: id }, `${params[id].label} / ${params[id].unit}`)),
  );
  const value = element('input', {
    type: 'number',
    step: 'any',
    'aria-label': `Its value in run ${number}`,
    title: 'The number that it has of its own',
    change,
  });
  const node = element('div', { class: 'controls' }, swatch, method, key, value);

  function change(): void {
    tidy();
    onChange();
  }

  function tidy(): void {
    key.disabled = method.value === NOBODY;
    value.hidden = key.disabled || key.value === NOBODY;
  }

  function labelOf(own: Record<string, number>): string {
    const { label } = integrators.find(({ id }) => id === method.value) ?? { label: 'Same method' };
    const [[id, number] = []] = Object.entries(own);
    if (id === undefined || number === undefined) return label;
    return `${label}, ${id} ${formatNumber(number)} ${params[id].unit}`;
  }

  tidy();
  return {
    node,
    read() {
      if (method.value === NOBODY) return null;
      const own = key.value === NOBODY ? {} : { [key.value]: value.valueAsNumber };
      return {
        label: labelOf(own),
        ...(method.value !== SAME && { integrator: method.value }),
        params: own,
      };
    },
    show(choice) {
      method.value = choice.method;
      key.value = choice.key ?? NOBODY;
      value.value = choice.value === undefined ? '' : String(choice.value);
      tidy();
    },
  };
}
