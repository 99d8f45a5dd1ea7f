import { swingOf } from '../../fixtures/swing';
import type { Suite } from '../report';

/** Folds and swing of the default cloth of denim on finer and finer nets, for docs/materials.md. */
export const swing: Suite = {
  id: 'swing',
  about: 'folds and swing of the default cloth of denim, from 32 to 128 particles a side',
  run(report) {
    const rows = [32, 48, 64, 96, 128].map((n) => {
      const [depth, omega, zeta] = swingOf('denim', n);
      return {
        net: `${n} × ${n}`,
        'depth of the folds, m': depth.toFixed(3),
        'swing, rad/s': omega.toFixed(2),
        'damping ratio': zeta.toFixed(3),
      };
    });
    report.tables.push({ title: 'The default cloth of denim', rows });
  },
};
