import { Body, Broadphase, DistanceConstraint, GSSolver, Particle, Spring, Vec3, World } from 'cannon-es';
import { type Cloth, FRAME, type Net } from './net';

/** Finds no contacts: the search for them would take most of the time. */
class NoContacts extends Broadphase {
  override collisionPairs(): void {}
}

/** Distance constraints of cannon-es without stiffness, as in its own cloth example. @param passes Gauss–Seidel passes per step */
export function cannonCloth(net: Net, passes: number): Cloth {
  const { world, bodies } = openWorld(net);
  const solver = new GSSolver();
  solver.iterations = passes;
  solver.tolerance = 0;
  world.solver = solver;
  for (let j = 0; j < net.restLengths.length; j++) {
    const [a, b] = [bodies[net.springs[2 * j]], bodies[net.springs[2 * j + 1]]];
    world.addConstraint(new DistanceConstraint(a, b, net.restLengths[j]));
  }
  return { advance: () => world.step(FRAME), position: positionOf(bodies) };
}

/** Springs of cannon-es as forces with symplectic Euler, like Hooke’s explicit integrator at the same dt. */
export function cannonSprings(net: Net, substeps: number): Cloth {
  const { world, bodies } = openWorld(net);
  const springs = Array.from(
    net.restLengths,
    (restLength, j) =>
      new Spring(bodies[net.springs[2 * j]], bodies[net.springs[2 * j + 1]], {
        restLength,
        stiffness: net.stiffness[j],
        damping: net.damping,
      }),
  );
  return {
    advance() {
      for (let i = 0; i < substeps; i++) {
        for (const spring of springs) spring.applyForce();
        world.step(FRAME / substeps);
      }
    },
    position: positionOf(bodies),
  };
}

function openWorld(net: Net): { world: World; bodies: Body[] } {
  const world = new World({ gravity: new Vec3(0, -net.gravity, 0), broadphase: new NoContacts(), allowSleep: false });
  const bodies = Array.from(net.masses, (mass, i) => {
    const [x, y, z] = [net.positions[4 * i], net.positions[4 * i + 1], net.positions[4 * i + 2]];
    const body = new Body({
      mass: net.pinned[i] === 1 ? 0 : mass,
      shape: new Particle(),
      position: new Vec3(x, y, z),
      // A part lost per second: v ← v (1 − d)^dt.
      linearDamping: 1 - Math.exp(-net.slowing),
    });
    world.addBody(body);
    return body;
  });
  return { world, bodies };
}

const positionOf =
  (bodies: Body[]) =>
  (i: number): [number, number, number] => {
    const { x, y, z } = bodies[i].position;
    return [x, y, z];
  };
