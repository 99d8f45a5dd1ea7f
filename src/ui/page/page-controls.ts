import type { Frame } from '../../runtime/frame/frame';
import { createShowLoader } from '../blow-up-show/show-loader';
import { lazyValue } from '../controls/lazy-value';
import { createFirstVisitLoader } from '../first-visit/first-visit-loader';
import { createInstrumentLoader } from '../instruments/dock/instrument-loader';
import type { Lab } from '../lab/lab';
import { createLimitFollower } from '../lab/limit-follower';
import { ignoreShownError } from '../lab/message-list';
import type { PageState } from '../lab/page-state';
import { createLessonButton } from '../lessons/lesson-button';
import { createAnnouncer } from '../messages/announce';
import { createBanner } from '../messages/banner';
import { createWarningsLoader } from '../messages/warnings-loader';
import { createPanel } from '../panel/panel';
import { releaseFocusAfterPointer } from '../pointer/keyboard';
import { createLegend } from '../status-bar/legend';
import { createBar } from '../status-bar/status-bar';
import { createViewBar } from '../status-bar/view-bar';
import { createHeaderButtons } from './header-buttons';
import { createScenePicker } from './scene-picker';
import { createToolButtons } from './tool-buttons';

/**
 * All controls and messages around the cloth. Call `update` once a frame; it is cheap, because it changes the document only where
 * something differs.
 */
export function createPageControls(lab: Lab): { update(frame: Frame): void } {
  const parts = [
    createWarningsLoader(lab),
    createShowLoader(lab),
    createLimitFollower(lab),
    createScenePicker(lab),
    createLessonButton(lab),
    createToolButtons(lab.page),
    createHeaderButtons(lab),
    createViewBar(lab),
    createLegend(lab),
    createPanel(lab),
    createInstrumentLoader(lab),
    createBar(lab),
    createBanner(lab.messages),
    createAnnouncer(lab),
    createDialogOpener(lab),
    createSelectionToolbar(lab),
    createFirstVisitLoader(lab),
  ];
  const update = (frame: Frame) => {
    for (const part of parts) part.update(frame);
  };
  releaseFocusAfterPointer();
  update(lab.frame);
  return { update };
}

/** The toolbar beside the selection; its code is loaded with the first selection. */
function createSelectionToolbar(lab: Lab): { update(frame: Frame): void } {
  const toolbar = lazyValue(async () => (await import('../pointer/selection-bar')).createSelectionBar(lab));
  let used = false;
  return {
    update(frame) {
      used ||= lab.selection.particles.length > 0;
      if (used) toolbar()?.update(frame);
    },
  };
}

/** The dialogs; the code of each is loaded on first use. */
const DIALOGS: Record<NonNullable<PageState['dialog']>, (lab: Lab) => Promise<void>> = {
  help: async (lab) => (await import('./help')).openHelp(lab.page),
  scenes: async (lab) => (await import('../galleries/scene-gallery')).openSceneGallery(lab),
  instruments: async (lab) => (await import('../galleries/instrument-gallery')).openInstrumentGallery(lab.page),
};

/** Opens a dialog on request. */
function createDialogOpener(lab: Lab): { update(): void } {
  return {
    update() {
      const { dialog } = lab.page;
      if (!dialog) return;
      lab.page.dialog = null;
      ignoreShownError(DIALOGS[dialog](lab).catch(lab.messages.rethrow));
    },
  };
}
