import type { Frame } from '../../../runtime/frame/frame';
import { element } from '../../controls/element';

/** A number box for a particle. */
export interface ParticleBox {
  readonly node: HTMLInputElement;
  /** The particle entered; −1 where the scene has no such particle. */
  in(frame: Frame): number;
  show(particle: number): void;
  /** The error message for a particle that does not exist. */
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
      `Particle “${node.value}” does not exist: particles are numbered from 0 to ${status.particleCount - 1}.`,
  };
}
