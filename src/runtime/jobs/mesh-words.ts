/** What was read of a mesh, in words: the same for the page and the command line. */
import { grouped } from '../../physics/model/validate';
import type { MeshReport } from '../../physics/scenes/mesh/mesh-report';

export { DENSITY, UNITS } from '../../physics/scenes/mesh/mesh-report';

/** Parts in the order in which they are named. */
const PARTS = ['face', 'line', 'vertex'] as const;
/** Pieces that a sentence names. */
const MAX_NAMED = 3;
const PLURALS = { face: 'faces', line: 'lines', vertex: 'vertices' };

/** Names of units, in the order in which they are offered. */
export const UNIT_NAMES = { m: 'metres', cm: 'centimetres', mm: 'millimetres', in: 'inches' };

/** Sentences about a mesh: its size and mass, doubled vertices, and pieces without a pin. */
export function meshInWords(report: MeshReport): string[] {
  const { options, size, mass, doubled, welded, tJunctions, pieces, loose, looseCount } = report;
  const unit = UNIT_NAMES[options.unit];
  const sentences = [
    mass > 0
      ? `${sizeInWords(size)}, ${threeDigits(mass)} kg, read in ${unit}.`
      : `${sizeInWords(size)}, read in ${unit}.`,
  ];
  const { weld } = options;
  if (weld !== null && weld > 0) {
    const within = threeDigits(1000 * weld);
    sentences.push(
      welded === 1
        ? `1 vertex is welded to one within ${within} mm.`
        : `${grouped(welded)} vertices are welded to one within ${within} mm.`,
    );
  } else if (doubled > 0) {
    const where = doubled === 1 ? '1 vertex is at the place of another one' : doubledInWords(doubled);
    sentences.push(weld === 0 ? `${where}, and welded to it.` : `${where}, and not welded to it.`);
  }
  if (tJunctions > 0) {
    const count = tJunctions === 1 ? '1 T-junction' : `${grouped(tJunctions)} T-junctions`;
    sentences.push(`${count}: a vertex is on an edge of a face that it is no corner of. The cloth opens there.`);
  }
  if (looseCount > 0) {
    const names = loose.slice(0, MAX_NAMED).map(pieceInWords);
    if (looseCount > names.length) names.push('…');
    sentences.push(
      looseCount === 1
        ? `1 of ${grouped(pieces)} pieces has no pin: ${names[0]}.`
        : `${grouped(looseCount)} of ${grouped(pieces)} pieces have no pin: ${names.join('; ')}.`,
    );
  }
  return sentences;
}

/** As in `piece 2, “Sleeve”, 64 particles`. */
export function pieceInWords({ number, name, particles }: MeshReport['loose'][number]): string {
  const count = particles === 1 ? '1 particle' : `${grouped(particles)} particles`;
  return `piece ${grouped(number)}${name && `, “${name}”`}, ${count}`;
}

const doubledInWords = (count: number) => `${grouped(count)} vertices are at the place of another one`;

/** A size along the axes: `0.62 × 0.85 × 0.21 m`. */
export const sizeInWords = (size: readonly number[]) => `${size.map(threeDigits).join(' × ')} m`;
const threeDigits = (value: number) => String(Number(value.toPrecision(3)));

/** Sentences about what is left out; none if everything was read. */
export function omissionsInWords({ counts, omitted, statements }: MeshReport): string[] {
  const sentences: string[] = [];
  const parts = PARTS.filter((part) => omitted[part] > 0);
  const named = parts.map((part) => {
    const noun = counts[part] === 1 ? part : PLURALS[part];
    return `${grouped(omitted[part])} of ${grouped(counts[part])} ${noun}`;
  });
  const isOne = parts.length === 1 && omitted[parts[0]] === 1;
  if (named.length > 0) sentences.push(`${inList(named)} ${isOne ? 'is' : 'are'} left out.`);
  const total = statements.reduce((sum, [, count]) => sum + count, 0);
  if (total > 0) {
    const words = statements.map(([word, count]) => (count > 1 ? `${word} (${grouped(count)} times)` : word));
    const what = total === 1 ? 'statement that Hooke does not read is' : 'statements that Hooke does not read are';
    sentences.push(`${grouped(total)} ${what} left out: ${words.join(', ')}.`);
  }
  return sentences;
}

/** Each part that is left out, as a sentence: at most so many, from the top of the file. */
export function listOfOmissions({ omissions, places }: MeshReport, most: number): string[] {
  const shown = omissions.slice(0, most);
  return shown.map(({ line, reason }) => (places === 'line' ? `Line ${line}: ${reason}.` : `Face ${line}: ${reason}.`));
}

const inList = (all: string[]) => [all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ');

/** What is said of a scene of another program. */
export const CLOTHSIM =
  'Read as a scene of Berkeley’s cloth simulator, with its step of 1/2700 s, its damping and its strain limit of 10 %. Friction is Coulomb’s here.';
