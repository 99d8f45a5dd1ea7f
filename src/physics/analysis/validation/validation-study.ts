/** The registry of the tests of validation, in the order of the table: a new one is one file and one entry here. */
import type { Progress } from '../../slices';
import { drape } from './drape';
import { hangingChain, slope, stickSlip, terminalFall } from './motion-tests';
import { deviationOf, type Measured, NETS, type Net, type Place, type ValidationCase } from './specimen';
import { cooksMembrane, pictureFrame, stretchAndShear } from './square-tests';
import { bendingLength, endMomentCase, ownWeight, standingStrip, tipLoad } from './strip-tests';

export const VALIDATION_CASES: readonly ValidationCase[] = [
  ownWeight,
  tipLoad,
  endMomentCase,
  standingStrip,
  bendingLength,
  hangingChain,
  stretchAndShear,
  pictureFrame,
  cooksMembrane,
  drape,
  slope,
  stickSlip,
  terminalFall,
];

// Runs the tests of validation on all nets, and compares their figures with the references.

/** A figure. Deviations are parts of the reference; null: not measured on this net, or not yet. One of each for every net. */
interface ValidationRow {
  label: string;
  reference: Measured['reference'];
  values: (number | null)[];
  deviations: (number | null)[];
  /** As in `Measured`. */
  tips: (Place | null)[];
}

/** The results of a test. */
export interface CaseReport extends Pick<ValidationCase, 'id' | 'label' | 'quantity' | 'about'> {
  rows: ValidationRow[];
  /** The exact path of the tip of a strip; null: there is none. */
  path: Place[] | null;
  /** Largest deviation that passes, for each net. */
  tolerances: number[];
  /** The deviation that is largest beside what passes; null before the first figure. */
  worst: number | null;
  /** What passes there. */
  allowed: number;
  /** 'waiting': some figures are still missing. */
  verdict: 'waiting' | 'passes' | 'fails';
  /** Why it could not be measured on a net; null: it could. */
  error: string | null;
}

/** The results of all tests. */
export interface ValidationReport {
  nets: readonly Net[];
  cases: CaseReport[];
}

/** All tests, before the first figure. */
export function validationPlan(): ValidationReport {
  return { nets: NETS, cases: VALIDATION_CASES.map(emptyReport) };
}

/** Runs a test on its nets, one after the other. Its specimens are its own. @throws RangeError for an unknown test */
export function* validationStudy(id: string): Generator<Progress<CaseReport> | null, CaseReport, void> {
  const test = VALIDATION_CASES.find((one) => one.id === id);
  if (!test) {
    throw new RangeError(`there is no test "${id}"; there are ${VALIDATION_CASES.map((one) => one.id).join(', ')}`);
  }
  const report = emptyReport(test);
  const nets = netsOf(test);
  for (const [turn, net] of nets.entries()) {
    try {
      addFigures(report, yield* test.measure(net), NETS.indexOf(net));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      report.error = error.message;
    }
    const { error, worst, allowed } = report;
    // NaN does not pass.
    const passes = error === null && worst !== null && Math.abs(worst) <= allowed;
    if (turn === nets.length - 1) report.verdict = passes ? 'passes' : 'fails';
    yield { done: (turn + 1) / nets.length, partial: report };
  }
  return report;
}

/** The nets that a test is run on. */
export function netsOf({ hasNoTriangles }: ValidationCase): Net[] {
  return NETS.filter(({ mesh }) => mesh === 'net' || !hasNoTriangles);
}

function emptyReport(test: ValidationCase): CaseReport {
  const { id, label, quantity, about } = test;
  const tolerances = NETS.map((net) => test.tolerance(net));
  const path = test.path?.() ?? null;
  const none = { worst: null, allowed: 0, verdict: 'waiting', error: null } as const;
  return { id, label, quantity, about, rows: [], path, tolerances, ...none };
}

function addFigures(report: CaseReport, measured: Measured[], net: number): void {
  const allowed = report.tolerances[net];
  for (const one of measured) {
    const row = rowOf(report, one);
    const deviation = deviationOf(one);
    row.values[net] = one.value;
    row.deviations[net] = deviation;
    row.tips[net] = one.tip ?? null;
    if (report.worst === null || !(Math.abs(deviation / allowed) <= Math.abs(report.worst / report.allowed))) {
      report.worst = deviation;
      report.allowed = allowed;
    }
  }
}

/** The row of a figure; a new one if it is the first of its label. */
function rowOf({ rows }: CaseReport, { label, reference }: Measured): ValidationRow {
  const found = rows.find((row) => row.label === label);
  if (found) return found;
  const empty = () => NETS.map(() => null);
  const row = { label, reference, values: empty(), deviations: empty(), tips: empty() };
  rows.push(row);
  return row;
}
