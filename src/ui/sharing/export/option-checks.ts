/** Checks the options of an export, and names what is wrong with one. */
import { show } from '../../../physics/model/validate';

export interface OptionCheck {
  /** What it does, with its unit. */
  readonly help: string;
  /** What a value must be. */
  readonly must: string;
  accepts(value: unknown): boolean;
}

/** By the name of the option. */
export type OptionChecks = Readonly<Record<string, OptionCheck>>;

const range = (min: number, max: number) =>
  max === Number.POSITIVE_INFINITY ? `of at least ${min}` : `from ${min} to ${max}`;

/** @param help what it is, with its unit */
export function number(help: string, min: number, max = Number.POSITIVE_INFINITY): OptionCheck {
  return {
    help,
    must: `be a number ${range(min, max)}`,
    accepts: (value) => typeof value === 'number' && value >= min && value <= max,
  };
}

export function wholeNumber(help: string, min: number, max = Number.POSITIVE_INFINITY): OptionCheck {
  return {
    help,
    must: `be a whole number ${range(min, max)}`,
    accepts: (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  };
}

export function yesOrNo(help: string): OptionCheck {
  return { help, must: 'be true or false', accepts: (value) => typeof value === 'boolean' };
}

export function oneOf(help: string, values: readonly string[]): OptionCheck {
  return {
    help,
    must: `be one of ${values.join(', ')}`,
    accepts: (value) => typeof value === 'string' && values.includes(value),
  };
}

/** @param each the check of its entries */
export function listOf(help: string, each: OptionCheck): OptionCheck {
  return {
    help,
    must: `be a list; each entry must ${each.must}`,
    accepts: (value) => Array.isArray(value) && value.every(each.accepts),
  };
}

/**
 * The options that are given: an undefined one counts as absent.
 * @param what the options are of, for messages @throws RangeError with the option's name and its value
 */
export function checkOptions(what: string, checks: OptionChecks, options: unknown): Readonly<Record<string, unknown>> {
  if (typeof options !== 'object' || options === null) {
    throw new RangeError(`${what}: the options must be an object, got ${String(options)}`);
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (!Object.hasOwn(checks, name)) {
      const names = Object.keys(checks).join(', ');
      throw new RangeError(`${what}: there is no option ${JSON.stringify(name)}; there are ${names || 'none'}`);
    }
    const { must, accepts } = checks[name];
    if (!accepts(value)) throw new RangeError(`${what}: ${name} must ${must}, got ${show(value)}`);
  }
  return Object.fromEntries(given);
}
