import openAmmo from 'ammojs-typed/wasm';
import { type Cloth, FRAME, type Net, trianglesOf } from './net';

const Ammo = await openAmmo();

/** Passes over the links in each step. */
const PASSES = 10;
/** Keeps the body active. */
const DISABLE_DEACTIVATION = 4;

/**
 * A position-based soft body of Bullet. A link's stiffness is a number from 0 to 1 per pass, without a unit; here the numbers
 * have the ratio of the springs, with 1 for the structural ones.
 */
export function ammoCloth(net: Net, substeps: number): Cloth {
  const world = openWorld(net);
  const info = world.getWorldInfo();
  const vector = new Ammo.btVector3(0, 0, 0);
  const body = new Ammo.btSoftBody(info, 0, vector, []);
  const { masses, pinned, positions, springs, stiffness } = net;
  const strongest = Math.max(...Array.from(stiffness));
  // The rest length is a link's length when it is added: that of the flat cloth.
  for (let i = 0; i < masses.length; i++) {
    vector.setValue(positions[4 * i], positions[4 * i + 1], positions[4 * i + 2]);
    body.appendNode(vector, pinned[i] === 1 ? 0 : masses[i]);
  }
  const materials = new Map([...new Set(Array.from(stiffness))].map((k) => [k, body.appendMaterial()]));
  for (const [k, material] of materials) material.set_m_kLST(k / strongest);
  for (let j = 0; j < stiffness.length; j++) {
    body.appendLink(springs[2 * j], springs[2 * j + 1], materialOf(stiffness[j]), false);
  }
  for (const [a, b, c] of trianglesOf(net)) body.appendFace(a, b, c, materialOf(strongest));
  const settings = body.get_m_cfg();
  settings.set_piterations(PASSES);
  settings.set_collisions(0);
  settings.set_kDP((net.slowing * FRAME) / substeps);
  world.addSoftBody(body, 1, 0);
  body.setActivationState(DISABLE_DEACTIVATION);

  function materialOf(k: number) {
    const material = materials.get(k);
    if (!material) throw new Error(`no material for ${k} N/m`);
    return material;
  }

  return {
    advance() {
      for (let i = 0; i < substeps; i++) world.stepSimulation(FRAME / substeps, 0);
    },
    position(i) {
      const x = body.get_m_nodes().at(i).get_m_x();
      return [x.x(), x.y(), x.z()];
    },
  };
}

function openWorld({ gravity }: Net): InstanceType<typeof Ammo.btSoftRigidDynamicsWorld> {
  const collisions = new Ammo.btSoftBodyRigidBodyCollisionConfiguration();
  const world = new Ammo.btSoftRigidDynamicsWorld(
    new Ammo.btCollisionDispatcher(collisions),
    new Ammo.btDbvtBroadphase(),
    new Ammo.btSequentialImpulseConstraintSolver(),
    collisions,
    new Ammo.btDefaultSoftBodySolver(),
  );
  const down = new Ammo.btVector3(0, -gravity, 0);
  world.setGravity(down);
  world.getWorldInfo().set_m_gravity(down);
  world.getWorldInfo().set_air_density(0);
  return world;
}
