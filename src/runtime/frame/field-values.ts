/** Computes the field that colors the particles, for each frame while one is chosen. */
import { FIELDS, type FieldDefinition, type Simulation, type State } from '../../physics';
import type { BufferPool } from './buffer-pool';
import type { Frame } from './frame';

export function createFieldValues(simulation: Simulation, pool: BufferPool) {
  let chosen: FieldDefinition | null = null;
  let evaluate: ReturnType<FieldDefinition['create']> | null = null;
  let { world } = simulation;

  return {
    /** @param id null or unknown: no field */
    choose(id: string | null): void {
      chosen = FIELDS.find((field) => field.id === id) ?? null;
      evaluate = null;
    },
    /**
     * In an array of the pool; null without a field, or where the scene has none of its kind.
     * @param drawn the state that is drawn
     */
    compute(drawn: Omit<State, 'time'> = simulation.state): Frame['field'] {
      if (!chosen || (chosen.membrane && !simulation.model.membrane)) return null;
      if (!evaluate || world !== simulation.world) {
        world = simulation.world;
        evaluate = chosen.create(world);
      }
      const values = pool.take(Float32Array, world.model.particleCount);
      evaluate({ ...drawn, time: simulation.time }, values);
      return { id: chosen.id, values };
    },
  };
}
