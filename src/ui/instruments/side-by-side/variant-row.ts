import { t, withLocalNumbers } from '../../../language/translate';
import type { Variant } from '../../../physics';
import type { Status } from '../../../runtime/frame/frame';
import type { Catalog } from '../../../runtime/host/catalog';
import { choice, controlRow, element } from '../../controls/element';
import { decimalInput } from '../../controls/number-box';
import { formatNumber, parseNumber } from '../../controls/number-format';

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

/**
 * The choice of one companion: its method, and one parameter in which it differs.
 * @param present the main run's parameters; @param onChange called when the user changes the choice
 */
export function createVariantRow(
  number: number,
  { integrators, params }: Catalog,
  present: () => Readonly<Record<string, number>>,
  onChange: () => void,
) {
  /** dt is in ms here, as on the panel. */
  const scaleOf = (id: string) => (params[id].milliseconds ? 1000 : 1);
  const unitOf = (id: string) => (params[id].milliseconds ? 'ms' : params[id].unit);
  const shown = (id: string, si: number) => formatNumber(si * scaleOf(id));
  const swatch = element('span.swatch', { 'aria-hidden': 'true' });
  swatch.style.setProperty('--color', `var(--run-${number})`);
  const method = choice({ 'aria-label': t`Method of run ${number}`, title: 'Method of this run, or none', change }, [
    [NONE, 'none'],
    [SAME, 'same method'],
    ...integrators.map(({ id, label }) => [id, label] as const),
  ]);
  const key = choice(
    {
      'aria-label': t`Parameter of run ${number}`,
      title: 'A parameter in which this run differs; it keeps its value when the main run changes',
      change() {
        if (key.value) value.value = withLocalNumbers(shown(key.value, present()[key.value] / 2));
        change();
      },
    },
    [[NONE, 'same parameters'], ...PARAMETERS.map((id) => [id, `${t(params[id].label)} / ${t(unitOf(id))}`] as const)],
  );
  const value = decimalInput({
    'aria-label': t`Value in run ${number}`,
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
    /** Null for no companion. */
    read(): Variant | null {
      if (method.value === NONE) return null;
      const own = key.value === NONE ? {} : { [key.value]: parseNumber(value.value) / scaleOf(key.value) };
      return { label: labelOf(own), ...(method.value !== SAME && { integrator: method.value }), params: own };
    },
    show({ method: id, key: parameter = NONE, value: si }: Choice): void {
      method.value = id;
      key.value = parameter;
      value.value = si === undefined || parameter === NONE ? '' : withLocalNumbers(shown(parameter, si));
      showFields();
    },
  };
}

// What “Explicit against implicit” compares: an explicit method beyond its limit on dt, and an implicit one at the same step.

const EXPLICIT = 'symplectic-euler';
const IMPLICIT = 'implicit-euler';
/** The step of both over the limit of the explicit one. */
const BEYOND = 4;
/** An implicit main run with a step of so many limits keeps it: its run is the implicit one. */
const ENOUGH = 2;
/** Steps until a blow-up is found, and the simulated time that this may take, s. */
const STEPS = 16;
const SOON = 5;

/**
 * Limit on dt of symplectic Euler, s: h < 2 (√(1 + ζ²) − ζ)/ω with c = 2ζω is h < 4/(√(4ω² + c²) + c). Infinite where nothing
 * oscillates and nothing damps.
 */
export function explicitLimit({ omegaMax: omega, decayMax: c }: Status['stability']): number {
  return 4 / (Math.sqrt(4 * omega * omega + c * c) + c);
}

/** s; a step of both at which the explicit one soon blows up; null where that would take long. @param stability once its limit is known */
export function stepBeyondLimit(stability: Status['stability']): number | null {
  const step = Number((BEYOND * explicitLimit(stability)).toPrecision(2));
  return step * STEPS <= SOON ? step : null;
}

/** @param status once its limit is known @returns `note`: why no run blows up; empty if the explicit one does */
export function explicitAgainstImplicit({
  params,
  stability,
  integrator,
}: Pick<Status, 'params' | 'stability' | 'integrator'>): { choices: Choice[]; note: string } {
  const limit = explicitLimit(stability);
  if (stability.dt === Number.POSITIVE_INFINITY && params.dt >= ENOUGH * limit && params.dt * STEPS <= SOON)
    return { choices: [{ method: EXPLICIT }], note: '' };
  const step = stepBeyondLimit(stability);
  if (step !== null)
    return { choices: [EXPLICIT, IMPLICIT].map((method) => ({ method, key: 'dt', value: step })), note: '' };
  const reason = Number.isFinite(limit)
    ? 'Above its limit symplectic Euler would blow up here too, but late.'
    : 'Nothing here limits dt: there are no springs and there is no damping.';
  return {
    choices: [EXPLICIT, IMPLICIT].filter((method) => method !== integrator).map((method) => ({ method })),
    note: t`${reason} All runs have the same dt.`,
  };
}
