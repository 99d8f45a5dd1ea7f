/** One step of each method as a short program, which the league shows beside its advice. `tests/laws/integrators/step-code` runs them. */
import { t } from '../../language/translate';
import { button, controlRow, element, setText } from '../controls/element';

/** What the programs use. Lists have all components of the particles that are not pinned. */
export const LEGEND = `x, v, w     lists of positions and velocities; h: the step, s
acc(x, v)   accelerations, all forces over masses; free(x, v): without springs
add(a, s, b) is a + s b; dot(a, b): the sum of products; light(g) is M⁻¹g
root(g, u)  the u with g(u) = 0, by Newton’s method from u
linear(A, b) the u with A u = b; matrix(h, w): see the comment beside it
guess(x, v, h, w̃) the first s v, with s = 1, ¾, ½, ¼, 0, of which the next
            has no lower Φ = ½ Σ m|s v − w̃|² + ½ Σ k C², each spring at x + h s v
springs     { k, d } of each, color by color: stiffness and damping; measure(s, x):
            its extension C, m, and the gradient g of C`;

interface StepCode {
  /** One equation a line. */
  readonly pseudo: string;
  /** Body of `step(x, v, h)`, which returns [x⁺, v⁺]. */
  readonly body: string;
}

const CODES: Readonly<Record<string, StepCode>> = {
  'explicit-euler': {
    pseudo: 'x⁺ = x + h v\nv⁺ = v + h a(x, v)',
    body: 'return [add(x, h, v), add(v, h, acc(x, v))];',
  },
  'symplectic-euler': {
    pseudo: 'v⁺ = v + h a(x, v)\nx⁺ = x + h v⁺',
    body: 'const w = add(v, h, acc(x, v));\nreturn [add(x, h, w), w];',
  },
  'velocity-verlet': {
    pseudo: 'a  = a(x, v)\nx⁺ = x + h v + ½h² a\nv⁺ = v + ½h (a + a(x⁺, v + h a))',
    body: `const a = acc(x, v);
const end = add(add(x, h, v), h * h / 2, a);
const b = acc(end, add(v, h, a));
return [end, add(add(v, h / 2, a), h / 2, b)];`,
  },
  midpoint: {
    pseudo: 'x½ = x + ½h v,  v½ = v + ½h a(x, v)\nx⁺ = x + h v½\nv⁺ = v + h a(x½, v½)',
    body: `const [xm, vm] = [add(x, h / 2, v), add(v, h / 2, acc(x, v))];
return [add(x, h, vm), add(v, h, acc(xm, vm))];`,
  },
  rk3: {
    pseudo:
      'k₁ = F(y),  y = (x, v),  F = (v, a)\nk₂ = F(y + ½h k₁)\nk₃ = F(y + h(2k₂ − k₁))\ny⁺ = y + h(k₁ + 4k₂ + k₃)/6',
    body: `const [v1, a1] = [v, acc(x, v)];
const [x2, v2] = [add(x, h / 2, v1), add(v, h / 2, a1)];
const a2 = acc(x2, v2);
const [x3, v3] = [add(add(x, -h, v1), 2 * h, v2), add(add(v, -h, a1), 2 * h, a2)];
const a3 = acc(x3, v3);
const mean = (p: number[], q: number[], r: number[]) => add(add(p, 4, q), 1, r);
return [add(x, h / 6, mean(v1, v2, v3)), add(v, h / 6, mean(a1, a2, a3))];`,
  },
  rk4: {
    pseudo:
      'k₁ = F(y),  y = (x, v),  F = (v, a)\nk₂ = F(y + ½h k₁)\nk₃ = F(y + ½h k₂)\nk₄ = F(y + h k₃)\ny⁺ = y + h(k₁ + 2k₂ + 2k₃ + k₄)/6',
    body: `let [xs, vs, dx, dv] = [x, v, x, v];
for (const [ahead, weight] of [[h / 2, h / 6], [h / 2, h / 3], [h, h / 3], [0, h / 6]]) {
  const a = acc(xs, vs);
  [dx, dv] = [add(dx, weight, vs), add(dv, weight, a)];
  [xs, vs] = [add(x, ahead, vs), add(v, ahead, a)];
}
return [dx, dv];`,
  },
  'implicit-euler': {
    pseudo: '(M − hD − h²K) Δv = h(f + hKv)\nv⁺ = v + Δv\nx⁺ = x + h v⁺',
    body: `// matrix(h, w): A = M − hD − h²K and b = h(f + hKw), with K = ∂f/∂x and D = ∂f/∂v
const { A, b } = matrix(h, v);
const w = add(v, 1, linear(A, b));
return [add(x, h, w), w];`,
  },
  'implicit-euler-newton': {
    pseudo: 'v⁺ = v + h a(x + h v⁺, v⁺), solved for v⁺\nx⁺ = x + h v⁺',
    body: `const w = root((u) => add(add(u, -1, v), -h, acc(add(x, h, u), u)), v);
return [add(x, h, w), w];`,
  },
  'implicit-midpoint': {
    pseudo: 'v⁺ = v + h a(½(x + x⁺), ½(v + v⁺)), solved for v⁺\nx⁺ = x + ½h(v + v⁺)',
    body: `// m is the velocity in the middle, ½(v + v⁺).
const m = root((u) => add(add(u, -1, v), -h / 2, acc(add(x, h / 2, u), u)), v);
return [add(x, h, m), add(m, 1, add(m, -1, v))];`,
  },
  trapezoidal: {
    pseudo: 'v⁺ = v + ½h(a(x, v) + a(x⁺, v⁺)), solved for v⁺\nx⁺ = x + ½h(v + v⁺)',
    body: `const [y, s] = [add(x, h / 2, v), add(v, h / 2, acc(x, v))];
const w = root((u) => add(add(u, -1, s), -h / 2, acc(add(y, h / 2, u), u)), v);
return [add(y, h / 2, w), w];`,
  },
  'tr-bdf2': {
    pseudo:
      'd = 1 − ½√2,  c = ½(1 + √2)\nv₁ = v + dh(a(x, v) + a(x₁, v₁)),  x₁ = x + dh(v + v₁)\nv⁺ = v + c(v₁ − v) + dh a(x⁺, v⁺),  x⁺ = x + c(x₁ − x) + dh v⁺',
    body: `const [e, c] = [h * (1 - Math.SQRT1_2), (1 + Math.SQRT2) / 2];
// One stage: u = s + e a(y + e u, u)
const stage = (y: number[], s: number[]) => root((u) => add(add(u, -1, s), -e, acc(add(y, e, u), u)), s);
const [y, s] = [add(x, e, v), add(v, e, acc(x, v))];
const v1 = stage(y, s);
const x1 = add(y, e, v1);
const [z, t] = [add(x, c, add(x1, -1, x)), add(v, c, add(v1, -1, v))];
const w = stage(z, t);
return [add(z, e, w), w];`,
  },
  pbd: {
    pseudo:
      'w = v + h a without springs\ndashpots, each: w −= h d u/(1 + h d W) M⁻¹g,  u = g·w,  W = g·M⁻¹g\nn times, each spring at x + h w: w −= κ C/(h W) M⁻¹g,  κ = 1 − (1 + h²k W)^(−1/n)\nx⁺ = x + h w,  v⁺ = w',
    body: `let w = add(v, h, free(x, v));
const move = (s: Spring, ahead: number, change: (C: number, u: number, W: number) => number) => {
  const { C, g } = measure(s, add(x, ahead, w));
  w = add(w, -change(C, dot(g, w), dot(g, light(g))), light(g));
};
for (const s of springs) move(s, 0, (_, u, W) => (h * s.d * u) / (1 + h * s.d * W));
for (let n = 0; n < iterations; n++)
  for (const s of springs) move(s, h, (C, _, W) => ((1 - (1 + h * h * s.k * W) ** (-1 / iterations)) * C) / (h * W));
return [add(x, h, w), w];`,
  },
  xpbd: {
    pseudo:
      'w = v + h a without springs,  μ = 0\nn times, each spring at x + h w:\n  Δμ = −(h k C + h d u + μ)/(1 + (h²k + h d) W),  u = g·w,  W = g·M⁻¹g\n  μ += Δμ,  w += Δμ M⁻¹g\nx⁺ = x + h w,  v⁺ = w',
    body: `let w = add(v, h, free(x, v));
const mu = springs.map(() => 0);
for (let n = 0; n < iterations; n++)
  springs.forEach((s, j) => {
    const { C, g } = measure(s, add(x, h, w));
    const change = -(h * s.k * C + h * s.d * dot(g, w) + mu[j]) / (1 + h * (h * s.k + s.d) * dot(g, light(g)));
    [mu[j], w] = [mu[j] + change, add(w, change, light(g))];
  });
return [add(x, h, w), w];`,
  },
  'projective-dynamics': {
    pseudo:
      'w̃ = v + h a without springs,  w = guess of s v\nn times: r = M(w̃ − w) − h Σ (k C + d u) g, each spring at x + h w,  u = g·w\n         w += A⁻¹r,  A = M + Σ (h²k + h d) L\nx⁺ = x + h w,  v⁺ = w',
    body: `// matrix(h, w): A = M + Σ (h²k + h d) L, the same in all steps: factored once; b = M w
const [goal, { A }] = [add(v, h, free(x, v)), matrix(h, v)];
let w = guess(x, v, h, goal);
for (let n = 0; n < iterations; n++) {
  const at = springs.map((s) => ({ ...s, ...measure(s, add(x, h, w)) }));
  const { b } = matrix(h, add(goal, -1, w));
  w = add(w, 1, linear(A, at.reduce((r, { k, d, C, g }) => add(r, -h * (k * C + d * dot(g, w)), g), b)));
}
return [add(x, h, w), w];`,
  },
  'vertex-block-descent': {
    pseudo:
      'w̃ = v + h a without springs,  w = guess of s v\nn times, each particle i with all others held, springs at x + h w:\n  r = m(w̃ᵢ − wᵢ) + h fᵢ\n  H = m I − h ∂fᵢ/∂vᵢ − h² ∂fᵢ/∂xᵢ, where the part across a spring is at least 0\n  wᵢ += H⁻¹r\nx⁺ = x + h w,  v⁺ = w',
    body: `// block(i, …): r and H of particle i, as lists with zeros, and the identity, for all others
const goal = add(v, h, free(x, v));
let w = guess(x, v, h, goal);
for (let n = 0; n < iterations; n++)
  for (const i of particles) {
    const { H, r } = block(i, h, add(x, h, w), w, goal);
    w = add(w, 1, linear(H, r));
  }
return [add(x, h, w), w];`,
  },
};

