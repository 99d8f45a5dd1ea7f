import { cgXRay } from './cg-x-ray';
import { detective } from './detective';
import { inspect } from './inspect';
import { ledger } from './ledger';
import { limit } from './limit';
import { matrices } from './matrices';
import { mechanisms } from './mechanisms';
import { modeGrowth } from './mode-growth';
import { modeLimits } from './mode-limits';
import { modes } from './modes';
import { recorded } from './recorded';
import { region } from './region';
import { scorecard } from './scorecard';
import { slowestSwing } from './slowest-swing';
import { spectrum } from './spectrum';
import { spring } from './spring';
import { testBench } from './test-bench';

/**
 * What the page may ask about a run: each takes the simulation and plain data, changes nothing, and gives back plain data.
 * Loaded when first asked.
 */
export const QUERIES = {
  cgXRay,
  detective,
  inspect,
  ledger,
  limit,
  matrices,
  mechanisms,
  modeGrowth,
  modeLimits,
  modes,
  region,
  recorded,
  scorecard,
  slowestSwing,
  spectrum,
  spring,
  testBench,
};

type Queries = typeof QUERIES;
export type QueryName = keyof Queries;
export type Args<Name extends QueryName> = Parameters<Queries[Name]>[1];
export type Answer<Name extends QueryName> = ReturnType<Queries[Name]>;
