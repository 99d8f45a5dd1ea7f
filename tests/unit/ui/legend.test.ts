import { expect, test } from 'vitest';
import type { Frame } from '../../../src/runtime/frame/frame';
import { outsideText } from '../../../src/ui/status-bar/view-bar';

type Shown = Parameters<typeof outsideText>[0];

const shown = (id: string | null, strain: number, values: number[] = [], replay: unknown = null) =>
  ({
    field: id === null ? null : { id, values: Float32Array.from(values) },
    status: { strain, replay },
  }) as unknown as Shown & Pick<Frame, 'field'>;

test('the scale of springs names the largest strain of one spring, as the lesson does, where it is outside', () => {
  expect(outsideText(shown('spring-strain', 0.089, [0.5, -0.5]), [-0.868, 0.868], '%')).toBe(
    'largest of a spring: 8.9 %',
  );
  expect(outsideText(shown('spring-strain', 0.005, [0.5]), [-0.868, 0.868], '%')).toBe('');
  expect(outsideText(shown(null, 0.34), [-20, 20], '')).toBe('largest of a spring: 34 %');
  expect(outsideText(shown(null, 0.19), [-20, 20], '')).toBe('');
});

test('other scales name the values outside, also of a blow-up that is shown', () => {
  expect(outsideText(shown('speed', 0.3, [0, 1.5, 12.345, Number.NaN]), [0, 2], 'm/s')).toBe('outside: up to 12.3 m/s');
  expect(outsideText(shown('gauss', 0, [-7, 3]), [-2, 2], '1/m²')).toBe('outside: down to −7, up to 3 1/m²');
  expect(outsideText(shown('speed', 0, [0, 2]), [0, 2], 'm/s')).toBe('');
  expect(outsideText(shown('spring-strain', 0.01, [900, -40], {}), [-50, 50], '%')).toBe('outside: up to 900 %');
});
