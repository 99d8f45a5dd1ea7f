import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Vec3 } from '../../src/physics';
import { cameraAtRest, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { folderTitle, openFolders } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('the obstacles on the panel', () => {
  let page: LabPage;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const folder = (name: string) => folderTitle(page, name);
  const environment = async () => (await page.state()).environment;

  beforeAll(async () => {
    page = await openLab({ keep: true });
    await openFolders(page, 'Contact', 'Obstacles (1)');
    await button('Add floor').waitFor();
  });
  beforeEach(async () => {
    await page.mouse.up();
    await page.hooke('send', { type: 'scene', scene: 'chain' });
    await page.hooke('send', { type: 'planes', planes: [] });
    await page.hooke('pause');
    await until(page, 'no obstacle', ({ environment: { planes } }) => planes.length === 0);
  });

  test('floor, wall, slope and ball are added where the scene doesn’t touch them, and removed', async () => {
    for (const name of ['floor', 'wall', 'slope', 'ball']) await button(`Add ${name}`).click();
    await until(page, 'four', ({ environment: s }) => s.planes.length === 3 && s.spheres.length === 1);
    await folder('Obstacles (4)').waitFor();
    const { planes, spheres } = await environment();
    for (let i = 0; i < 11; i++) {
      const { position: x } = await page.particle(i);
      for (const { point, normal } of planes) {
        const height = normal.reduce((sum, n, axis) => sum + n * (x[axis] - point[axis]), 0);
        expect(height).toBeGreaterThan(0);
      }
      expect(Math.hypot(...x.map((value, axis) => value - spheres[0].center[axis]))).toBeGreaterThan(spheres[0].radius);
    }
    for (let left = 3; left >= 0; left--) {
      await button('Remove').first().click();
      await until(page, `${left} left`, ({ environment: s }) => s.planes.length + s.spheres.length === left);
    }
  });

  test('one is added to those that have come since the last picture', { tags: ['long'] }, async () => {
    await button('Add floor').evaluate(async (add) => {
      const wall = { point: [1, 0, 0] as Vec3, normal: [-1, 0, 0] as Vec3 };
      await window.hooke.send({ type: 'planes', planes: [wall] });
      (add as HTMLElement).click();
    });
    await until(page, 'both', ({ environment: { planes } }) => planes.length === 2 && planes[0].point[0] === 1);
  });

  test('a body is added, and takes another shape and size', { tags: ['long'] }, async () => {
    await button('Add body').click();
    await until(page, 'a box', ({ environment: { bodies } }) => bodies.length === 1 && bodies[0].shape === 'box');
    await page.getByLabel('shape', { exact: true }).selectOption('round table');
    await until(page, 'a table', ({ environment: { bodies } }) => bodies[0].shape === 'table');
    await page.getByLabel('size y, m', { exact: true }).fill('0.7');
    await page.getByLabel('size y, m', { exact: true }).press('Enter');
    await until(page, 'its size', ({ environment: { bodies } }) => bodies[0].size?.[1] === 0.7);
    await page.getByLabel('size x, m', { exact: true }).fill('0');
    await page.getByLabel('size x, m', { exact: true }).press('Enter');
    await page.locator('#messages').getByText('bodies[0].size[0]').waitFor();
    // Its motion begins where it is.
    await folder('Motion').click();
    await page.getByLabel('velocity y, m/s', { exact: true }).fill('0.25');
    await page.getByLabel('velocity y, m/s', { exact: true }).press('Enter');
    await until(page, 'its velocity', ({ environment: { bodies } }) => bodies[0].velocity?.[1] === 0.25);
    const path = page.getByLabel(/^path/);
    await path.fill('0, 0, 0, 0, 1, 0, 0');
    await path.press('Enter');
    await page.locator('#messages').getByText('bodies[0].path').waitFor();
    await path.fill('0 0 0 0, 1 0 0.5 0');
    await path.press('Enter');
    await until(page, 'its path', ({ environment: { bodies } }) => bodies[0].path?.length === 8);
    await button('Remove').click();
    await until(page, 'none', ({ environment: { bodies } }) => bodies.length === 0);
  });

  test('a body from a file stands below the scene, has its size and unit, and is taken away by undo', {
    tags: ['long'],
  }, async () => {
    const box = 'v 0 0 0\nv 40 0 0\nv 40 30 0\nv 0 30 0\nv 0 0 20\nv 40 0 20\nv 40 30 20\nv 0 30 20\n';
    const faces = ['4 3 2 1', '5 6 7 8', '1 2 6 5', '3 4 8 7', '2 3 7 6', '1 5 8 4'].map((face) => `f ${face}`);
    const choose = async (text: string) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Add body from file').click()]);
      await chooser.setFiles({ name: 'bust.obj', mimeType: '', buffer: Buffer.from(text) });
    };
    await choose(box + faces.slice(1).join('\n'));
    await page.locator('#messages').getByText('bust.obj can’t be a body: its surface is open: 4 edges').waitFor();
    await choose(box + faces.join('\n'));
    await until(page, 'a body', ({ environment: { bodies } }) => bodies[0]?.shape === 'bust 2');
    const notice = page.locator('#messages .notice');
    await notice.getByText('bust.obj is a body of 12 triangles: 0.4 × 0.3 × 0.2 m, read in centimetres.').waitFor();
    const { bodies, meshes } = await environment();
    expect([bodies[0].size, meshes.map(({ name }) => name)]).toEqual([[0.4, 0.3, 0.2], ['bust 2']]);
    const lowest = Math.min(
      ...(await Promise.all([0, 5, 10].map((i) => page.particle(i)))).map(({ position }) => position[1]),
    );
    expect(bodies[0].center[1] + 0.15).toBeLessThan(lowest);
    expect(await page.getByLabel('shape', { exact: true }).inputValue()).toBe('bust 2');
    await notice.getByRole('button', { name: 'Place as in its file' }).click();
    await until(page, 'where the file has it', ({ environment: { bodies } }) => bodies[0].center[1] === 0.15);
    expect((await environment()).bodies[0].center).toEqual([0.2, 0.15, 0.1]);
    await page.hooke('send', { type: 'undo' });
    await notice.getByRole('button', { name: 'Details…' }).click();
    const dialog = page.getByRole('dialog', { name: 'bust.obj' });
    await dialog.getByLabel('unit').selectOption('mm');
    await dialog.getByRole('button', { name: 'Load again' }).click();
    await until(page, 'smaller', ({ environment: { bodies } }) => bodies.length === 1 && bodies[0].size?.[0] === 0.04);
    const saved = (await page.hooke('save')) as { meshes: unknown[] };
    expect(saved.meshes).toHaveLength(1);
    for (const size of [0.4, undefined]) {
      await page.hooke('send', { type: 'undo' });
      await until(page, `size ${size}`, ({ environment: { bodies } }) => bodies[0]?.size?.[0] === size);
    }
    expect((await environment()).meshes).toEqual([]);
  });

  test('its values can be typed, and an invalid one is rejected with its name', { tags: ['long'] }, async () => {
    await button('Add floor').click();
    await until(page, 'a floor', ({ environment: s }) => s.planes.length === 1);
    const type = async (name: string, text: string) => {
      await page.getByLabel(name, { exact: true }).fill(text);
      await page.getByLabel(name, { exact: true }).press('Enter');
    };
    await type('point y, m', '-2.25');
    await type('restitution', '0.5');
    await type('normal x', '0.5');
    await until(
      page,
      'typed',
      ({ environment: { planes } }) =>
        planes[0].point[1] === -2.25 && planes[0].restitution === 0.5 && planes[0].normal[0] === 0.5,
    );
    await type('restitution', '1.5');
    await page.locator('#messages').getByText('planes[0].restitution: must be a number from 0 to 1, got 1.5').waitFor();
    await expect.poll(() => page.getByLabel('restitution', { exact: true }).inputValue()).toBe('0.5');
    await type('normal x', '0');
    await type('normal y', '0');
    await page.locator('#messages').getByText('planes[0].normal: must not be the zero vector').waitFor();
    expect((await environment()).planes[0].normal).toEqual([0, 1, 0]);
  });

  test('a chain that falls on a floor stays above it', { tags: ['long'] }, async () => {
    await button('Add floor').click();
    await until(page, 'a floor', ({ environment: s }) => s.planes.length === 1);
    await page.hooke('send', { type: 'pins', particles: [] });
    await page.hooke('step', 3000);
    const [{ point }] = (await environment()).planes;
    for (let i = 0; i < 11; i++) expect((await page.particle(i)).position[1]).toBeGreaterThan(point[1] - 1e-3);
    // The chain has fallen.
    expect((await page.particle(0)).position[1]).toBeLessThan(point[1] + 0.2);
  });

  /** A plane whose handle is half way between two particles, and its place on the screen. */
  async function planeBetween(): Promise<{ point: Vec3; at: [number, number] }> {
    await cameraAtRest(page);
    const [a, b] = [await page.particle(5), await page.particle(6)];
    const point = a.position.map((x, axis) => (x + b.position[axis]) / 2) as Vec3;
    await page.hooke('send', { type: 'planes', planes: [{ point, normal: [0, 0, -1] }] });
    const at = a.screen.map((x, axis) => (x + b.screen[axis]) / 2) as [number, number];
    await page.mouse.move(...at);
    // The handles are loaded with the first obstacle.
    await expect.poll(() => page.locator('#view').evaluate((canvas) => canvas.style.cursor)).toBe('grab');
    return { point, at };
  }

  test('a plane is dragged by its handle while it is at rest, and Escape restores it', async () => {
    const { point, at } = await planeBetween();
    await page.mouse.down();
    await page.mouse.move(at[0], at[1] - 60, { steps: 4 });
    await until(page, 'higher', ({ environment: { planes } }) => planes[0].point[1] > point[1] + 0.02);
    expect((await page.state()).held).toBeNull();
    await page.keyboard.press('Escape');
    await until(page, 'back', ({ environment: { planes } }) => String(planes[0].point) === String(point));
    await page.mouse.up();
    // The handle, too, is back in its place.
    await drawn(page);

    await page.mouse.move(...at);
    await page.mouse.down();
    await page.mouse.move(at[0], at[1] - 60, { steps: 4 });
    await page.mouse.up();
    await until(page, 'higher', ({ environment: { planes } }) => planes[0].point[1] > point[1] + 0.02);
    // The panel shows it.
    const shown = async () => Number(await page.getByLabel('point y, m', { exact: true }).inputValue());
    await expect.poll(async () => (await shown()) - (await environment()).planes[0].point[1]).toBeCloseTo(0, 3);
  });

  test('a body is dragged by its handle, and one undo puts it back', { tags: ['long'] }, async () => {
    await cameraAtRest(page);
    const [a, b] = [await page.particle(5), await page.particle(6)];
    const center = a.position.map((x, axis) => (x + b.position[axis]) / 2) as Vec3;
    await page.hooke('send', { type: 'bodies', bodies: [{ shape: 'torus', size: [0.4, 0.05, 0.4], center }] });
    const at = a.screen.map((x, axis) => (x + b.screen[axis]) / 2) as [number, number];
    await page.mouse.move(...at);
    await expect.poll(() => page.locator('#view').evaluate((canvas) => canvas.style.cursor)).toBe('grab');
    await page.mouse.down();
    await page.mouse.move(at[0] + 60, at[1], { steps: 4 });
    await page.mouse.up();
    const moved = (x: number) => x > center[0] + 0.02;
    await expect.poll(async () => moved((await environment()).bodies[0].center[0])).toBe(true);
    await page.keyboard.press('Control+z');
    await until(page, 'back', ({ environment: { bodies } }) => String(bodies[0].center) === String(center));

    // While the simulation runs it goes with the velocity of the hand.
    await page.hooke('play');
    await page.mouse.move(...at);
    await expect.poll(() => page.locator('#view').evaluate((canvas) => canvas.style.cursor)).toBe('grab');
    await page.mouse.down();
    for (let x = 4; x <= 60; x += 4) {
      await page.mouse.move(at[0] + x, at[1]);
      await drawn(page);
    }
    await page.mouse.up();
    await page.hooke('pause');
    const [{ center: last, carried }] = (await environment()).bodies;
    expect(moved(last[0])).toBe(true);
    expect(carried).toHaveLength(5);
    await page.hooke('send', { type: 'bodies', bodies: [] });
  });

  test('a plane is turned by the tip of its normal', { tags: ['long'] }, async () => {
    const { at } = await planeBetween();
    await page.hooke('send', {
      type: 'planes',
      planes: [{ ...(await environment()).planes[0], normal: [0, 1, 0] }],
    });
    await drawn(page);
    // The tip is above the handle.
    let tip = 0;
    for (let y = 24; y < 300 && tip === 0; y += 6) {
      await page.mouse.move(at[0], at[1] - y);
      await drawn(page);
      if ((await page.locator('#view').evaluate((canvas) => canvas.style.cursor)) === 'grab') tip = y;
    }
    expect(tip).toBeGreaterThan(0);
    const [{ point }] = (await environment()).planes;
    await page.mouse.down();
    await page.mouse.move(at[0] + tip, at[1] - tip, { steps: 5 });
    await page.mouse.up();
    await until(page, 'turned', ({ environment: { planes } }) => Math.abs(planes[0].normal[0]) > 0.3);
    expect((await environment()).planes[0].point).toEqual(point);
  });
});
