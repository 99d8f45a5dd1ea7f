import { expect, test } from 'vitest';
import { createParticleStore } from '../../../src/render/mass-spring/particle-store';
import { TEXELS_PER_ROW, texelLength } from '../../../src/runtime/frame/frame';

test('the array of a frame is the data of the texture, without a copy', () => {
  const store = createParticleStore();
  const [first, second, larger] = [10, 10, TEXELS_PER_ROW + 1].map((count) => new Float32Array(texelLength(count)));
  store.show(first, 10);
  const texture = store.uniform.value;
  expect(texture?.image.data).toBe(first);
  expect(store.positions).toHaveLength(40);
  expect(store.positions.buffer).toBe(first.buffer);
  const uploads = texture?.version ?? 0;
  store.show(second, 10);
  expect(store.uniform.value).toBe(texture);
  expect(texture?.image.data).toBe(second);
  expect(texture?.version).toBe(uploads + 1);
  store.show(larger, TEXELS_PER_ROW + 1);
  expect(store.uniform.value?.image).toMatchObject({ width: TEXELS_PER_ROW, height: 2 });
  expect(store.positions).toHaveLength(4 * (TEXELS_PER_ROW + 1));
});
