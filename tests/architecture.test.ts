import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as rules from './setup/architecture-rules';
import type { Sources } from './setup/layers';

/** For every rule: what it says when it holds, and sources that must break it. */
const RULES: { rule: rules.Rule; says: string; faulty: Sources[] }[] = [
  {
    rule: rules.filesHaveAPlace,
    says: 'every file is in a layer',
    faulty: [{ 'sound/beep.ts': '' }, { 'other.ts': '' }, { 'physics/forces/more/a.ts': '' }],
  },
  {
    rule: rules.importsGoOneWay,
    says: 'imports go one way, types included',
    faulty: [
      { 'physics/model/a.ts': `import { x } from '../kernels/b';`, 'physics/kernels/b.ts': '' },
      { 'physics/model/a.ts': `import type { Panel } from '../../ui/panel/panel';`, 'ui/panel/panel.ts': '' },
      { 'physics/forces/a.ts': `import type { Cg } from '../solvers/cg';`, 'physics/solvers/cg.ts': '' },
      { 'physics/scenes/file/a.ts': `export * from '../../analysis/b';`, 'physics/analysis/b.ts': '' },
      { 'physics/integrators/a.ts': `import {\n  type A,\n  b,\n} from '..';`, 'physics/index.ts': '' },
      { 'runtime/host/a.ts': `const view = await import('../../render/view');`, 'render/view.ts': '' },
      { 'render/cloth/a.ts': `import { panel } from '../../ui/panel/panel';`, 'ui/panel/panel.ts': '' },
      { 'ui/panel/a.ts': `import type { Cloth } from '../../render/cloth/b';`, 'render/cloth/b.ts': '' },
      { 'ui/instruments/modes/a.ts': `import { b } from '../plots/b';`, 'ui/instruments/plots/b.ts': '' },
      { 'ui/lab/a.ts': `import '../../main';`, 'main.ts': '' },
    ],
  },
  {
    rule: rules.importsLeadSomewhere,
    says: 'every import leads somewhere',
    faulty: [
      { 'main.ts': `import { a } from './ui/a';` },
      { 'runtime/a.ts': `new URL('./worker.ts', import.meta.url)` },
    ],
  },
  {
    rule: rules.packagesStayInTheirPlace,
    says: 'packages stay in their place',
    faulty: [
      { 'physics/world.ts': `import { Vector3 } from 'three';` },
      { 'ui/bar.ts': `import GUI from 'lil-gui';` },
      { 'ui/panel.ts': `import { OrbitControls } from 'three/addons/controls/OrbitControls.js';` },
      { 'render/cloth.ts': `import { readFileSync } from 'node:fs';` },
      { 'main.ts': `import fc from 'fast-check';` },
      { 'runtime/host.ts': `export { chunk } from 'lodash';` },
    ],
  },
  {
    rule: rules.pageLoadsNoEngine,
    says: 'the page loads no engine code',
    faulty: [
      { 'main.ts': `import { createSimulation } from './physics';`, 'physics/index.ts': '' },
      {
        'ui/files.ts': `const { read } = await import('../physics/scenes/scene-file');`,
        'physics/scenes/scene-file.ts': '',
      },
    ],
  },
  {
    rule: rules.importsHaveNoCycle,
    says: 'imports have no cycle',
    faulty: [
      {
        'ui/a.ts': `import { b } from './b';`,
        'ui/b.ts': `import { c } from './c';`,
        'ui/c.ts': `import { a } from './a';`,
      },
    ],
  },
  {
    rule: rules.filesAreShort,
    says: 'no file has more than 300 lines',
    faulty: [{ 'ui/long.ts': 'a\n'.repeat(301) }, { 'ui/long.css': 'a\n'.repeat(301) }],
  },
  {
    rule: rules.foldersAreShort,
    says: 'no folder has more than 15 entries, unless it is a registry',
    faulty: [Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`ui/panel/part-${i}.ts`, '']))],
  },
  {
    rule: rules.namesSayTheIdea,
    says: 'no name says nothing',
    faulty: ['ui/utils.ts', 'ui/dom-helpers.ts', 'physics/common.ts', 'render/buffer-manager.ts', 'ui/common/a.ts'].map(
      (path) => ({ [path]: '' }),
    ),
  },
  {
    rule: rules.stateIsTheSameEverywhere,
    says: 'what reaches the state uses exact arithmetic alone',
    faulty: [
      'Math.exp(x)',
      'Math.hypot(x, y)',
      'x ** 2',
      `Math['sin'](x)`,
      'const { cos } = Math; Math . pow(1, 2)',
    ].map((code) => ({ 'physics/forces/a.ts': code })),
  },
  {
    rule: rules.engineIsClosed,
    says: 'the engine has no clock, no chance and no page',
    faulty: [
      'Math.random()',
      'Date.now()',
      'new Date()',
      'performance.now()',
      'document.title',
      'window.innerWidth',
      'globalThis.foo',
      `console.warn('')`,
      'process.env.A',
    ].map((code) => ({ 'physics/analysis/a.ts': code })),
  },
  {
    rule: rules.registriesAreComplete,
    says: 'every force, integrator and scene is in its registry',
    faulty: [
      {
        'physics/forces/index.ts': `export { a } from './a';`,
        'physics/forces/b.ts': `export const b: ForceDefinition = {};`,
      },
      {
        'physics/integrators/index.ts': `// rk4`,
        'physics/integrators/rk4.ts': `export const rk4: IntegratorDefinition = {};`,
      },
    ],
  },
];

