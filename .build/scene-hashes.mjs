// Writes the hashes that tests/laws/scenes/scene-hashes.test.ts holds each scene to, and says which have changed. Takes ids of scenes;
// without any, all scenes.
import { readFileSync, writeFileSync } from 'node:fs';
import { createSimulation, SCENES } from '../dist/engine/hooke.js';

const FILE = 'tests/fixtures/scene-hashes.json';
/** Kernels, and double precision, which has the JavaScript kernel only. */
const SETUPS = { simd: { kernel: 'simd' }, js: { kernel: 'js' }, double: { precision: 'double' } };

const held = JSON.parse(readFileSync(FILE, 'utf8'));
const chosen = process.argv.slice(2);
for (const id of chosen) {
  if (!SCENES.some((scene) => scene.id === id)) throw new RangeError(`there is no scene "${id}"`);
}
const entries = SCENES.map(({ id, material }) => {
  if (chosen.length > 0 && !chosen.includes(id)) return [id, held[id]];
  // The springs of a material are stiff: its steps take long.
  const steps = held[id]?.steps ?? (material === undefined ? 1000 : 60);
  const entry = { steps };
  for (const [name, setup] of Object.entries(SETUPS)) {
    const simulation = createSimulation({ scene: id, ...setup });
    simulation.step(steps);
    entry[name] = simulation.hash();
    const before = held[id]?.[name] ?? 'new';
    if (entry[name] !== before) process.stdout.write(`${id}, ${name}: ${before} → ${entry[name]}\n`);
  }
  return [id, entry];
});
writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
