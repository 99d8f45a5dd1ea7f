import type { Run } from '../../run/run';
import { COUNTS, type Correction, countStep, createStepReport } from '../../world/integrator';
import { type ComputePass, createReader, submitPass } from '../device-memory';
import type { GpuNet } from '../gpu-net';
import { createImpactSolver, type ImpactSolver } from './impact-solver';
import { encode, MAX_REPORTS, PREDICTED, REPORT, SOLVE_BYTES } from './solver/solver-source';
import { correctStep, createStepEnd, type StepEnd } from './step-end';
import { createStepKernels } from './step-kernels';

/** Iterations of the first step; those that a step is given beyond those of the steps before; and more, where a solve needs them. */
const FIRST = 8;
const SPARE = 1;
const MORE = 3;

/** What the device says about its steps. */
type DeviceLook = ReturnType<typeof lookAt>;

function lookAt(solve: ArrayBuffer, reports: ArrayBuffer) {
  const [isDone, isHalted, iterations, steps] = new Uint32Array(solve);
  const [bb, rr, memory] = new Float32Array(solve).subarray(4);
  return {
    /** Steps that stand. */
    steps,
    /** True if the next one needs the CPU. */
    isHalted: isHalted === 1,
    /** Of the present solve. */
    isDone: isDone === 1,
    iterations,
    residual: bb > 0 ? Math.sqrt(rr / bb) : 0,
    /** E − W above its lowest value so far, J. */
    memory,
    /** The numbers of `REPORT`, step by step; that of a halted step comes last. */
    reports: new Float32Array(reports).slice(0, REPORT.count * (steps + isHalted)),
  };
}

/**
 * Linearly implicit Euler with multigrid as preconditioner, as on the CPU (`integrators/implicit-euler.ts`). Several steps are submitted
 * without a look, each with as many iterations as those before it have needed; what is left of them when a solve has converged returns
 * at once. No number leaves the device within these steps. If one of them needs the CPU, because its solve takes more iterations or
 * because it makes energy, all that follow it return at once too, and are submitted again.
 */
