import { expect, test } from 'vitest';
import { createSimulation, needsSurroundings } from '../../src/physics/core';
import type { Request } from '../../src/runtime/messages';
import { createReception } from '../../src/runtime/reception';

const set = (key: string, value: number, id = 0): Request => ({
  type: 'send',
  id,
  command: { type: 'set', key, value },
});
const step: Request = { type: 'step', id: 1, count: 1 };
const save: Request = { type: 'save', id: 2 };

test('A cloth moves before what stands around is there; a file is written only after it, and nothing overtakes that.', async () => {
  // Nothing here may have brought the surroundings yet: the public index would have.
  const simulation = createSimulation();
  expect(() => simulation.save()).toThrow('the surroundings have not been loaded');
  expect(() => createSimulation({ scene: { hooke: 1, particles: { positions: [[0, 0, 0]], masses: 1 } } })).toThrow(
    'the surroundings have not been loaded',
  );

  const handled: Request[] = [];
  let done = () => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const receive = createReception(
    (request) => {
      handled.push(request);
      if (request === last) done();
    },
    (error) => {
      throw error;
    },
  );
  const first = set('stiffness', 100);
  const last = set('gravity', 0);
  receive(first);
  expect(handled).toEqual([first]);
  for (const request of [save, step, last]) receive(request);
  expect(handled).toEqual([first]);
  await all;
  expect(handled).toEqual([first, save, step, last]);
  expect(simulation.save().particles.positions).toHaveLength(simulation.particleCount);

  receive(save);
  expect(handled.at(-1)).toBe(save);
});

test('What is no command waits for nothing.', () => {
  for (const command of [null, undefined, 3, 'reset', {}, { type: 'no such' }]) {
    expect(needsSurroundings(command as never)).toBe(false);
  }
});