describe('the architecture', () => {
  const sources = readSources('src');

  for (const { rule, says, faulty } of RULES) {
    test(says, () => {
      expect(rule(sources)).toEqual([]);
    });

    test(`it is noticed unless ${says}`, () => {
      for (const files of faulty) expect(rule(files), JSON.stringify(files)).not.toEqual([]);
    });
  }

  test('what is allowed is no fault', () => {
    const fine: Sources = {
      'cli/serve.ts': `import { createServer } from 'node:http';`,
      'physics/model/model.ts': `import { a } from './arena';\nconst π = Math.PI;`,
      'physics/model/arena.ts': `// Math.exp, document, performance.now()\nconst text = 'window.hooke';\nMath.sqrt(2);`,
      'physics/world/force.ts': `import type { A } from '../kernels/a';`,
      'physics/kernels/a.ts': '',
      'physics/forces/index.ts': `export { a } from './a';`,
      'physics/forces/a.ts': `import type { B } from '../world/force';\nexport const a: ForceDefinition = {};`,
      'physics/analysis/a.ts': `import { forces } from '../registry';\nMath.exp(1);`,
      'physics/registry.ts': `import * as FORCES from './forces';`,
      'render/view.ts': `import type { Model } from '../physics/model/model';`,
      'render/create-view.ts': `import type { View } from './view';\nimport { Mesh, RawShaderMaterial } from 'three';\nimport { OrbitControls } from 'three/addons/controls/OrbitControls.js';`,
      'ui/controls/b.ts': '',
      'ui/panel/panel.ts': `import GUI from 'lil-gui';\nimport { STRIDE } from '../../physics/model/model';\nimport type { B } from '../controls/b';\nimport { VIEW_OPTIONS } from '../../render/view';\nimport './panel.css';`,
      'ui/instruments/modes/modes.ts': `import { a } from '../parts/a';`,
      'ui/instruments/parts/a.ts': '',
      'main.ts': `import { createView } from './render/create-view';\nimport './ui/panel/panel';`,
    };
    for (const { rule } of RULES) expect(rule(fine)).toEqual([]);
  });

  test('test files are short, and have names that say something', () => {
    const tests = readSources('tests');
    expect([...rules.filesAreShort(tests), ...rules.namesSayTheIdea(tests)]).toEqual([]);
  });

  test('tests that take a sample of their cases are in the long run', () => {
    const { 'architecture.test.ts': _, ...tests } = readSources('tests');
    expect(rules.samplesAreTagged(tests)).toEqual([]);
    const untagged = { 'laws/a.test.ts': `import { cases } from '../fixtures/run-length';\ntest('x', () => {});` };
    expect(rules.samplesAreTagged(untagged)).not.toEqual([]);
  });
});

function readSources(folder: string): Sources {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|css)$/.test(path) && !/assembly|node_modules/.test(path))
      .map((path) => [path.replaceAll(sep, '/'), readFileSync(join(folder, path), 'utf8')]),
  );
}
