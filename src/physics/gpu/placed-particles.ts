import { beginStep, createMovingPins, moveToStage } from '../constraints/prescribed-motion';
import type { State } from '../model/model';
import { aimAtTarget } from '../run/grab';
import type { Run } from '../run/run';
import { bindGroup, bindings, type ComputePass, layoutOf, pipelineOf, USAGE } from './device-memory';
import { type GpuNet, timeAt } from './gpu-net';

/**
 * Particles that the GPU does not move by itself: pins with a prescribed motion, and those in a rigid grab. Their places and velocities
 * are computed on the CPU, in the same way as there, and written before the stages and at the end of each step.
 */
export type PlacedParticles = NonNullable<Awaited<ReturnType<typeof createPlacedParticles>>>;

/** Bytes of one particle, and the alignment of dynamic offsets. */
const PLACE_BYTES = 32;
const ALIGNMENT = 256;
const THREADS = 64;

const SOURCE = /* wgsl */ `
struct Place {
  x: vec3f,       // m
  particle: u32,
  v: vec3f,       // m/s
};
${bindings(0, 0, 'read places', 'write positions velocities')}

@compute @workgroup_size(${THREADS})
fn place(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&places)) { return; }
  let to = places[id.x];
  positions[to.particle] = vec4f(to.x, 0.0);
  velocities[to.particle] = vec4f(to.v, 0.0);
}
`;

/**
 * For the state of the run, which is on the device too; null if it has no such particles.
 * @param times of the stages before which pins are at their exact place, in steps; empty: pins cross a step in a straight line
 */
export async function createPlacedParticles({ device, state }: GpuNet, run: Run, times: readonly number[]) {
  const { world, model } = run;
  const { params, environment } = run.settings;
  const pins = createMovingPins(environment.motion);
  const hands = run.control.hands.map((hand, k) => ({ hand, average: run.grab.memory.subarray(3 * k, 3 * k + 3) }));
  const rigid = hands.filter(({ hand }) => hand.held >= 0 && params.hardHold === 1);
  const held = rigid.map(({ hand }) => hand.held);
  const moved = [...pins.particles].filter((particle) => model.pinned[particle] === 1 && !held.includes(particle));
  const particles = [...moved, ...held];
  if (particles.length === 0) return null;
  const stages = moved.length > 0 && times.length > 0 ? times : [0];
  const hasExactStages = stages === times;
  /** Where these particles are now, and at a stage; those of others are not read. */
  const copy = (): State => ({
    ...run.state,
    positions: run.state.positions.slice(),
    velocities: run.state.velocities.slice(),
  });
  const now = copy();
  const stage = copy();
  const size = PLACE_BYTES * particles.length;
  const stride = Math.ceil(size / ALIGNMENT) * ALIGNMENT;
  const perStep = stages.length + 1;
  let buffer: GPUBuffer | null = null;
  let groups: GPUBindGroup[] = [];
  const layout = layoutOf(device, [{ type: 'read-only-storage', hasDynamicOffset: true }, 'storage', 'storage']);
  const kernel = await pipelineOf(device, [layout], SOURCE, 'place');

  function reserve(bytes: number): GPUBuffer {
    if (buffer && buffer.size >= bytes) return buffer;
    buffer?.destroy();
    const places = device.createBuffer({ size: bytes, usage: USAGE.storage | USAGE.copyTarget });
    groups = state.map(({ positions, velocities }) =>
      bindGroup(device, layout, [{ buffer: places, size }, positions, velocities]),
    );
    buffer = places;
    return places;
  }

  function encode(pass: ComputePass, place: number, at: 0 | 1): void {
    pass.setPipeline(kernel);
    pass.setBindGroup(0, groups[at], [stride * place]);
    pass.dispatchWorkgroups(Math.ceil(particles.length / THREADS));
  }

  return {
    /** Bytes of one step; they bound the steps of a submission. */
    bytes: stride * perStep,
    /** Computes the next steps, of which the first begins after `stepCount` steps. */
    plan(stepCount: number, steps: number) {
      const h = params.dt;
      const places = new Float32Array((stride * perStep * steps) / 4);
      for (let slot = 0; slot < steps; slot++) {
        now.time = timeAt(run, stepCount + slot);
        beginStep(pins, world, now, h);
        for (const { hand, average } of rigid) aimAtTarget(hand, now, average, h);
        stages.forEach((c, i) => {
          for (const particle of held) {
            for (let o = 4 * particle; o < 4 * particle + 3; o++) {
              stage.positions[o] = now.positions[o] + c * h * now.velocities[o];
              stage.velocities[o] = now.velocities[o];
            }
          }
          if (hasExactStages) moveToStage(pins, stage, now.time, c * h);
          write(places, particles, hasExactStages ? stage : now, (stride * (perStep * slot + i)) / 4);
        });
        moveToStage(pins, now, now.time, h);
        for (const { hand } of rigid) now.positions.set(hand.target, 4 * hand.held);
        write(places, particles, now, (stride * (perStep * slot + stages.length)) / 4);
      }
      device.queue.writeBuffer(reserve(places.byteLength), 0, places);
    },
    /** Adds to a pass what is placed before a stage, where anything is. */
    encodeStage(pass: ComputePass, slot: number, stage: number, at: 0 | 1) {
      if (stage < stages.length) encode(pass, perStep * slot + stage, at);
    },
    /** Adds to a pass what is placed at the end of a step. */
    encodeEnd: (pass: ComputePass, slot: number, at: 0 | 1) => encode(pass, perStep * slot + stages.length, at),
    destroy: () => buffer?.destroy(),
  };
}

/** Writes positions, indices and velocities of particles from a place of the array on. */
function write(
  places: Float32Array,
  particles: readonly number[],
  { positions: x, velocities: v }: State,
  from: number,
): void {
  const words = new Uint32Array(places.buffer);
  particles.forEach((i, k) => {
    const o = from + (PLACE_BYTES / 4) * k;
    for (let axis = 0; axis < 3; axis++) {
      places[o + axis] = x[4 * i + axis];
      places[o + 4 + axis] = v[4 * i + axis];
    }
    words[o + 3] = i;
  });
}
