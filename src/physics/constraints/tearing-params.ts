import type { ParamTable } from '../model/params';

export const TEARING_PARAMS = {
  tearStrain: {
    label: 'tears at strain',
    unit: 'm/m',
    default: 0,
    range: [0, 1],
    scale: 'linear',
    accepts: 'non-negative',
    group: 'Material',
    help: 'A spring breaks when it is stretched by more than this part of its rest length; 0: never.',
  },
} as const satisfies ParamTable;
