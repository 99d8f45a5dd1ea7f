import type { LabInternals } from '../lab/create-lab';

/** Plays from the start, unless the system asks for little motion: then nothing moves before it is told to. */
export function watchMotion(lab: LabInternals): void {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  lab.playBlowUps(!reduced.matches);
  reduced.addEventListener('change', () => lab.playBlowUps(!reduced.matches));
  if (!reduced.matches) lab.play();
}
