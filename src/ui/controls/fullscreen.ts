/** The whole page in full screen, where the browser has that. */

/** False on an iPhone, for example. */
export function canFillScreen(): boolean {
  return document.fullscreenEnabled === true;
}

export function fillsScreen(): boolean {
  return document.fullscreenElement != null;
}

/** Fills the screen, or leaves it. A browser that refuses changes nothing. */
export async function toggleFullscreen(): Promise<void> {
  if (!canFillScreen()) return;
  await (fillsScreen() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
}
