import { expect, test } from 'vitest';
import { checkOptions, number, oneOf, wholeNumber, yesOrNo } from '../../../../src/ui/sharing/export/export-format';
import { withDecimalCommas } from '../../../../src/ui/sharing/table-file';

const CHECKS = {
  fps: number('Frames per second', 1, 240),
  width: wholeNumber('px', 16, 8192),
  transparent: yesOrNo('Without a background'),
  format: oneOf('Kind of file', ['mp4', 'webm']),
};

test('options within their limits are returned as they are, without those that are undefined', () => {
  const options = { fps: 59.94, width: 8192, transparent: false, format: 'webm' };
  expect(checkOptions('film', CHECKS, { ...options, height: undefined })).toEqual(options);
});

test.each([
  [{ fps: 0.5 }, 'film: fps must be a number from 1 to 240, got 0.5'],
  [{ fps: Number.NaN }, 'film: fps must be a number from 1 to 240, got NaN'],
  [{ fps: '60' }, 'film: fps must be a number from 1 to 240, got "60"'],
  [{ width: 16.5 }, 'film: width must be a whole number from 16 to 8192, got 16.5'],
  [{ transparent: 1 }, 'film: transparent must be true or false, got 1'],
  [{ format: 'avi' }, 'film: format must be one of mp4, webm, got "avi"'],
  [{ toString: 1 }, 'film: there is no option "toString"; there are fps, width, transparent, format'],
  [null, 'film: the options must be an object, got null'],
])('%j is refused with its name and its value', (options, message) => {
  expect(() => checkOptions('film', CHECKS, options)).toThrow(new RangeError(message));
});

test('a table with decimal commas has semicolons between cells, and its comments and quoted cells stay', () => {
  const table =
    '# method: rk4, dt 0.3 ms\r\nstep,"x, of 7.5 (m)",t (s)\r\n1,-1.5e-3,0.25\r\n2,,1\r\n"✓ 0.25","a 1.5",3\r\n';
  expect(withDecimalCommas(table)).toBe(
    '# method: rk4, dt 0.3 ms\r\nstep;"x, of 7.5 (m)";t (s)\r\n1;-1,5e-3;0,25\r\n2;;1\r\n"✓ 0,25";"a 1.5";3\r\n',
  );
});
