import './diagnosis.css';
import type { Diagnosis } from '../../../physics';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { button, element, setText } from '../../controls/element';
import { formatCount } from '../../controls/number-format';
import type { Lab } from '../../lab/lab';
import { ignoreShownError } from '../../lab/message-list';
import type { Instrument } from '../instrument';
import { commandText } from '../parts/command-text';
import { causeInWords, factsOf } from './diagnosis-text';
import { DIAGNOSIS_PHASES } from './example-blow-ups';

/** Steps ahead of the bad one to which one goes back to see it come. */
const AHEAD = 8;
/** Simulated seconds per second at which it is seen. */
const SLOW = 0.02;

/**
 * Looks into a blow-up once its slow motion is over: where, when and why it began, what had been done shortly before, and
 * what would have helped, each tried on the record itself. The place is marked in the picture.
 */
export function createDiagnosis(lab: Lab): Instrument {
  const status = element('p', { role: 'status' });
  const findings = element('div');
  const stage = element(
    'select',
    { title: 'Which blow-up to stage; it takes the place of the present scene' },
    ...DIAGNOSIS_PHASES.map(({ label }, i) => element('option', { value: i }, label)),
  );
  const node = element(
    'div',
    { class: 'detective' },
    status,
    findings,
    element(
      'div',
      { class: 'controls' },
      element('label', {}, 'Stage a blow-up: ', stage),
      button('Blow it up', 'Set the scene so that it bursts, and play', () => ignoreShownError(blowUp())),
    ),
  );
  /** Of which blow-up the verdict is, or is being sought. */
  let looked = '';
  let closed = false;
  let generation = lab.frame.structure.generation;

  async function blowUp(): Promise<void> {
    const { scene, deeds } = DIAGNOSIS_PHASES[Number(stage.value)];
    await lab.send({ type: 'scene', scene });
    for (const deed of deeds) await lab.send(deed);
    lab.play();
  }

  async function look(): Promise<void> {
    setText(status, 'Running it again, and once more without each suspect…');
    try {
      const verdict = await lab.ask('diagnosis', {});
      if (closed || !verdict) return;
      setText(status, '');
      show(verdict);
    } catch (error) {
      setText(status, messageOf(error));
    }
  }

  function show(verdict: Diagnosis): void {
    const [what, why] = causeInWords(verdict, lab.catalog);
    const rows = factsOf(verdict, lab.frame.structure).flatMap(([name, value]) => [
      element('dt', {}, name),
      element('dd', {}, value),
    ]);
    const deeds = verdict.before.map(({ stepCount, time, command }) =>
      element(
        'li',
        {},
        element('span', { class: 'past' }, `${time.toFixed(3)} s, step ${formatCount(stepCount)}`),
        commandText(command, lab.catalog),
      ),
    );
    findings.replaceChildren(
      element('h3', {}, what),
      element('p', {}, why),
      element('dl', {}, ...rows),
      element('h3', {}, 'What helps'),
      element('ul', {}, ...verdict.remedies.map(remedy)),
      element('h3', {}, 'What had been done'),
      deeds.length > 0 ? element('ul', {}, ...deeds) : element('p', {}, 'Nothing: it was so from the start.'),
      element(
        'div',
        { class: 'controls' },
        button('See it come', `To ${AHEAD} steps ahead of the bad one, slowly: Rewind goes to any other`, () =>
          ignoreShownError(seeItCome(verdict)),
        ),
      ),
    );
    mark(verdict);
  }

  function remedy({ commands, holds }: Diagnosis['remedies'][number]): HTMLElement {
    const label = commands.map((command) => commandText(command as never, lab.catalog)).join('; ');
    const act = async () => {
      for (const command of commands) await lab.send(command);
      await lab.send({ type: 'resume' });
      lab.play();
    };
    return element(
      'li',
      {},
      button(label, 'Do this, and go on from the last good state', () => ignoreShownError(act())),
      holds ? '✓ tried: it would have held' : '✗ tried: not enough by itself',
    );
  }

  async function seeItCome({ step }: Diagnosis): Promise<void> {
    const { first } = lab.frame.status.timeline;
    await lab.send({ type: 'rewind', step: Math.max(first.step, step - AHEAD) });
    await lab.set('speed', SLOW);
    lab.play();
  }

  function mark(verdict: Diagnosis | null): void {
    lab.view.markSpring(verdict?.spring ?? -1);
    lab.view.markParticles(verdict ? [verdict.particle] : lab.selection.particles);
  }

  function forget(): void {
    looked = '';
    findings.replaceChildren();
    mark(null);
  }

  return {
    node,
    update({ status: { blowUp, replay, stepCount }, structure }: Frame) {
      if (structure.generation !== generation) forget();
      generation = structure.generation;
      const present = blowUp ? Object.values(blowUp).join() : '';
      if (present && replay) setText(status, 'It has just blown up; first see how.');
      else if (present && present !== looked) {
        looked = present;
        findings.replaceChildren();
        void look();
      } else if (!present && !looked) {
        setText(status, `Nothing has blown up in ${formatCount(stepCount)} steps.`);
      }
    },
    dispose() {
      closed = true;
      mark(null);
    },
  };
}
