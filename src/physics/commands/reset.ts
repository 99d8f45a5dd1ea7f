import { setCuts } from '../model/cuts';
import { HANDS } from '../model/model';
import { loadIntoInstance, refreshInstance, resetIntegrator } from '../run/run';
import { closeSlits } from '../run/slits';
import { restartDetector, startRecording, timeOriginOf } from '../run/start-run';
import { always, defineCommand } from './command-definition';
import { endGrab } from './grab';

/** Restores the scene's state, time, pins and springs, and closes its slits. Parameters, methods and environment stay. */
export const reset = defineCommand({
  type: 'reset',
  fields: {},
  undo: 'state',
  changesStructure: always,
  prepare: (run) => () => {
    for (let hand = 0; hand < HANDS; hand++) endGrab(run, hand);
    if (run.slits) closeSlits(run);
    loadIntoInstance(run, run.initial);
    setCuts(run.model, []);
    run.control.push.fill(0);
    run.equilibrium = null;
    run.stepCount = 0;
    run.timeOrigin = timeOriginOf(run.state.time, run.settings.params.dt);
    run.blowUp = null;
    refreshInstance(run);
    resetIntegrator(run);
    startRecording(run);
    run.ledger?.clear();
  },
});

/** Continues after a blow-up from the last good state. */
export const resume = defineCommand({
  type: 'resume',
  fields: {},
  effect: 'jump',
  undo: 'never',
  prepare: (run) => () => {
    if (run.blowUp) run.recording.truncate(run.stepCount);
    run.blowUp = null;
    resetIntegrator(run);
    restartDetector(run);
  },
});
