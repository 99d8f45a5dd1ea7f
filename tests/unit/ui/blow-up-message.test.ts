import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openWarnings, stability } from '../../fixtures/warnings-page';

let page: ReturnType<typeof openWarnings>;
beforeEach(() => {
  page = openWarnings();
});

describe('a blow-up', () => {
  beforeEach(() => {
    page.status.params.dt = 8e-4;
    page.blowUp();
    page.look();
  });

  test('is reported with its time, step, cause and the reason', () => {
    const [{ text, reason }] = page.lab.messages.list;
    expect(text).toMatch(/t = 1\.234 s, in step 4,112\. .*energy.* supplied\.$/);
    expect(reason).toMatch(/dt = 0\.8 ms is 1\.3 × its limit with symplectic-euler, 0\.609 ms\./);
    expect(reason).toMatch(/at step 4,000, .* ω = 3250 rad\/s, so hω = 2\.6; .* up to hω = 1\.98\.$/);
  });

  test('names the forces that limit a method which solves springs, and how fast it moves', () => {
    const { status } = page;
    page.look();
    if (status.blowUp) status.blowUp = { ...status.blowUp, step: 4113, limitedBy: ['Membrane', 'Bending'] };
    page.look();
    const [{ text, reason }] = page.lab.messages.list;
    expect(text).toMatch(/supplied\. The fastest particle moves at 30 m\/s\.$/);
    expect(reason).toContain('It has none for springs: this is the limit of Membrane, Bending.');
  });

  test('is reported once, though every frame is a copy', () => {
    const [message] = page.lab.messages.list;
    page.blowUp();
    page.look();
    expect(page.lab.messages.list[0]).toBe(message);
  });

  test.each([
    ['Set dt to 0.54 ms', ['dt = 0.00054', 'resume', 'play']],
    ['Use implicit Euler', ['integrator = implicit-euler', 'resume', 'play']],
    ['Continue without stopping', ['stopOnBlowUp = 0', 'resume', 'play']],
  ])('is over after “%s”', async (label, done) => {
    await page.press(label);
    expect(page.done).toEqual(done);
    expect(page.lab.messages.list).toEqual([]);
  });

  test('stays paused after a reset with dt above its limit, and plays once dt is short enough', async () => {
    await page.press('Reset');
    expect(page.done).toEqual(['reset']);
    expect(page.lab.paused).toBe(true);
    expect(page.labels()).toEqual(['Set dt to 0.54 ms', 'Play anyway']);
    await page.press('Set dt to 0.54 ms');
    expect(page.lab.paused).toBe(false);
    expect(page.lab.messages.list).toEqual([]);
  });

  test('plays after a reset with a shorter dt, and keeps its report', async () => {
    const { reason } = page.lab.messages.list[0];
    page.status.params.dt = 3e-4;
    page.look();
    expect(page.lab.messages.list[0].reason).toBe(reason);
    expect(page.labels()).toEqual(['Resume', 'Reset', 'Why?']);
    await page.press('Reset');
    expect(page.done).toEqual(['reset']);
    expect(page.lab.paused).toBe(false);
  });
});

test('if every dt is unstable, none is offered', () => {
  page.status.stability = stability(3250, 0);
  page.blowUp();
  page.look();
  expect(page.lab.messages.list[0].reason).toMatch(/unstable at every dt/);
  expect(page.labels()).toEqual(['Use implicit Euler', 'Reset', 'Why?', 'Continue without stopping']);
});

test('under a method that solves springs, more substeps are offered, and more iterations where nothing limits dt', async () => {
  page.status.integrator = 'xpbd';
  page.status.params = { ...page.status.params, dt: 8e-4, substeps: 2, iterations: 10 };
  page.blowUp();
  page.look();
  expect(page.labels()).toContain('Use 3 substeps');
  page.status.stability = stability(0, Number.POSITIVE_INFINITY);
  if (page.status.blowUp) page.status.blowUp = { ...page.status.blowUp, step: 4113, integrator: 'xpbd' };
  page.look();
  expect(page.lab.messages.list[0].reason).toContain('its iterations in each step are too few');
  await page.press('Use 40 iterations');
  expect(page.done).toEqual(['iterations = 40', 'resume', 'play']);
});

test('if dt was below the limit, a shorter one is offered too', () => {
  page.blowUp();
  page.look();
  expect(page.lab.messages.list[0].reason).toMatch(
    /dt = 0\.3 ms is 49 % of its limit .*for small motion; this motion was too large/,
  );
  expect(page.labels()?.[0]).toBe('Set dt to 0.15 ms');
});

