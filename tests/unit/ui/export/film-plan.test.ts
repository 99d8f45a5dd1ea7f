import { expect, test } from 'vitest';
import type { Timeline } from '../../../../src/physics';
import { planFilm, poseIn } from '../../../../src/ui/sharing/export/film/film-plan';

const moment = (time: number) => ({ time, step: 1000 * time });
const timeline = { first: moment(0), last: moment(2) } as Timeline;

test('the camera of a film is fixed, recorded, or at six numbers as in a link; all else is refused', () => {
  expect(poseIn('1,2.5,-3,0,1e-1,0')).toEqual([1, 2.5, -3, 0, 0.1, 0]);
  for (const camera of ['fixed', 'recorded', '1,2.5,-3,0,1e-1,0']) {
    expect(planFilm(timeline, { camera }).camera).toBe(camera);
  }
  for (const camera of ['free', '1,2,3', '1,2,3,4,5,x', '1,2,3,4,5,6,7', '1,2,3,4,5,Infinity', [1, 2, 3, 4, 5, 6]]) {
    expect(() => planFilm(timeline, { camera } as never)).toThrow(
      'film: camera must be one of fixed, recorded, or 6 numbers with commas, got ',
    );
  }
});
