/** Lessons about contact and friction. */
import { t } from '../../../language/translate';
import {
  edit,
  energy,
  experiments,
  fromStart,
  type Lesson,
  type LiveValue,
  madeOf,
  momentum,
  playing,
  positionOf,
  RESTART,
  reload,
  set,
  speed,
  strain,
} from '../lesson';
import { BAERENTZEN, BRIDSON, PARTICLE_DYNAMICS } from './sources';

/** m; height of the tops of the pads above the floor. */
const PAD = 0.26;
const RESTITUTIONS = [0, 0.25, 0.5, 0.75, 1];

function height(ball: number): LiveValue {
  return {
    label: t`height of the ball with $e$ = ${RESTITUTIONS[ball]}`,
    value: (frame) => `${(positionOf(frame, ball)[1] - PAD).toFixed(3)} m`,
  };
}

export const lessons: Readonly<Record<string, Lesson>> = {
  bounce: {
    sources: [PARTICLE_DYNAMICS],
    parts: [
      { title: 'Collision with a plane' },
      'Take a plane through $\\mathbf p$ with normal $\\mathbf N$. The first condition says that a particle is on the legal side, the second that it moves towards the plane:',
      '$$(\\mathbf x - \\mathbf p)\\cdot\\mathbf N \\ge 0, \\qquad \\mathbf v\\cdot\\mathbf N < 0$$',
      'The bounce reverses the normal component of the velocity and multiplies it by the coefficient of restitution $e$:',
      '$$\\mathbf v_N = (\\mathbf N\\cdot\\mathbf v)\\,\\mathbf N, \\qquad \\mathbf v^+ = \\mathbf v - \\mathbf v_N - e\\,\\mathbf v_N$$',
      'The speed at the floor is $\\sqrt{2gy}$ after a fall from the height $y$. So after each bounce the height is $e^2$ times the height before, and after the $n$-th bounce it is',
      '$$y_n = e^{2n}\\, y_0$$',
      { remark: 'With $e = 1$ the bounce is elastic: that ball returns to its height for ever.' },
      { live: [height(2), height(3), height(4), energy] },
      { title: 'Resting contact' },
      'A particle may rest on the surface, without normal velocity, while a force pushes it against the surface. A contact force then cancels the normal component of $\\mathbf f$. Tests at the end of each step are not enough: at 12 m/s a particle moves 25 mm below the floor in one step of 1/480 s. So the time of impact within the step is computed.',
      experiments(
        fromStart(
          'Restart',
          'From 1 m the ball with 0.75 returns to 0.5625 m, then to 0.316 m; the ball with 1 returns to 1 m.',
        ),
        fromStart('On the Moon', 'Slower, and to the same heights: they do not depend on $g$.', set({ gravity: 1.62 })),
        fromStart(
          'Set all restitutions to 0.9',
          'After each bounce a ball reaches 81 % of the height before.',
          edit('spheres', 0.9, 'restitution'),
        ),
        reload('bounce'),
      ),
    ],
  },
  slope: {
    sources: [PARTICLE_DYNAMICS],
    parts: [
      { title: 'Stick or slide' },
      'On a slope of angle $\\alpha$, gravity has the component $mg\\sin\\alpha$ along the slope and $mg\\cos\\alpha$ normal to it. The ball, which cannot roll, stays at rest as long as the friction force is at most $\\mu$ times the normal force:',
      '$$\\tan\\alpha \\le \\mu$$',
      'On a steeper slope it slides, with the largest possible friction force:',
      '$$a = g\\,(\\sin\\alpha - \\mu\\cos\\alpha)$$',
      'The result depends neither on the mass nor on the speed. This slope has 25°, and $\\tan 25° = 0.466$. With $\\mu = 0.4$ the balls slide with an acceleration of 0.589 m/s².',
      { live: [speed] },
      experiments(
        fromStart('μ = 0.5', 'They stay at rest, exactly where they are.', edit('planes', 0.5, 'friction')),
        fromStart('No friction', 'They slide with $g\\sin\\alpha$ = 4.15 m/s².', edit('planes', 0, 'friction')),
        fromStart(
          'Half the gravity',
          'They slide with half the acceleration. Balls at rest stay at rest.',
          set({ gravity: 4.905 }),
        ),
        reload('slope'),
      ),
      {
        question: 'Tilt the plane with its handle. At which angle do particles with $\\mu = 0.5$ start to slide?',
        answer: ['At $\\alpha = \\arctan 0.5 = 26.6°$.'],
      },
    ],
  },
  'cloth-on-sphere': {
    sources: [PARTICLE_DYNAMICS, BRIDSON],
    parts: [
      { title: 'Contact with a sphere' },
      'The surface of a ball is handled like a plane, but its normal depends on the position. With the centre $\\mathbf p$ and the radius $r$:',
      '$$\\varphi(\\mathbf x) = |\\mathbf x - \\mathbf p| - r, \\qquad \\mathbf N = \\frac{\\mathbf x - \\mathbf p}{|\\mathbf x - \\mathbf p|}$$',
      'Where $\\varphi$ would become negative, the normal velocity is set to zero, and friction resists sliding. A flat cloth cannot lie flat on a ball: it must stretch or fold. Folding costs less energy, so it folds.',
      { live: [strain, energy] },
      experiments(
        RESTART,
        playing(
          'No friction',
          'On a smooth ball the cloth slides off, sooner or later.',
          edit('spheres', 0, 'friction'),
        ),
        fromStart('Without bend springs', 'Finer folds.', set({ bendSprings: 0 })),
        fromStart('Stiff bend springs', 'Fewer and wider folds.', set({ bendSprings: 1, bend: 0.5 })),
        reload('cloth-on-sphere'),
      ),
    ],
  },
  'turning-ball': {
    sources: [BRIDSON],
    parts: [
      { title: 'Taken along by friction' },
      'The ball turns about the vertical axis through its centre $\\mathbf p$ with the angular velocity $\\boldsymbol\\omega$. The point $\\mathbf x$ of its surface moves with',
      '$$\\mathbf V(\\mathbf x) = \\boldsymbol\\omega \\times (\\mathbf x - \\mathbf p)$$',
      'Near the top $\\mathbf V$ is small: there the cloth sticks. Farther down, where the surface is steep, less presses, and the cloth slides. What hangs free is pulled along by its springs, and flies outwards.',
      { live: [strain, energy] },
      experiments(
        fromStart(
          'No friction',
          'The ball turns under the cloth, which does not notice.',
          edit('spheres', 0, 'friction'),
        ),
        fromStart('Twice as fast', 'At 10 rad/s the corners fly higher.', edit('spheres', 10, 'spin', '1')),
        RESTART,
        reload('turning-ball'),
      ),
    ],
  },
  tablecloth: {
    sources: [BAERENTZEN],
    parts: [
      { title: 'How far is the table?' },
      'The table is a closed surface of triangles. For each particle the engine looks for the nearest point $\\mathbf p$ of all triangles, in a tree of boxes. The distance to it counts as negative inside the body:',
      '$$\\varphi(\\mathbf x) = \\pm|\\mathbf x - \\mathbf p|, \\qquad \\mathbf N = \\frac{\\mathbf x - \\mathbf p}{\\varphi}$$',
      'With $\\varphi$ and $\\mathbf N$ contact is that of a plane or a sphere: no particle stays at $\\varphi < 0$, and friction is at most $\\mu$ times what presses.',
      'The sign is that of $(\\mathbf x - \\mathbf p)\\cdot\\mathbf n$. On a face $\\mathbf n$ is its normal. On an edge and at a corner it is the sum of the normals of all faces that meet there, each weighted by its angle: the normal of one face alone can put a point near a sharp edge on the wrong side.',
      { live: [strain, energy] },
      experiments(
        madeOf('silk', 'Silk', 'Light and limp: many fine folds.'),
        madeOf('denim', 'Denim', 'Few broad folds.'),
        RESTART,
        reload('tablecloth'),
      ),
      { title: 'What passes through' },
      'A round edge that is narrower than the net is fine comes through a little between the particles: the body is drawn a little below its surface, so that one sees less of it. More rows and columns bring the cloth closer to the edge.',
    ],
  },
  'table-pulled-away': {
    sources: [PARTICLE_DYNAMICS],
    parts: [
      { title: 'What friction can do' },
      'The only force that can take the cloth along is friction. It is at most $\\mu$ times what presses, and the weight $mg$ presses. So the acceleration of the cloth is at most',
      '$$|\\dot{\\mathbf v}_T| \\le \\mu g = 0.3 \\cdot 9.81\\,\\mathrm{m/s^2} \\approx 2.9\\,\\mathrm{m/s^2}$$',
      'The table goes a way $s$ in a time $T$, and rests at both ends. Its largest acceleration is $6s/T^2$: with $s = 1.3\\,\\mathrm m$ and $T = 0.5\\,\\mathrm s$ it is $31\\,\\mathrm{m/s^2}$, ten times as much. The cloth slides. While the table is under it, friction gives it the velocity $\\mu g t$, and then it falls.',
      { live: [speed, momentum] },
      experiments(
        fromStart(
          'Slowly',
          'In 2.5 s: 6s/T² is 1.2 m/s², less than μg. The cloth goes along.',
          edit('bodies', 2.5, 'path', '4'),
        ),
        fromStart('Fast', 'In 0.5 s: the cloth stays behind.', edit('bodies', 0.5, 'path', '4')),
        fromStart(
          'No friction',
          'The cloth falls straight down, and no part of it has moved sideways.',
          edit('bodies', 0, 'friction'),
        ),
        RESTART,
        reload('table-pulled-away'),
      ),
      { title: 'Contact with what moves' },
      'Each point $\\mathbf x$ of a moving obstacle has a velocity $\\mathbf V(\\mathbf x)$. Contact is as with an obstacle at rest, for the velocity relative to it:',
      '$$\\mathbf u = \\mathbf v - \\mathbf V, \\qquad u_N \\ge 0, \\qquad |\\mathbf f_T| \\le \\mu f_N$$',
      'What sticks has $\\mathbf u = 0$: it moves as the table does. The table does work on the cloth. In the energy ledger it stands under “Hand”.',
    ],
  },
  'cloth-over-bust': {
    sources: [BAERENTZEN],
    parts: [
      { title: 'Over head and shoulders' },
      'The bust is a closed surface of some ten thousand triangles. Where it curves two ways, as on the head, a flat cloth cannot lie without stretch or folds: the Gaussian curvature of a sheet that is not stretched stays 0.',
      '$$K = \\kappa_1\\kappa_2$$',
      'Springs resist stretch much more than bending. So the cloth folds, and hangs in cones from the points that carry it.',
      { live: [strain, energy] },
      experiments(
        madeOf('silk', 'Silk', 'Light and limp: many fine folds.'),
        madeOf('denim', 'Denim', 'Few broad folds.'),
        playing(
          'No friction',
          'On a smooth bust the cloth slides down on one side, sooner or later.',
          edit('bodies', 0, 'friction'),
        ),
        RESTART,
        reload('cloth-over-bust'),
      ),
    ],
  },
};
