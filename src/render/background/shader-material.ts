/** Materials of shaders that are written in GLSL 3. */
import { GLSL3, RawShaderMaterial, type ShaderMaterialParameters } from 'three';

/** What is drawn over others, and hides nothing. */
export const OVERLAY = { transparent: true, depthWrite: false } as const;

/** The same in front of everything. */
export const IN_FRONT = { ...OVERLAY, depthTest: false } as const;

/** @param vertex,fragment GLSL, without the precision */
export const shaderMaterial = (
  options: Omit<ShaderMaterialParameters, 'vertexShader' | 'fragmentShader'>,
  vertex: string,
  fragment: string,
): RawShaderMaterial =>
  new RawShaderMaterial({
    glslVersion: GLSL3,
    ...options,
    vertexShader: `precision highp float;\n${vertex}`,
    fragmentShader: `precision highp float;\n${fragment}`,
  });
