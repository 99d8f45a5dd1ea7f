import openJolt from 'jolt-physics/wasm';
import { type Cloth, FRAME, type Net, trianglesOf } from './net';

/** One module instance per cloth, because a world of Jolt leaves global state behind. */
type Jolt = Awaited<ReturnType<typeof openJolt>>;
type SharedSettings = InstanceType<Jolt['SoftBodySharedSettings']>;

/**
 * A soft body of Jolt: XPBD with edge compliances 1/k, and a number of substeps per frame.
 * @param attached true: a long-range attachment also limits each particle's distance from the nearest pin to that in the flat
 *   cloth. This is Jolt's own method against stretch; springs have nothing like it.
 */
export async function joltCloth(net: Net, substeps: number, attached: boolean): Promise<Cloth> {
  const Jolt = await openJolt();
  const jolt = openWorld(Jolt);
  const system = jolt.GetPhysicsSystem();
  system.SetGravity(new Jolt.Vec3(0, -net.gravity, 0));
  const settings = new Jolt.SoftBodyCreationSettings(
    sharedSettings(Jolt, net, attached),
    new Jolt.RVec3(0, 0, 0),
    Jolt.Quat.prototype.sIdentity(),
    0,
  );
  settings.mNumIterations = substeps;
  settings.mLinearDamping = net.slowing;
  settings.mUpdatePosition = false;
  settings.mMakeRotationIdentity = false;
  settings.mAllowSleeping = false;
  const bodies = system.GetBodyInterface();
  const body = bodies.CreateSoftBody(settings);
  bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
  const vertices = Jolt.castObject(body.GetMotionProperties(), Jolt.SoftBodyMotionProperties).GetVertices();
  return {
    advance: () => jolt.Step(FRAME, 1),
    position(i) {
      const { mPosition: x } = vertices.at(i);
      return [x.GetX(), x.GetY(), x.GetZ()];
    },
  };
}

/** An empty world with one layer, on this thread. */
function openWorld(Jolt: Jolt): InstanceType<Jolt['JoltInterface']> {
  const settings = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(1);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
  settings.mMaxWorkerThreads = 0;
  settings.mMaxBodies = settings.mMaxBodyPairs = settings.mMaxContactConstraints = 1;
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  return new Jolt.JoltInterface(settings);
}

function sharedSettings(Jolt: Jolt, net: Net, attached: boolean): SharedSettings {
  const { positions, masses, pinned, springs, restLengths, stiffness } = net;
  const shared = new Jolt.SoftBodySharedSettings();
  const vertex = new Jolt.SoftBodySharedSettingsVertex();
  for (let i = 0; i < masses.length; i++) {
    const place = new Jolt.Float3(positions[4 * i], positions[4 * i + 1], positions[4 * i + 2]);
    vertex.mPosition = place;
    vertex.mInvMass = pinned[i] === 1 ? 0 : 1 / masses[i];
    shared.mVertices.push_back(vertex);
    Jolt.destroy(place);
  }
  for (const [a, b, c] of trianglesOf(net)) {
    const face = new Jolt.SoftBodySharedSettingsFace(a, b, c, 0);
    shared.AddFace(face);
    Jolt.destroy(face);
  }
  for (let j = 0; j < restLengths.length; j++) {
    const edge = new Jolt.SoftBodySharedSettingsEdge(springs[2 * j], springs[2 * j + 1], 1 / stiffness[j]);
    edge.mRestLength = restLengths[j];
    shared.mEdgeConstraints.push_back(edge);
    Jolt.destroy(edge);
  }
  if (attached) attach(Jolt, shared, net);
  shared.Optimize();
  return shared;
}

/** Attachments to the nearer corner, at the distance in the flat cloth, 1 m wide. */
function attach(Jolt: Jolt, shared: SharedSettings, { n, pinned }: Net): void {
  for (let i = 0; i < n * n; i++) {
    if (pinned[i] === 1) continue;
    const [row, column] = [Math.floor(i / n), i % n];
    const left = column <= n / 2;
    const distance = Math.hypot(left ? column : n - 1 - column, row) / (n - 1);
    const attachment = new Jolt.SoftBodySharedSettingsLRA(left ? 0 : n - 1, i, distance);
    shared.mLRAConstraints.push_back(attachment);
    Jolt.destroy(attachment);
  }
}
