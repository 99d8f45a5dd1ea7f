import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { createSelectionBar } from '../actions/selected';
import { button, element, elementById, setAttribute, setText } from '../controls/element';
import { icon } from '../controls/icons';
import { lazy } from '../controls/pending';
import { createAnnouncer } from '../description/announce';
import { createFirstVisit, remember, remembers } from '../first-visit/first-visit';
import { INSTRUMENTS } from '../instruments';
import { sceneOf } from '../lab/catalog-labels';
import type { LabInternals } from '../lab/create-lab';
import type { Lab } from '../lab/lab';
import { createLimitFollower } from '../lab/limit';
import { ignoreShownError } from '../lab/message-list';
import type { PageState } from '../lab/page-state';
import { createBanner } from '../messages/banner';
import { createReplayPanel } from '../messages/replay-panel';
import { createWarnings } from '../messages/warnings';
import { createPanel } from '../panel/panel';
import { listenToKeys, releaseFocusAfterPointer, type UnderPointer } from '../pointer/keyboard';
import { type Address, createAddress } from '../sharing/address';
import { shownControls } from '../sharing/embedding';
import { listenToDrops } from '../sharing/files';
import { createBar } from '../status-bar/status-bar';
import { createLegend, createViewBar } from '../status-bar/view-bar';
import { createHeaderButtons, createOpeners, createToolButtons } from './header-buttons';

/**
 * All controls and messages around the cloth. Call what it returns once a frame; that is cheap, because it changes the
 * document only where something differs.
 */
export function createPageControls(lab: LabInternals, pointer: UnderPointer): (frame: Frame) => void {
  const parts = [
    createWarnings(lab),
    createReplayPanel(lab),
    createLimitFollower(lab),
    createScenePicker(lab),
    createOpeners(lab),
    createToolButtons(lab.page),
    createHeaderButtons(lab),
    createViewBar(lab),
    createLegend(lab),
    createPanel(lab),
    createBar(lab),
    createBanner(lab.messages),
    createSound(lab),
    createAnnouncer(lab),
    createDialogOpener(lab),
    createSelectionBar(lab),
    createFirstVisit(lab),
  ];
  const update = (frame: Frame) => {
    for (const part of parts) part(frame);
  };
  if (shownControls() !== 'none') listenToKeys(lab, pointer);
  listenToDrops(lab);
  releaseFocusAfterPointer();
  update(lab.frame);
  return update;
}

/** The address, which holds the setup. */
export function openAddress(lab: LabInternals): Address {
  return createAddress(
    lab,
    INSTRUMENTS.map(({ id }) => id),
  );
}

/** The dialogs; the code of each is loaded when it is first opened. */
const DIALOGS: Record<NonNullable<PageState['dialog']>, (lab: Lab) => Promise<void>> = {
  help: async (lab) => (await import('./help')).openHelp(lab.page),
  scenes: async (lab) => (await import('../galleries/gallery')).openSceneGallery(lab),
  instruments: async (lab) => (await import('../galleries/gallery')).openInstrumentGallery(lab.page),
  description: async (lab) => (await import('../description/describe-view')).openDescription(lab),
};

/** Opens a dialog on request. */
function createDialogOpener(lab: Lab): () => void {
  return () => {
    const { dialog } = lab.page;
    if (!dialog) return;
    lab.page.dialog = null;
    ignoreShownError(DIALOGS[dialog](lab).catch(lab.messages.rethrow));
  };
}

/** The run as sound, once it is switched on; remembered for the next visit. */
function createSound(lab: Lab): (frame: Frame) => void {
  const { page } = lab;
  page.sound = remembers('sound');
  let before = page.sound;
  const open = async () => (await import('../description/sonification')).createSonification(lab);
  const sonification = lazy(open, (error) => {
    page.sound = false;
    lab.messages.show({ kind: 'error', text: messageOf(error) });
  });
  return (frame) => {
    if (before !== page.sound) remember('sound', page.sound);
    before = page.sound;
    sonification.now(page.sound)?.(frame);
  };
}

/** The button in the header that shows the scene's name and opens the gallery of scenes. */
function createScenePicker({ catalog, page }: Lab): (frame: Frame) => void {
  const name = element('span');
  const open = () => {
    page.dialog = 'scenes';
  };
  const opener = button([name, icon('list')], '', open, {
    id: 'scene',
    'aria-haspopup': 'dialog',
    // As in a list: the arrow opens it.
    keydown: (event) => (event as KeyboardEvent).key === 'ArrowDown' && open(),
  });
  elementById('top').append(opener);
  return ({ status }) => {
    const entry = sceneOf(catalog, status);
    const label = entry?.label ?? status.scene;
    if (name.textContent === t(label)) return;
    setText(name, label);
    setAttribute(opener, 'aria-label', t`Scene: ${label}`);
    setAttribute(opener, 'title', t`${entry?.summary ?? t('A loaded scene file.')} Click to choose another scene.`);
  };
}