/** Of a method, by its id; null for one that was added. */
export function stepCode(id: string): { pseudo: string; typescript: string } | null {
  if (!Object.hasOwn(CODES, id)) return null;
  const { pseudo, body } = CODES[id];
  const lines = body.split('\n').map((line) => `  ${line}`);
  const typescript = ['function step(x: number[], v: number[], h: number) {', ...lines, '}'].join('\n');
  return { pseudo, typescript };
}

/** The code of one step of a method: equations and TypeScript, and a button that copies it. */
export function createStepCode(): { node: HTMLElement; show(method: string | null, label: string): void } {
  const title = element('summary', { title: 'The method as a program of at most ten lines' });
  const pseudo = element('pre.step-code', { tabindex: 0, 'aria-label': 'Equations of the step' });
  const code = element('pre.step-code', { tabindex: 0, 'aria-label': 'TypeScript of the step' });
  const note = element('p.now', { role: 'status' });
  const copy = button('Copy the code', 'Copy the TypeScript with its legend', async () => {
    const text = `/*\n${LEGEND}\n*/\n${code.textContent}\n`;
    try {
      await navigator.clipboard.writeText(text);
      setText(note, 'The code is copied.');
    } catch {
      getSelection()?.selectAllChildren(code);
      setText(note, 'The code is selected, but not copied.');
    }
  });
  const legend = element('pre.step-code.legend', { tabindex: 0, 'aria-label': 'What the code uses' }, LEGEND);
  const node = element('details', { hidden: true }, title, pseudo, code, legend, controlRow(copy), note);
  return {
    node,
    show(method, label) {
      const found = method === null ? null : stepCode(method);
      node.hidden = found === null;
      if (!found || code.textContent === found.typescript) return;
      setText(title, t`Code of a step: ${label}`);
      setText(pseudo, found.pseudo);
      setText(code, found.typescript);
      setText(note, '');
    },
  };
}
