/** The view in words, for those who do not see it: sentences about what a frame shows, in the page's language. */
import { t } from '../../language/translate';
import { isRoomFloor } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import { openDialog } from '../controls/dialog';
import { button, element } from '../controls/element';
import {
  formatCount,
  formatMilliseconds,
  formatNumber,
  formatPercent,
  formatQuantity,
} from '../controls/number-format';
import { methodLabel, paramApplies, sceneLabel } from '../lab/catalog-labels';
import { extentOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { limitSentence } from '../lab/limit';
import { type Course, forcesOf, lengthText, motionOf, obstaclesOf, paramText, placeName, placesOf } from './view-facts';

/** What the page knows beside the frame. */
interface PageFacts {
  paused: boolean;
  /** True if nothing has moved for a while. */
  rests: boolean;
  /** True if dt follows its limit. */
  followsLimit: boolean;
  /** What the messages and the open instruments say. */
  messages: readonly string[];
  instruments: readonly string[];
}

/** The whole view. */
export function describeView(frame: Frame, catalog: Catalog, page: PageFacts) {
  return [
    { heading: 'Scene', sentences: describeScene(frame, catalog) },
    { heading: 'Motion', sentences: describeMotion(frame, page) },
    { heading: 'Method', sentences: describeMethod(frame, catalog, page) },
    { heading: 'Result', sentences: describeResult(frame, page) },
  ];
}

/** What hangs where. */
export function describeScene(frame: Frame, catalog: Catalog): string[] {
  const { structure, status } = frame;
  const { grid, particleCount } = structure;
  const springs = formatCount(status.springCount);
  const card = catalog.materials.find(({ id }) => id === status.material?.id);
  const numbers = ['mass', 'stiffness'].filter((key) => paramApplies(key, frame, catalog));
  const material = card ? [t(card.label)] : numbers.map((key) => paramText(key, status.params, catalog));
  const obstacles = obstaclesOf(frame, catalog);
  const forces = forcesOf(frame, catalog);
  return [
    t`Scene: ${sceneLabel(catalog, status)}.`,
    grid
      ? t`${grid.rows} rows × ${grid.columns} columns of particles, ${springs} springs.`
      : t`Particles: ${formatCount(particleCount)}, springs: ${springs}.`,
    ...(material.length > 0 ? [t`Material: ${material.join(', ')}.`] : []),
    status.pinned.length > 0 ? t`Pinned: ${placesOf(structure, status.pinned)}.` : t('Nothing is pinned.'),
    ...(obstacles.length > 0 ? [t`Obstacles: ${obstacles.join('; ')}.`] : []),
    ...(forces.length > 0 ? [t`Forces: ${forces.join(', ')}.`] : []),
  ];
}

const COURSES: Readonly<Record<Exclude<Course, 'none' | 'still'>, string>> = {
  falls: t('falls'),
  rises: t('rises'),
  swings: t('swings'),
  drifts: t('moves sideways'),
  mixed: t('its parts move in different directions'),
};

/** What it does now. */
function describeMotion(frame: Frame, { paused, rests }: PageFacts): string[] {
  const { structure, status, positions } = frame;
  const { stepCount, time, grabs, environment, strain } = status;
  const { min, max } = extentOf(positions);
  const [wide, high, deep] = max.map((value, axis) => lengthText(value - min[axis]));
  const onFloor = environment.planes.some(isRoomFloor);
  const held = grabs.map(({ particle }) => placeName(structure, particle));
  return [
    `${t(paused ? 'Paused.' : 'Playing.')} ${t`${time.toFixed(3)} s, step ${formatCount(stepCount)}`}`,
    ...motionSentences(frame, rests),
    ...(held.length > 0 ? [t`Held: ${held.join(', ')}.`] : []),
    t`Size: ${wide} wide, ${high} high, ${deep} deep.`,
    ...(onFloor ? [t`Lowest point: ${lengthText(min[1])} above the floor.`] : []),
    ...(status.springCount > 0 ? [t`Largest strain of a spring: ${formatPercent(strain)}.`] : []),
  ];
}

function motionSentences(frame: Frame, rests: boolean): string[] {
  const { structure, status } = frame;
  const { course, speed, fastest, fastestSpeed } = motionOf(frame);
  // The picture of a stopped run is that of its last good state.
  if (status.blowUp) return [];
  if (course === 'none') return [t('Nothing has moved yet.')];
  const stays = rests || (status.equilibrium?.ok === true && status.energy.kinetic === 0);
  if (course === 'still') return [t(stays ? 'At rest.' : 'Hardly moves at this moment.')];
  const [mean, most] = [speed, fastestSpeed].map((value) => `${formatNumber(value, 2)} m/s`);
  return [t`Motion: ${COURSES[course]}; ${mean} on average, at most ${most} at ${placeName(structure, fastest)}.`];
}

/** The method, and how far dt is from its limit. */
function describeMethod({ status, companions }: Frame, catalog: Catalog, { followsLimit }: PageFacts): string[] {
  const beside = companions.map(({ label, dt }) => `${t(label)}, ${formatMilliseconds(dt)}`);
  return [
    t`Method: ${methodLabel(catalog, status.integrator)}.`,
    t(limitSentence(catalog, status)),
    ...(followsLimit ? [`${t('dt follows the limit')}.`] : []),
    ...(beside.length > 0 ? [t`Beside it: ${beside.join('; ')}.`] : []),
  ];
}

/** Energy, and what messages and instruments say: a blow-up with its cause, an equilibrium, a measured order. */
function describeResult({ status }: Frame, { messages, instruments }: PageFacts): string[] {
  const { kinetic, elastic, gravity } = status.energy;
  const parts = [
    [t('kinetic energy'), kinetic],
    [t('elastic energy'), elastic],
    [t('gravitational energy'), gravity],
  ] as const;
  const energy = parts.map(([name, value]) => `${name} ${t(formatQuantity(value, 'J'))}`);
  return [...messages.map((text) => t(text)), t`Energy: ${energy.join(', ')}.`, ...instruments];
}

// The dialog that describes the view in words.

/** Opens the description of this moment. It stays as it is while it is read; a button writes it again. */
export function openDescription(lab: Lab): void {
  if (document.querySelector('dialog[open]')) return;
  const text = element('div', { id: 'description-text', role: 'status' });

  function write(): void {
    const { frame, catalog, page } = lab;
    const parts = describeView(frame, catalog, {
      paused: !lab.playing,
      rests: page.rests,
      followsLimit: page.followsLimit,
      messages: lab.messages.list.flatMap(({ text, reason = '', note = '' }) => [text, reason, note].filter(Boolean)),
      instruments: shownConclusions(),
    });
    text.replaceChildren(
      ...parts.flatMap(({ heading, sentences }) => [
        element('h3', heading),
        element('ul', ...sentences.map((sentence) => element('li', sentence))),
      ]),
    );
  }

  write();
  const update = button('Update', 'Describe what the view shows now (A)', write);
  // Screen readers read it when the dialog opens.
  const attributes = { id: 'description', 'aria-describedby': 'description-text' };
  openDialog(attributes, 'The view in words', text, element('div.buttons', update));
}

/** What the open instruments have found, each with its name. */
function shownConclusions(): string[] {
  return [...document.querySelectorAll('#instruments .pane')].flatMap((pane) => {
    const name = pane.querySelector<HTMLSelectElement>('.head select')?.selectedOptions[0]?.label;
    const found = pane.querySelector('.conclusion:not([hidden]) [role=status]')?.textContent;
    return name && found ? [`${name}: ${found}`] : [];
  });
}