describe('if the method has no limit', () => {
  beforeEach(() => {
    page.status.stability = stability(3250, Number.POSITIVE_INFINITY);
  });

  test.each([
    ['trapezoidal', true, ['Use implicit Euler']],
    ['trapezoidal', false, ['Allow more Newton iterations', 'Use implicit Euler']],
    ['tr-bdf2', true, []],
    ['implicit-euler', true, []],
    ['implicit-euler', false, ['Allow more CG iterations']],
  ])('%s, whose solves converged: %s, is offered what may help it', (integrator, converged, offered) => {
    page.status.integrator = integrator;
    page.status.report = { ...page.status.report, converged };
    page.blowUp();
    page.look();
    expect(page.labels()).toEqual(['Set dt to 0.15 ms', ...offered, 'Reset', 'Why?', 'Continue without stopping']);
  });
});

test('if drag alone limits dt, the report says so', () => {
  page.status.stability = stability(0, 0.02);
  page.status.params.dt = 0.05;
  page.blowUp();
  page.look();
  expect(page.lab.messages.list[0].reason).toMatch(
    /Nothing oscillates here, but damping alone limits dt to 20 ms .* dt was 50 ms/,
  );
});

describe('a finer cloth', () => {
  beforeEach(() => {
    page.structure.grid = { rows: 90, columns: 32 };
    page.status.stability = stability(9000, 2.2e-4);
    page.look();
  });

  test('is reported if its limit is below dt, until dt is shorter', async () => {
    expect(page.lab.messages.list[0].text).toMatch(/1\.4 × its limit with .*, 0\.22 ms/);
    await page.press('Set dt to 0.19 ms');
    expect(page.lab.messages.list).toEqual([]);
  });

  test('is not reported again when the user raises dt', () => {
    page.status.params.dt = 1e-4;
    page.look();
    page.status.params.dt = 5e-4;
    page.look();
    expect(page.lab.messages.list).toEqual([]);
  });
});

test('a dt that single precision can’t resolve is reported, and double precision is offered', async () => {
  page.status.params.dt = 7e-5;
  page.look();
  expect(page.lab.messages.list[0].text).toMatch(/dt = 0\.07 ms, motion below 0\.85 mm\/s is rounded away/);
  await page.press('Use double precision');
  expect(page.done).toEqual(['precision = double']);
  page.status.precision = 'double';
  page.look();
  expect(page.lab.messages.list).toEqual([]);
});

test('positions that are coarse so far from the origin are reported, and double precision is offered', async () => {
  page.look();
  expect(page.lab.messages.list).toEqual([]);
  page.status.coarseRounding = 2 ** -14;
  page.look();
  expect(page.lab.messages.list[0].text).toMatch(/far from the origin, positions are rounded to 0\.061 mm/);
  await page.press('Use double precision');
  expect(page.done).toEqual(['precision = double']);
  page.status.coarseRounding = 0;
  page.look();
  expect(page.lab.messages.list).toEqual([]);
});

test.each([
  ['trapezoidal', 'The Newton solver does not reach its tolerance', 'Allow more Newton iterations', 'newtonIterations'],
  ['implicit-euler', 'The linear solver does not reach its tolerance', 'Allow more CG iterations', 'cgIterations'],
])('a solve of %s that keeps ending early is reported with its own numbers', async (integrator, text, label, key) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    page.status.integrator = integrator;
    page.status.report = { ok: true, converged: false, iterations: 7, residual: 0.5 };
    const before = page.status.params[key];
    vi.advanceTimersByTime(1);
    page.look();
    expect(page.lab.messages.list).toEqual([]);
    vi.advanceTimersByTime(2000);
    page.look();
    expect(page.lab.messages.list[0].text).toContain(text);
    await page.press(label);
    expect(page.done).toEqual([`${key} = ${4 * before}`]);
  } finally {
    vi.useRealTimers();
  }
});

test('a solve that block Jacobi finished is reported once, and block Jacobi is offered for all steps', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    vi.advanceTimersByTime(10_000);
    Object.assign(page.status, {
      integrator: 'implicit-euler',
      preconditioner: 'multigrid',
      requestedPreconditioner: 'auto',
    });
    page.status.report = { ok: true, converged: true, iterations: 90, residual: 1e-4, fellBack: true };
    page.look();
    expect(page.lab.messages.list.map(({ kind, text }) => [kind, text])).toEqual([
      ['notice', 'multigrid did not converge in this step; block Jacobi finished it.'],
    ]);
    const [said] = page.lab.messages.list;
    // Other steps in between do not hide it.
    for (const fellBack of [false, true, false]) {
      vi.advanceTimersByTime(1000);
      page.status.report = { ...page.status.report, fellBack };
      page.look();
      expect(page.lab.messages.list).toEqual([said]);
    }
    await page.press('Use block Jacobi');
    expect(page.done).toEqual(['preconditioner = block-jacobi']);
    vi.advanceTimersByTime(5000);
    page.look();
    expect(page.lab.messages.list).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