export async function createImplicitMethod(net: GpuNet, run: Run) {
  const { device } = net;
  const kernels = await createStepKernels(net);
  const reader = createReader(device, SOLVE_BYTES + 4 * REPORT.count * MAX_REPORTS);
  const report = createStepReport();
  const counts = new Float64Array(COUNTS);
  /** Created when a step needs them first. */
  let end: StepEnd | null = null;
  let impacts: ImpactSolver | null = null;
  let budget = FIRST;
  /** Steps that are submitted without a look: fewer after one that needed the CPU. */
  let together = 1;
  let memory = 0;

  const submit = (work: (pass: ComputePass) => void) => submitPass(device, work);

  /** Begins anew. @param isDone true: only the end of a step is left to do */
  function restart(isDone = false): void {
    const words = new Uint32Array(SOLVE_BYTES / 4);
    words[0] = isDone ? 1 : 0;
    new Float32Array(words.buffer)[6] = memory;
    device.queue.writeBuffer(kernels.solve, 0, words);
  }

  async function look(): Promise<DeviceLook> {
    let found: DeviceLook | null = null;
    const sources = [
      { buffer: kernels.solve, size: SOLVE_BYTES },
      { buffer: kernels.reports, size: 4 * REPORT.count * MAX_REPORTS },
    ];
    await reader.read(sources, ([solve, reports]) => {
      found = lookAt(solve, reports);
    });
    return found as unknown as DeviceLook;
  }

  /** Goes on with a solve after some iterations, until it has converged or has made all that it may. */
  async function finishSolve(made: number, last: DeviceLook): Promise<DeviceLook> {
    const { cgIterations } = run.world.params;
    let now = last;
    for (let before = made; !now.isDone && before < cgIterations; before += MORE) {
      submit((pass) => kernels.encodeIterations(pass, before, MORE));
      now = await look();
    }
    return now;
  }

  /** A solve of the CPU's correction. */
  async function solveAgain(encodeAssembly: (pass: ComputePass) => void): Promise<void> {
    restart();
    submit((pass) => {
      encodeAssembly(pass);
      kernels.encodeSolve(pass, budget);
    });
    const { iterations } = await finishSolve(budget, await look());
    report.iterations += iterations;
  }

  /** Makes a halted step stand. */
  async function finishStep(slot: number, from: 0 | 1, halted: DeviceLook): Promise<void> {
    const solved = await finishSolve(budget, halted);
    let last = halted;
    if (solved !== halted) {
      restart(true);
      submit((pass) => kernels.encodeEnd(pass, slot, from));
      last = await look();
    }
    setReport(solved.isDone, solved.iterations, solved.residual);
    memory = last.memory;
    if (!last.isHalted) {
      countStep(report, counts, undefined);
      return;
    }
    const correction = await correct(slot, from, last);
    memory = Math.max(0, memory + (end?.rise ?? 0));
    countStep(report, counts, correction);
  }

  /** Corrects a step that makes energy, or in which particles hit something. */
  async function correct(slot: number, from: 0 | 1, { steps, reports }: DeviceLook): Promise<Correction | undefined> {
    const { newtonTolerance, newtonIterations } = run.world.params;
    const { contacts, vectors } = kernels;
    end ??= await createStepEnd(net, kernels, submit, solveAgain);
    end.begin(slot, from, memory);
    const o = REPORT.count * steps;
    const hits = reports[o + REPORT.impacts];
    let correction = hits !== 0 ? undefined : await correctStep(end, vectors.change, newtonTolerance);
    if (!contacts) return correction;
    impacts ??= await createImpactSolver(net, kernels, contacts, end, submit);
    if (hits !== 0 || (await impacts.find(slot, from, 1))) {
      correction = await impacts.solve(slot, from, hits === PREDICTED, newtonIterations, newtonTolerance);
    }
    restart(true);
    submit((pass) => {
      net.bind(pass, slot);
      encode(pass, contacts.end[from]);
    });
    return correction;
  }

  function setReport(converged: boolean, iterations: number, residual: number): void {
    report.converged = converged;
    report.iterations = iterations;
    report.residual = residual;
  }

  return {
    /** Submits steps by itself. @returns which state they end in, and the report of the last one */
    async advance(steps: number, from: 0 | 1) {
      const { cgTolerance, lineSearch } = run.world.params;
      kernels.set(cgTolerance, lineSearch === 1);
      let at = from;
      const other = () => (at === 0 ? 1 : 0);
      for (let left = steps; left > 0; ) {
        restart();
        const count = Math.min(left, together);
        // One submission each: the device computes a step while the next one is encoded.
        for (let k = 0; k < count; k++)
          submit((pass) => kernels.encodeStep(pass, steps - left + k, k % 2 === 0 ? at : other(), budget));
        const found = await look();
        if (found.steps === 0 && !found.isHalted) throw new Error('the device makes no steps.');
        memory = found.memory;
        let most = 0;
        for (let k = 0; k < found.steps; k++) {
          const o = REPORT.count * k;
          setReport(true, found.reports[o + REPORT.iterations], found.reports[o + REPORT.residual]);
          countStep(report, counts, undefined);
          most = Math.max(most, report.iterations);
        }
        if (found.steps % 2 === 1) at = other();
        left -= found.steps;
        if (found.isHalted) {
          await finishStep(steps - left, at, found);
          most = Math.max(most, report.iterations);
          at = other();
          left--;
        }
        budget = most + SPARE;
        together = found.isHalted ? 1 : Math.min(MAX_REPORTS, 2 * together);
      }
      return { at, report: { ...report } };
    },
    destroy() {
      reader.destroy();
      end?.destroy();
      impacts?.destroy();
      kernels.destroy();
    },
  };
}
