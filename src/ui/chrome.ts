import type { Frame } from '../runtime/protocol';
import { createAdviceLoader } from './advice-loader';
import { createAnnouncer } from './announce';
import { createBanner } from './banner';
import { createBar } from './bar';
import { releaseFocusAfterPointer } from './focus-release';
import { createInstrumentLoader } from './instruments/instrument-loader';
import type { Lab } from './lab';
import { createLegend } from './legend';
import { createLessonButton } from './lessons/lesson-button';
import { createLimitFollower } from './limit-follower';
import { createPanel } from './panel';
import { createScenePicker } from './scene-picker';
import { createToolButtons } from './tool-buttons';

/**
 * Everything of the page that is seen around the cloth. `update` is to be called once a frame and is cheap: it touches
 * the document only where something else is to be read.
 */
export function createChrome(lab: Lab): { update(frame: Frame): void } {
  const parts = [
    createAdviceLoader(lab),
    createLimitFollower(lab),
    createScenePicker(lab),
    createLessonButton(lab),
    createToolButtons(lab),
    createLegend(lab),
    createPanel(lab),
    createInstrumentLoader(lab),
    createBar(lab),
    createBanner(lab),
    createAnnouncer(lab),
  ];
  const update = (frame: Frame) => {
    for (const part of parts) part.update(frame);
  };
  releaseFocusAfterPointer();
  update(lab.frame);
  return { update };
}
