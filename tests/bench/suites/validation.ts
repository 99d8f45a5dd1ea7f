import { MATERIALS } from '../../../src/physics';
import { drapeOf } from '../../../src/physics/analysis/validation/drape';
import { deviationOf, NETS } from '../../../src/physics/analysis/validation/specimen';
import { netsOf, VALIDATION_CASES } from '../../../src/physics/analysis/validation/validation-study';
import { runToEnd } from '../../../src/physics/slices';
import type { Suite } from '../report';

const rounded = (value: number) => String(Number(value.toPrecision(6)));

/** The figures of the tests of validation, for docs/validation.md. */
export const validation: Suite = {
  id: 'validation',
  about: 'standard tests of cloth, with their exact results',
  run(report) {
    for (const one of VALIDATION_CASES) {
      const runs = netsOf(one).map((net) => ({ net, figures: runToEnd(one.measure(net)) }));
      const labels = new Map(
        runs.flatMap(({ figures }) => figures.map(({ label, reference }) => [label, reference] as const)),
      );
      const rows = [...labels].map(([label, reference]) => ({
        figure: label,
        reference: typeof reference === 'number' ? rounded(reference) : reference.map(rounded).join(' to '),
        ...Object.fromEntries(
          NETS.map((net) => {
            const run = runs.find((each) => each.net === net);
            const figure = run?.figures.find((each) => each.label === label);
            const part = figure ? deviationOf(figure) : Number.NaN;
            const isRange = typeof reference !== 'number';
            const text = `${isRange ? `${rounded(figure?.value ?? Number.NaN)}: ` : ''}${part < 0 ? '−' : '+'}${(100 * Math.abs(part)).toFixed(2)} %`;
            return [`${net.mesh} ${net.cells}`, figure ? text : ''];
          }),
        ),
      }));
      report.tables.push({ title: `${one.label}: ${one.quantity}`, rows });
    }
    const drapes = MATERIALS.map((card) => ({
      material: card.label,
      'drape coefficient': `${rounded(runToEnd(drapeOf(card, NETS[1])))} %`,
    }));
    report.tables.push({ title: 'Drape of every material, on a net with 40 cells', rows: drapes });
  },
};
