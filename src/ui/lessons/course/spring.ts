/** The spring of the course: the scene of the damped oscillator. Its mass is particle 1. */
import type { Status } from '../../../runtime/frame/frame';
import type { LessonCommand } from '../lesson';

/** k in N/m, m in kg, ω in rad/s, and the first extension in m. */
export const SPRING = { k: 20, m: 0.5, omega: Math.sqrt(20 / 0.5), x: 0.3 };

/** Loads it with a method and parameters, in double precision, at rest until the user starts it. */
export const springScene = (integrator: string, params: Record<string, number>): readonly LessonCommand[] => [
  { type: 'pause' },
  { type: 'scene', scene: 'damped-oscillator', integrator, params, precision: 'double' },
];

/** True for the scene with its own stiffness and mass, and no other forces. */
export const isSpring = ({ builtIn, scene, params, push }: Status): boolean =>
  builtIn &&
  scene === 'damped-oscillator' &&
  params.stiffness === SPRING.k &&
  params.mass === SPRING.m &&
  params.gravity === 0 &&
  params.decay === 0 &&
  push.every((force) => force === 0);
