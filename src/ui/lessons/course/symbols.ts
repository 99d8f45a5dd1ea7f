/** The letters of the course: TeX, and the meaning with its unit. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  h: 'time step dt, s',
  n: 'number of the step',
  'x,\\ v': 'position, m, and velocity, m/s',
  m: 'mass, kg',
  k: 'stiffness of a spring, N/m',
  c: 'spring damping, N·s/m',
  '\\omega': '$\\sqrt{k/m}$, angular frequency, rad/s',
  '\\zeta': '$c/(2\\sqrt{km})$, damping ratio',
  '\\lambda': 'eigenvalue of the motion, 1/s',
  z: '$x + i\\,v/\\omega$, the state as a complex number, m',
  f: 'force, N',
  M: 'masses, as a matrix',
  'K,\\ D':
    '$\\partial f/\\partial x$ and $\\partial f/\\partial v$: the matrices of many springs; of one they are $-k$ and $-c$',
};
