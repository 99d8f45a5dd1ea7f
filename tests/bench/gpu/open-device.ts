import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requiredLimits } from '../../../src/physics/gpu';
import { countDispatches } from './measure';

const FOLDER = 'tests/bench/gpu';
const PACKAGE = `${FOLDER}/node_modules/webgpu/index.js`;

interface WebGpu {
  create(flags: string[]): GPU;
  globals: { GPUComputePassEncoder: { prototype: GPUComputePassEncoder } };
}

/** Referred to as long as the process runs: without it, its devices crash. */
let gpu: GPU | null = null;

/** A device of the adapter that WebGPU in Node finds, and the adapter's name. Installs the package at first. */
export async function openDevice(): Promise<{ device: GPUDevice; name: string }> {
  if (!existsSync(PACKAGE))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', FOLDER], { stdio: 'inherit' });
  const webgpu = (await import(pathToFileURL(resolve(PACKAGE)).href)) as WebGpu;
  Object.assign(globalThis, webgpu.globals);
  countDispatches(webgpu.globals.GPUComputePassEncoder.prototype);
  gpu = webgpu.create([]);
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new Error('WebGPU finds no adapter; a driver of Vulkan, Metal or Direct3D is needed');
  const device = await adapter.requestDevice({ requiredLimits: requiredLimits(adapter) });
  device.addEventListener('uncapturederror', ({ error }) => console.error(error.message));
  const { vendor, device: model, description } = adapter.info;
  return { device, name: [vendor, model, description].filter(Boolean).join(' ') };
}
