import { t } from '../../language/translate';
import './parts/studies.css';
import type { BlowUp, Diagnosis } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { button, choice, controlRow, element, labelled } from '../controls/element';
import { formatCount } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { type BlowUpNumbers, blowUpKey } from '../lab/page-state';
import { resumeAfter } from '../messages/remedies';
import { setImplicitEuler } from '../messages/step-notices';
import { causeText, EXAMPLE_BLOW_UPS, factsOf, remedyText, resultSentence } from './diagnosis-text';
import { createAsker, type Instrument } from './parts/instrument';
import { commandText, createSlowReplay } from './parts/recording';

/** The replay of the onset starts this many steps before the growth begins. */
const STEPS_BEFORE = 8;
/** Playback speed of the onset, simulated seconds per second. */
const SLOW = 0.02;

/**
 * The diagnosis of a blow-up: where, when and why it began, the commands before it, and remedies, each tested on the recording.
 * It starts after the slow replay of the blow-up. Spring and particle are marked in the view.
 */
export function createDiagnosis(lab: Lab): Instrument {
  /** The first line of the pane: what is known. */
  let words = '';
  const findings = element('div');
  const example = choice(
    { title: 'An example of a blow-up; it replaces the current scene' },
    EXAMPLE_BLOW_UPS.map(({ label }, i) => [i, label]),
  );
  const node = element(
    'div.diagnosis',
    findings,
    controlRow(
      labelled('Example: ', example),
      button('Load and play', 'Load the example and play it until it blows up', () => ignoreShownError(blowUp())),
    ),
  );
  const slowReplay = createSlowReplay(lab);
  /** Key of the blow-up that is diagnosed; '' for none. */
  let diagnosed = '';
  const asker = createAsker(lab, (message) => {
    words = message;
  });
  let generation = lab.frame.structure.generation;

  async function blowUp(): Promise<void> {
    const { scene, commands } = EXAMPLE_BLOW_UPS[Number(example.value)];
    await lab.send({ type: 'scene', scene });
    for (const command of commands) await lab.send(command);
    lab.play();
  }

  function diagnose(blowUp: BlowUp, numbers: BlowUpNumbers): void {
    words = 'The run is computed again, and again without each possible cause.';
    void asker.ask('diagnosis', { proposedStep: numbers.proposedStep }, (diagnosis) => {
      if (!diagnosis || !node.isConnected) return;
      words = resultSentence(diagnosis, lab.catalog);
      show(diagnosis, blowUp, numbers);
    });
  }

  function show(diagnosis: Diagnosis, blowUp: BlowUp, numbers: BlowUpNumbers): void {
    const [, why] = causeText(diagnosis, lab.catalog);
    const rows = factsOf(diagnosis, blowUp, numbers, lab.frame.structure).flatMap(([name, value]) => [
      element('dt', name),
      element('dd', value),
    ]);
    const commands = diagnosis.before.map(({ stepCount, time, command }) =>
      element(
        'li',
        element('span.past', t`${time.toFixed(3)} s, step ${formatCount(stepCount)}`),
        commandText(command, lab.catalog),
      ),
    );
    findings.replaceChildren(
      element('p', why),
      element('dl', ...rows),
      element('h3', 'Remedies'),
      element('ul.plain', ...diagnosis.remedies.map(remedy)),
      element('h3', 'Commands before it'),
      commands.length > 0 ? element('ul.plain', ...commands) : element('p', 'None: the initial state is unstable.'),
      controlRow(
        button(
          'Replay the onset slowly',
          t`Go back to ${STEPS_BEFORE} steps before the growth began and play at ${SLOW} ×. Rewind goes to any other step`,
          () => ignoreShownError(slowReplay.play(diagnosis.step - STEPS_BEFORE, SLOW)),
        ),
      ),
    );
    highlight(diagnosis);
  }

  function remedy({ commands, holds }: Diagnosis['remedies'][number]): HTMLElement {
    const apply = async () => {
      for (const command of commands) {
        if (command.type === 'integrator' && command.id === 'implicit-euler') await setImplicitEuler(lab);
        else await lab.send(command);
      }
    };
    return element(
      'li',
      button(remedyText(commands, lab.catalog), 'Apply this and resume from the last good state', () =>
        ignoreShownError(resumeAfter(lab, apply)),
      ),
      holds ? '✓ tested: no blow-up' : '✗ tested: not sufficient on its own',
    );
  }

  function highlight(diagnosis: Diagnosis | null): void {
    lab.view.markSpring(diagnosis?.spring ?? -1);
    lab.view.markParticles(diagnosis ? [diagnosis.particle] : lab.selection.particles);
  }

  function clear(): void {
    diagnosed = '';
    findings.replaceChildren();
    highlight(null);
  }

  return {
    node,
    conclude: () => words,
    follow: ({ status }) => slowReplay.update(status),
    update({ status: { blowUp, replay, stepCount }, structure }: Frame) {
      if (structure.generation !== generation) clear();
      generation = structure.generation;
      const present = blowUp ? blowUpKey(blowUp) : '';
      if (present && replay?.playing) words = 'Blow-up detected: the diagnosis starts after the slow replay.';
      else if (blowUp && lab.page.blowUp && present !== diagnosed && !asker.busy) {
        diagnosed = present;
        findings.replaceChildren();
        diagnose(blowUp, lab.page.blowUp);
      } else if (!present && !diagnosed) {
        words = t`No blow-up in ${formatCount(stepCount)} steps: there is nothing to diagnose.`;
      }
    },
    dispose() {
      slowReplay.end();
      highlight(null);
    },
  };
}
