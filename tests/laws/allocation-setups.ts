import { INTEGRATORS } from '../../src/physics';
import type { KernelId } from '../../src/physics/kernels/kernel';
import { kernels, preconditioners } from '../../src/physics/registry';

/** Whose steps are watched for what they allocate. */
export interface Watched {
  kernel: KernelId;
  integrator: string;
  /** Absent: what the cloth with a membrane comes to by itself. */
  preconditioner?: string;
}

/** Each method on each kernel, and each preconditioner in each implicit method. */
export const WATCHED: readonly Watched[] = kernels.flatMap(({ id: kernel }) =>
  INTEGRATORS.flatMap(({ id: integrator, implicit }) => [
    { kernel, integrator },
    ...(implicit ? preconditioners.map(({ id: preconditioner }) => ({ kernel, integrator, preconditioner })) : []),
  ]),
);

export function nameOf({ kernel, integrator, preconditioner }: Watched): string {
  return `${integrator} on the kernel ${kernel}${preconditioner ? `, preconditioned by ${preconditioner}` : ''}`;
}
