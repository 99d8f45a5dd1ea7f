import { messageOf } from './message-of';

/** What the address asks for: the plain loops, or the best that there are. */
export type KernelWish = 'auto' | 'js';

/** What a run's loops are to be, and why better ones could not be loaded, or null. */
export interface KernelChoice {
  readonly kernel: KernelWish;
  readonly unloaded: string | null;
}

/** Loads what makes the engine fast; a run that is created thereafter has it. Where it can't be had, the plain loops do. */
export async function loadKernels(kernel: KernelWish): Promise<KernelChoice> {
  try {
    const { accelerate } = await import('../../physics/acceleration');
    accelerate();
    return { kernel, unloaded: null };
  } catch (error) {
    return { kernel, unloaded: `it could not be loaded: ${messageOf(error)}` };
  }
}
