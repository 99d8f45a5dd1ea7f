import { FIELDS, type FieldDefinition, type Simulation } from '../../physics';

/** What the picture is coloured by: a number of each particle, computed for each frame while it is asked for. */
export function createColours(simulation: Simulation) {
  let chosen: FieldDefinition | null = null;
  let paint: ReturnType<FieldDefinition['create']> | null = null;
  let { world } = simulation;
  let values = new Float32Array(0);

  return {
    /** @param id null: nothing; one that isn't there as well */
    choose(id: string | null): void {
      chosen = FIELDS.find((field) => field.id === id) ?? null;
      paint = null;
    },
    /** The same array each time. */
    values(): { id: string; values: Float32Array } | null {
      if (!chosen || (chosen.membrane && !simulation.model.membrane)) return null;
      if (!paint || world !== simulation.world) {
        world = simulation.world;
        values = new Float32Array(world.model.particleCount);
        paint = chosen.create(world);
      }
      paint(simulation.state, values);
      return { id: chosen.id, values };
    },
  };
}
