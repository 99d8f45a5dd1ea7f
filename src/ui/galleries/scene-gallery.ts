/** The gallery of all scenes, with a picture of each, in the groups of the catalog. */

import { t } from '../../language/translate';
import { chooseScene } from '../lab/continue-run';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { openGallery } from './gallery';
import { SCENE_THUMBNAILS } from './pictures';

/** Scenes that a number key loads; see KEYS. */
const WITH_KEY = 9;

export function openSceneGallery(lab: Lab): void {
  const { catalog, frame } = lab;
  const cards = catalog.scenes.map(({ id, label, group, summary }, i) => ({
    group,
    id,
    title: label,
    text: firstSentence(t(summary)),
    help: summary,
    picture: SCENE_THUMBNAILS[id],
    key: i < WITH_KEY ? String(i + 1) : undefined,
  }));
  const { scene, builtIn } = frame.status;
  openGallery({
    id: 'scenes',
    title: 'Scenes',
    note: 'Choose a scene to load. Your parameters are replaced by those of the scene.',
    groups: [...new Set(cards.map(({ group }) => group))].map((label) => ({
      label,
      cards: cards.filter(({ group }) => group === label),
    })),
    current: builtIn ? scene : null,
    choose: (id) => ignoreShownError(chooseScene(lab, id)),
  });
}

/** A sentence ends at a full stop, colon or question mark before a space. */
function firstSentence(text: string): string {
  return text.match(/^.*?([.:?](?=\s|$)|[。：？])/)?.[0].replace(/:$/, '.') ?? text;
}
