import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  integrity?: string;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));

// npm leaves out what its registry doesn't have at the moment, and `npm ci` then refuses the lock file.
test('the lock file has every package for every system, not only for the one that it was written on', () => {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}));
  expect(wanted).not.toEqual([]);
  expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
});

test('the versions that the project asks for are exact', () => {
  const { dependencies, devDependencies } = packages[''];
  const asked = Object.entries({ ...dependencies, ...devDependencies });
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('every package has a hash of its content', () => {
  const without = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
  expect(without.map(([path]) => path)).toEqual([]);
});
