import type { Frame } from '../../runtime/frame/frame';

/** A part of a lesson as it stands on the page. */
export interface Widget {
  node: HTMLElement;
  /** Called a few times a second. */
  update?(frame: Frame): void;
  /** Called with every picture. */
  follow?(frame: Frame): void;
  /** Called when the lesson is closed, or gives way to another. */
  dispose?(): void;
}
