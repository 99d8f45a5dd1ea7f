import type { Rule } from './architecture-rules';
import type { Sources } from './layers';

/**
 * Words that the project does not use, and the term to use instead. A word also counts as a part of a name: `deed` is found in
 * `performDeeds`. Words that are right in another sense stand with their neighbours, as a phrase.
 */
export const GLOSSARY: Record<string, string> = {
  accelerate: 'import the kernels',
  annex: 'persistent arena',
  'at hand': 'available',
  'at work': 'active, or running',
  attempt: 'try, or ignore a shown error',
  'be had': 'is not supported, or does not exist',
  'begin anew': 'restart',
  'bring parts': 'import',
  burst: 'blow-up',
  bursts: 'blow-ups, or blows up',
  company: 'companion views',
  deed: 'command, or history entry',
  deeds: 'commands, or history',
  dye: 'color map',
  dyed: 'colored',
  excuse: 'fallback reason',
  furnish: 'set the environment',
  glimpse: 'state-change detector',
  'give to': 'add to',
  'hold hard': 'rigid grab',
  house: 'project, or folders',
  lazily: 'lazy value',
  leaps: 'the effect of a command',
  'go on': 'resume, or continue',
  'let it run': 'continue without stopping',
  mover: 'prescribed motion',
  movers: 'prescribed motion',
  nobody: 'none, or the exact condition',
  'name motions': 'classify mechanisms',
  'null motions': 'null space',
  outbreak: 'instability onset',
  outfit: 'static imports',
  'that nothing resists': 'zero stiffness',
  'of the hand': 'of the grab',
  parcel: 'frame message',
  'profile matrix': 'skyline matrix',
  'push everything': 'push all particles',
  refusal: 'validation error, or unsupported reason',
  'who runs beside': 'compare with',
  scenery: 'environment',
  'see it come': 'replay the onset slowly',
  studio: 'background',
  surroundings: 'environment',
  'take scaled': 'set scaled',
  'top follower': 'eigenvalue tracker',
  trailed: 'trail limit',
  veil: 'ghost cloth',
  'watched solve': 'traced solve',
  'watch solve': 'trace solve',
  wishes: 'requested',
};

const PATTERN = new RegExp(`\\b(?:${Object.keys(GLOSSARY).join('|')})\\b`, 'g');

/** `performDeeds`, `PERFORM_DEEDS` and `perform-deeds` become `perform deeds`. */
function wordsOf(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-/.]+/g, ' ')
    .toLowerCase();
}

/** Sources, their paths included, use the agreed terms. */
export const termsAreAgreed: Rule = (sources: Sources) =>
  Object.entries(sources).flatMap(([path, text]) =>
    [`${path}`, ...text.split('\n')].flatMap((line, at) =>
      Array.from(wordsOf(line).matchAll(PATTERN), ([word]) => `${path}:${at} says “${word}”: ${GLOSSARY[word]}`),
    ),
  );
