import type { Variant } from '../../../physics';
import type { Catalog } from '../../../runtime/host/catalog-types';
import { decimalInput } from '../../controls/decimal-input';
import { controlRow, element } from '../../controls/element';
import { formatNumber } from '../../controls/number-format';
import { parseNumber } from '../../controls/number-text';

/** Parameters in which a companion may differ. */
const PARAMETERS = ['dt', 'stiffness', 'damping'];
/** Special choices: no companion or parameter, and the main run's method. */
const NONE = '';
const SAME = 'same';

/** The content of a row: method id, 'same' or '' (none), and a parameter with its value. */
export interface Choice {
  method: string;
  key?: string;
  value?: number;
}

/** The choice of one companion: its method, and one parameter in which it differs. */
export interface VariantRow {
  readonly node: HTMLElement;
  /** Null for no companion. */
  read(): Variant | null;
  show(choice: Choice): void;
}

/** @param present the main run's parameters; @param onChange called when the user changes the choice */
export function createVariantRow(
  number: number,
  { integrators, params }: Catalog,
  present: () => Readonly<Record<string, number>>,
  onChange: () => void,
): VariantRow {
  /** dt is in ms here, as on the panel. */
  const scaleOf = (id: string) => (params[id].milliseconds ? 1000 : 1);
  const unitOf = (id: string) => (params[id].milliseconds ? 'ms' : params[id].unit);
  const shown = (id: string, si: number) => formatNumber(si * scaleOf(id));
  const swatch = element('span', { class: 'swatch', 'aria-hidden': 'true' });
  swatch.style.setProperty('--color', `var(--run-${number})`);
  const method = element(
    'select',
    { 'aria-label': `Method of run ${number}`, title: 'Method of this run, or none', change },
    element('option', { value: NONE }, 'none'),
    element('option', { value: SAME }, 'same method'),
    ...integrators.map(({ id, label }) => element('option', { value: id }, label)),
  );
  const key = element(
    'select',
    {
      'aria-label': `Parameter of run ${number}`,
      title: 'A parameter in which this run differs; it keeps its value when the main run changes',
      change() {
        if (key.value) value.value = shown(key.value, present()[key.value] / 2);
        change();
      },
    },
    element('option', { value: NONE }, 'same parameters'),
    ...PARAMETERS.map((id) => element('option', { value: id }, `${params[id].label} / ${unitOf(id)}`)),
  );
  const value = decimalInput({
    'aria-label': `Value in run ${number}`,
    title: 'Value of this parameter in this run',
    change,
  });
  const node = controlRow(swatch, method, key, value);

  function change(): void {
    showFields();
    onChange();
  }

  function showFields(): void {
    key.disabled = method.value === NONE;
    value.hidden = key.disabled || key.value === NONE;
  }

  function labelOf(own: Record<string, number>): string {
    const { label } = integrators.find(({ id }) => id === method.value) ?? { label: 'Same method' };
    const [[id, number] = []] = Object.entries(own);
    if (id === undefined || number === undefined) return label;
    return `${label}, ${id} ${shown(id, number)} ${unitOf(id)}`;
  }

  showFields();
  return {
    node,
    read() {
      if (method.value === NONE) return null;
      const own = key.value === NONE ? {} : { [key.value]: parseNumber(value.value) / scaleOf(key.value) };
      return {
        label: labelOf(own),
        ...(method.value !== SAME && { integrator: method.value }),
        params: own,
      };
    },
    show(choice) {
      method.value = choice.method;
      key.value = choice.key ?? NONE;
      value.value = choice.value === undefined || !choice.key ? '' : shown(choice.key, choice.value);
      showFields();
    },
  };
}
