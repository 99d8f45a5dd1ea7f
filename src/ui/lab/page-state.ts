import type { Frame } from '../../runtime/frame/frame';

/** What a pressed pointer does. */
export type Tool = 'grab' | 'pin' | 'cut' | 'select' | 'push';

/** What the page shows and how it reacts to the user; each part of the page reads it once a frame. */
export interface PageState {
  tool: Tool;
  /** True if keys act. */
  keys: boolean;
  /** True if dt is kept near its limit while the limit changes; false again once the user sets dt. */
  followsLimit: boolean;
  /** True if the panel is shown. */
  panel: boolean;
  /** True if the lesson about the scene is shown. */
  lesson: boolean;
  /** True if the help dialog is to open with the next frame. */
  help: boolean;
  /** Id of the open instrument, or null. */
  instrument: string | null;
  /** Opens the instrument that was open last, or closes the open one. */
  toggleInstrument(): void;
  /**
   * Texels to draw in place of the frame's own, while an instrument animates something in the view (a mode, say); null:
   * none. Called once a frame.
   */
  pose: ((frame: Frame) => Float32Array | null) | null;
}

export function createPageState(): PageState {
  let instrument: string | null = null;
  let lastInstrument = 'stability-region';
  const page: PageState = {
    tool: 'grab',
    keys: true,
    followsLimit: false,
    panel: true,
    lesson: false,
    help: false,
    get instrument() {
      return instrument;
    },
    set instrument(id) {
      instrument = id;
      lastInstrument = id ?? lastInstrument;
    },
    toggleInstrument() {
      page.instrument = instrument === null ? lastInstrument : null;
    },
    pose: null,
  };
  return page;
}
