/** What was read of a mesh, in words: the same for the page and the command line. */
import type { MeshReport } from '../../physics/scenes/file/mesh-report';

/** Parts in the order in which they are named. */
const PARTS = ['face', 'line', 'vertex'] as const;
const PLURALS = { face: 'faces', line: 'lines', vertex: 'vertices' };

const inWords = (value: number) => value.toLocaleString('en-US');

/** Sentences about what is left out; none if everything was read. */
export function omissionsInWords({ counts, omitted, statements }: MeshReport): string[] {
  const sentences: string[] = [];
  const parts = PARTS.filter((part) => omitted[part] > 0);
  const named = parts.map((part) => {
    const noun = counts[part] === 1 ? part : PLURALS[part];
    return `${inWords(omitted[part])} of ${inWords(counts[part])} ${noun}`;
  });
  const isOne = parts.length === 1 && omitted[parts[0]] === 1;
  if (named.length > 0) sentences.push(`${inList(named)} ${isOne ? 'is' : 'are'} left out.`);
  const total = statements.reduce((sum, [, count]) => sum + count, 0);
  if (total > 0) {
    const words = statements.map(([word, count]) => (count > 1 ? `${word} (${inWords(count)} times)` : word));
    const what = total === 1 ? 'statement that Hooke does not read is' : 'statements that Hooke does not read are';
    sentences.push(`${inWords(total)} ${what} left out: ${words.join(', ')}.`);
  }
  return sentences;
}

/** Each part that is left out, as a sentence: at most so many, from the top of the file. */
export function listOfOmissions({ omissions }: MeshReport, most: number): string[] {
  return omissions.slice(0, most).map(({ line, reason }) => `Line ${line}: ${reason}.`);
}

const inList = (all: string[]) => [all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ');
