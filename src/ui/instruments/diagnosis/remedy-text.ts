/** The label of a remedy's button: what a click does. */
import type { Command } from '../../../physics';
import type { Catalog } from '../../../runtime/host/catalog-types';
import { formatCount, formatNumber, formatQuantity } from '../../controls/number-format';
import { methodLabel } from '../../lab/catalog-labels';
import { commandText } from '../parts/command-text';

type Texts = { [T in Command['type']]?: (command: Extract<Command, { type: T }>, catalog: Catalog) => string };

const TEXTS: Texts = {
  set({ key, value }, { params }) {
    if (key === 'clamp') return 'Clamp the matrix';
    const { label, unit } = params[key] ?? { label: key, unit: '' };
    const amount = key === 'dt' ? formatQuantity(value, 's') : `${formatNumber(value)} ${unit}`.trim();
    return `Set ${key === 'dt' ? 'dt' : label} to ${amount}`;
  },
  integrator: ({ id }, catalog) => `Use ${startLower(methodLabel(catalog, id))}`,
  cut: ({ spring }) =>
    typeof spring === 'number' ? `Cut spring ${spring}` : `Cut ${formatCount(spring.length)} springs`,
  release: () => 'Let go of the particle',
  push: () => 'Stop pushing',
  particle: ({ particle, mass = 0 }) => `Set the mass of particle ${particle} to ${formatNumber(mass)} kg`,
};

/** `Set dt to 0.54 ms`, `Set damping to 0 N·s/m, drag to 0 …` */
export function remedyText(commands: readonly Command[], catalog: Catalog): string {
  const [first, ...others] = commands.map((command) => {
    const text = TEXTS[command.type] as ((command: Command, catalog: Catalog) => string) | undefined;
    return text?.(command, catalog) ?? commandText(command as never, catalog);
  });
  return [first, ...others.map((text) => text.replace(/^Set /, ''))].join(', ');
}

/** A label within a sentence; names such as RK4 stay. */
function startLower(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label[0].toLowerCase() + label.slice(1) : label;
}
