/** The light of the scene as uniforms, and the materials of what it lights: obstacles, and the rods that hold pins. */
import {
  BufferAttribute,
  BufferGeometry,
  DepthTexture,
  LessEqualCompare,
  LinearFilter,
  Matrix4,
  Mesh,
  type Object3D,
  OrthographicCamera,
  type RawShaderMaterial,
  Scene,
  UnsignedIntType,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { SceneBounds } from '../camera/scene-bounds';
import { shaderMaterial } from './shader-material';
import type { ThemeUniforms } from './theme-colors';

export type Lighting = ReturnType<typeof createLighting>;

/** The key light with its shadow, and what the room reflects. */
export function createLighting({ key, sky, bounce, rim }: ThemeUniforms, { matrix, depth, toLight }: SoftShadow) {
  return { key, sky, bounce, rim, shadowMatrix: matrix, shadowDepth: depth, toLight };
}

const FRAGMENT_INPUTS = /* glsl */ `precision mediump sampler2DShadow;
uniform sampler2DShadow shadowDepth;
uniform vec3 toLight, baseColor, key, sky, bounce, rim;
in vec3 n, toEye, shadowAt;
out vec4 color;
`;

/** Fragment shader of an obstacle: matte, with soft shadows. */
const MATTE = /* glsl */ `void main() {
  vec3 N = normalize(n);
  float lit = 0.;
  for (int k = 0; k < 9; k++) {
    vec2 d = (vec2(float(k % 3), float(k / 3)) - 1.) / 500.;
    lit += texture(shadowDepth, shadowAt + vec3(d, 0.)) / 9.;
  }
  float wrapped = max(0., (dot(N, toLight) + .1) / 1.1);
  float grazing = 1. - abs(dot(N, normalize(toEye)));
  vec3 light = key * wrapped * lit * .75 + mix(bounce * .8, sky, N.y * .5 + .5);
  color = vec4(sqrt(baseColor * baseColor * light + rim * (grazing * grazing * grazing * .12)), 1.);
}`;

/**
 * Makes `mesh(geometry)`, a lit mesh that throws a shadow.
 * @param uniforms the lighting, `baseColor`, and those of `place`
 * @param place GLSL: `vec3 place(out vec3 n)`, a position, m, with the direction outwards; and `vec3 lift(vec3 n)`, m, from there to
 * where its shadow is looked up: a surface must not shadow itself
 * @param shade GLSL: `main` of the fragment shader
 */
export function createLit(
  uniforms: Lighting & { baseColor: { value: readonly number[] }; [name: string]: { value: unknown } },
  place: string,
  shade = MATTE,
) {
  const vertex = /* glsl */ `uniform mat4 viewMatrix, projectionMatrix, shadowMatrix;
    uniform vec3 cameraPosition, toLight;
    ${place}`;
  const material = shaderMaterial(
    { uniforms },
    `${vertex}
      out vec3 n, toEye, shadowAt;
      void main() {
        vec3 p = place(n);
        toEye = cameraPosition - p;
        shadowAt = (shadowMatrix * vec4(p + lift(n), 1.)).xyz;
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
      }`,
    FRAGMENT_INPUTS + shade,
  );
  const shadowMaterial = shaderMaterial(
    { uniforms },
    `${vertex}
      void main() { vec3 n; gl_Position = projectionMatrix * viewMatrix * vec4(place(n), 1.); }`,
    'out vec4 color; void main() { color = vec4(1.); }',
  );
  return <Geometry extends BufferGeometry>(geometry: Geometry): Mesh<Geometry> => {
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    castShadow(mesh, shadowMaterial);
    return mesh;
  };
}

/** Texels along a side of the depth map, and of the blurred map. */
const SHARP = 512;
const SOFT = 160;
/** Layer of the objects that cast shadows. */
export const CASTS_SHADOW = 1;

/** Adds a mesh of the same geometry that only the shadow map shows. @param material writes depth and alpha */
export function castShadow(mesh: Mesh, material: RawShaderMaterial): void {
  const caster = new Mesh(mesh.geometry, material);
  caster.layers.set(CASTS_SHADOW);
  caster.frustumCulled = false;
  caster.matrixWorld = mesh.matrixWorld;
  mesh.add(caster);
}
/** Direction to the key light: high, left, a little to the front. */
const TO_LIGHT = new Vector3(-0.58, 0.72, 0.44).normalize();

export type SoftShadow = ReturnType<typeof createSoftShadow>;

/** A triangle that covers the screen; it has no attributes, see `SCREEN_CORNER`. */
export function createScreenTriangle(): BufferGeometry {
  return new BufferGeometry().setIndex(new BufferAttribute(new Uint16Array([0, 1, 2]), 1));
}

/** GLSL: the corner of that triangle, −1 … 3. */
export const SCREEN_CORNER = /* glsl */ `
vec2 corner() { return vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 4. - 1.; }
`;

/**
 * One map serves twice: its depth gives the cloth's shadow on itself; its coverage, blurred once at low resolution, gives the
 * wide penumbra on the floor for one texture read per pixel, which software rendering can afford.
 */
export function createSoftShadow() {
  const depthTexture = new DepthTexture(SHARP, SHARP, UnsignedIntType);
  depthTexture.compareFunction = LessEqualCompare;
  depthTexture.minFilter = depthTexture.magFilter = LinearFilter;
  const sharp = new WebGLRenderTarget(SHARP, SHARP, { depthTexture });
  const half = new WebGLRenderTarget(SOFT, SOFT, { depthBuffer: false });
  const soft = new WebGLRenderTarget(SOFT, SOFT, { depthBuffer: false });
  const camera = new OrthographicCamera();
  camera.layers.set(CASTS_SHADOW);

  const blur = shaderMaterial(
    {
      depthWrite: false,
      depthTest: false,
      uniforms: { source: { value: sharp.texture }, along: { value: new Vector2() } },
    },
    `${SCREEN_CORNER}
      out vec2 uv;
      void main() { vec2 c = corner(); uv = c * .5 + .5; gl_Position = vec4(c, 0., 1.); }`,
    `uniform sampler2D source;
      uniform vec2 along;
      in vec2 uv;
      out vec4 color;
      void main() {
        float sum = 0., weights = 0.;
        for (int k = -4; k <= 4; k++) {
          float w = exp(-float(k * k) * .1);
          sum += w * texture(source, uv + along * float(k)).a;
          weights += w;
        }
        color = vec4(0., 0., 0., sum / weights);
      }`,
  );
  const blurScene = new Scene();
  blurScene.matrixWorldAutoUpdate = false;
  const triangle = new Mesh(createScreenTriangle(), blur);
  triangle.frustumCulled = false;
  blurScene.add(triangle);
  const blurCamera = new OrthographicCamera();

  const matrix = new Matrix4();

  return {
    /** World → shadow map, 0–1 in x, y and depth. */
    matrix: { value: matrix },
    /** Depth from the light, for the cloth's shadow on itself; compared in hardware. */
    depth: { value: depthTexture },
    /** Fraction of the light that is blocked, blurred (alpha); for the floor. */
    soft: { value: soft.texture },
    /** Unit vector to the light. */
    toLight: { value: TO_LIGHT },
    /** Fits the maps to the scene. */
    place(bounds: Pick<SceneBounds, 'center' | 'size'>) {
      // Includes room for motion.
      const reach = 0.95 * bounds.size;
      camera.left = camera.bottom = -reach;
      camera.right = camera.top = reach;
      camera.near = 0;
      camera.far = 4 * reach;
      const [x, y, z] = bounds.center;
      camera.position.set(x, y, z).addScaledVector(TO_LIGHT, 2 * reach);
      camera.lookAt(x, y, z);
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
      matrix
        .set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1)
        .multiply(camera.projectionMatrix)
        .multiply(camera.matrixWorldInverse);
    },
    /** Draws the maps; the materials of the casters must write depth and alpha. */
    render(renderer: WebGLRenderer, scene: Scene) {
      const { along, source } = blur.uniforms;
      renderer.setRenderTarget(sharp);
      renderer.render(scene, camera);
      source.value = sharp.texture;
      along.value.set(2.1 / SOFT, 0);
      renderer.setRenderTarget(half);
      renderer.render(blurScene, blurCamera);
      source.value = half.texture;
      along.value.set(0, 2.1 / SOFT);
      renderer.setRenderTarget(soft);
      renderer.render(blurScene, blurCamera);
      renderer.setRenderTarget(null);
    },
  };
}

/** Draws the maps with what throws a shadow at present. */
export function createShadowPass(
  renderer: WebGLRenderer,
  shadow: SoftShadow,
  scene: Scene,
  cloth: Object3D,
  springs: { mesh: Object3D; readonly hasRods: boolean },
): (options: { shadows: boolean; springs: boolean }) => void {
  /** Without shadows the maps are empty. */
  const nothing = new Scene();
  return (options) => {
    if (!options.shadows) return shadow.render(renderer, nothing);
    const shown = springs.mesh.visible;
    // The thin springs over a cloth throw none: they would cost time and hardly show.
    springs.mesh.visible = options.springs ? !cloth.visible : springs.hasRods;
    shadow.render(renderer, scene);
    springs.mesh.visible = shown;
  };
}
