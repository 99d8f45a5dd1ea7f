/** The linear system of an implicit step of three masses on a chain, as numbers from the engine, and its solution. */
import { t } from '../../../language/translate';
import type { Answer } from '../../../runtime/queries';
import { element, setText, slider } from '../../controls/element';
import { formatQuantity } from '../../controls/number-format';
import type { Lab } from '../../lab/lab';
import { equation } from '../equation';

type System = Answer<'chainSystem'>;

/** s; 30 positions of the slider, from the first to the last. */
const RANGE = { from: 1e-3, to: 0.1, positions: 30 };
const DIGITS = 4;

const number = (value: number) => String(Number(value.toFixed(DIGITS)) + 0);
const matrix = (rows: readonly (readonly number[])[]) =>
  `\\begin{pmatrix}${rows.map((row) => row.map(number).join(' & ')).join(' \\\\ ')}\\end{pmatrix}`;
const column = (values: readonly number[]) => matrix(values.map((value) => [value]));
const UNKNOWN = '\\begin{pmatrix}\\Delta v_1 \\\\ \\Delta v_2 \\\\ \\Delta v_3\\end{pmatrix}';

export function chainSystem(lab: Pick<Lab, 'ask'>): HTMLElement {
  const step = slider('Length of the step', ask, { min: 0, max: RANGE.positions, step: 1, value: 15 });
  const value = element('span');
  const place = element('div', { 'aria-live': 'polite' });
  const stepOf = () => RANGE.from * (RANGE.to / RANGE.from) ** (step.valueAsNumber / RANGE.positions);
  let asked = 0;

  function ask(): void {
    const h = stepOf();
    const own = ++asked;
    setText(value, ` ${formatQuantity(h, 's')}`);
    step.setAttribute('aria-valuetext', formatQuantity(h, 's'));
    lab.ask('chainSystem', { h }).then(
      (system) => {
        if (own === asked) show(system);
      },
      () => setText(place, 'The engine did not answer. Move the slider to ask again.'),
    );
  }

  function show({ h, mass, stiffness, A, b, rows, change, residuals }: System): void {
    const share = (h * h * stiffness) / mass;
    const paragraph = (text: string) => element('p', text);
    place.replaceChildren(
      paragraph(
        t`Three masses of ${mass} kg hang below a pin on springs of ${stiffness} N/m; the lowest spring is stretched by 5 cm. Here h²k is ${number(share)} times a mass.`,
      ),
      equation(`${matrix(A)}\\,${UNKNOWN} = ${column(b)}`),
      paragraph(
        'Left in kg, right in N·s. Subtract a part of each row from the next one, so that nothing is left below the diagonal:',
      ),
      equation(
        `${matrix(rows.map((row) => row.slice(0, -1)))}\\,${UNKNOWN} = ${column(rows.map((row) => row[row.length - 1]))}`,
      ),
      paragraph('Then solve from the last row up. This is what the engine computes, in m/s:'),
      equation(`${UNKNOWN} = ${column(change)}`),
      paragraph('Explicit Euler would add these, b over m:'),
      equation(column(b.map((one) => one / mass))),
      paragraph(
        t`Conjugate gradients get there by products with A alone. Residual after each iteration: ${residuals.map((one) => one.toExponential(0)).join(', ')}. ${residuals.length} iterations are enough for three unknowns.`,
      ),
    );
  }

  ask();
  return element('div.quiz.chain-system', element('label.step', 'h', step, value), place);
}
