import type { Frame } from '../../../runtime/frame/frame';
import { element } from '../../controls/element';

/** A box for the number of a particle. */
export interface ParticleBox {
  readonly node: HTMLInputElement;
  /** The particle that is in it; −1 for one that isn't there. */
  in(frame: Frame): number;
  show(particle: number): void;
  /** What is wrong with what was typed. */
  complaint(frame: Frame): string;
}

export function createParticleBox(first: number, title: string, change: () => void): ParticleBox {
  const node = element('input', { type: 'number', min: 0, step: 1, value: first, title, change });
  return {
    node,
    in({ status }) {
      const i = node.valueAsNumber;
      return Number.isInteger(i) && i >= 0 && i < status.particleCount ? i : -1;
    },
    show(particle) {
      node.value = String(particle);
    },
    complaint: ({ status }) =>
      `There is no particle “${node.value}”; they count from 0 to ${status.particleCount - 1}.`,
  };
}
