/** The text of a method around the lines that differ. */
interface MethodText {
  id: string;
  label: string;
  order: number;
  summary: string;
  /** Lines of `create` before its result. */
  create: string;
  /** Lines of `step`. */
  step: string;
}

export function methodText({ id, label, order, summary, create, step }: MethodText): string {
  return `/** A method, in the shape of IntegratorDefinition. */
export default {
  id: '${id}',
  label: '${label}',
  order: ${order},
  summary: '${summary}',
  create(world) {
    const { kernel, arena, model } = world;
    const size = 4 * model.particleCount;
${indented(create, 4)}
    return {
      step(state, h) {
        const { positions: x, velocities: v } = state;
${indented(step, 8)}
      },
    };
  },
};
`;
}

/** The text of a force on all particles. */
interface ForceText {
  id: string;
  label: string;
  summary: string;
  account: 'elastic' | 'gravity' | 'heat';
  /** One line for each parameter. */
  params: string;
  /** Lines of `create` before its result. */
  create: string;
  /** Lines of `addForce`. */
  force: string;
  /** Further functions. */
  more: string;
}

export function forceText({ id, label, summary, account, params, create, force, more }: ForceText): string {
  return `/** A force on all particles, in the shape of ForceDefinition. */
export default {
  id: '${id}',
  label: '${label}',
  summary: '${summary}',
  account: '${account}',
  params: {
${indented(params, 4)}
  },
  create(world) {
${indented(create, 4)}
    return {
      addForce(f, { positions: x, velocities: v }) {
${indented(force, 8)}
      },
${indented(more, 6)}
    };
  },
};
`;
}

function indented(lines: string, by: number): string {
  return lines
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(by) + line))
    .join('\n');
}
