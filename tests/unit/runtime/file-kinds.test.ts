import { describe, expect, test } from 'vitest';
import { readObj } from '../../../src/physics/scenes/mesh/obj-file';
import { runToEnd } from '../../../src/physics/slices';
import { refuseOtherKinds, textOf } from '../../../src/runtime/jobs/file-kinds';
import { readMesh } from '../../../src/runtime/jobs/read-file';

/** A file of these bytes, each as one character. */
const file = (name: string, content: string) =>
  new File([Uint8Array.from(content, (letter) => letter.charCodeAt(0))], name);

/** A binary STL of two triangles. */
const STL = `${'made by a modeller'.padEnd(80)}\x02\0\0\0${'\0'.repeat(100)}`;

describe('a file that Hooke does not read is named', () => {
  test.each([
    ['photo.png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', /^is a PNG picture/, /no mesh/],
    ['scan.jpg', '\xff\xd8\xff\xe0\0\x10JFIF', /^is a JPEG picture/, /no mesh/],
    ['man.fbx', 'Kaydara FBX Binary  \0\x1a\0', /^is an FBX model/, /export it as one of these/],
    ['man.fbx', '; FBX 7.4.0 project file', /^is an FBX model/, /export it as one of these/],
    ['set.usda', '#usda 1.0\n(', /^is a USD scene/, /does not read them/],
    ['set.usd', 'PXR-USDC\0', /^is a USD scene/, /export it as one of these/],
    ['set.usdz', 'PK\x03\x04', /^is a USD scene/, /export it as one of these/],
    ['all.zip', 'PK\x03\x04', /^is a ZIP archive/, /Unpack it/],
    ['cube.blend', 'BLENDER-v300', /^is a Blender file/, /export it as one of these/],
    ['cube.blend', '\x28\xb5\x2f\xfd', /^is a Blender file/, /export it as one of these/],
    ['cube.dae', '<?xml version="1.0"?>\n<COLLADA xmlns="">', /^is a COLLADA model/, /export it as one of these/],
    ['cloth.abc', 'Ogawa\xff', /^is an Alembic scene/, /export it as one of these/],
    ['paper.pdf', '%PDF-1.7', /^is a PDF document/, /scene files/],
    ['film.mp4', '\0\0\0\x20ftypisom', /^is a film/, /does not read them/],
    ['values.csv', 't,energy\n0,1', /^is a table/, /does not read them/],
    ['runs.json', '{"hookeExperiment": 1}', /^is an experiment/, /instrument Experiment/],
    ['task.json', '{"hookeExercise": 1}', /^is an exercise/, /instrument Write your own/],
    // What is in it counts more than its name.
    ['photo.json', '\x89PNG\r\n', /^is a PNG picture/, /no mesh/],
    ['notes.txt', 'Buy milk', /^is a text of a kind/, /scene files/],
    ['program.exe', 'MZ\0\0', /^is a file of a kind/, /scene files/],
    ['nothing', '', /^is empty/, /scene files/],
  ])('%s, which begins with %j', async (name, content, what, advice) => {
    await expect(refuseOtherKinds(file(name, content))).rejects.toMatchObject({
      message: expect.stringMatching(what),
      advice: expect.stringMatching(advice),
    });
  });
});

test.each([
  ['cloth.json', '{"hooke": 1, "name": "a solid facet of <svg> and OFF"}'],
  ['cloth.txt', ' \n{"hooke": 1}'],
  ['broken.json', '<svg/>'],
  ['plate.obj', '# solid\nv 0 0 0\nf 1 2 3'],
  ['plate.txt', 'o plate\nv -1 .5 0\nf 1 2 3'],
  ['empty.json', ''],
  ['part.stl', 'solid part\nfacet normal 0 0 1\nouter loop'],
  ['part.stl', STL],
  ['part', STL],
  ['bunny.ply', 'ply\nformat ascii 1.0\nelement vertex 8'],
  ['duck.glb', 'glTF\x02\0\0\0'],
  ['duck', 'glTF\x02\0\0\0'],
  ['duck.gltf', '{"asset": {"version": "2.0"}}'],
])('%s may be a scene or a mesh', async (name, content) => {
  await refuseOtherKinds(file(name, content));
});

test.each(['le', 'be'])('a text in UTF-16 (%s) may be a scene or a mesh, by its byte order mark', async (order) => {
  const text = '\ufeffo plate – ½\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3';
  const bytes = Buffer.from(text, 'utf16le');
  if (order === 'be') bytes.swap16();
  await refuseOtherKinds(new File([bytes], 'plate.txt'));
  expect(textOf(bytes)).toBe(text.slice(1));
  const read = runToEnd(await readMesh('plate.obj', bytes));
  expect(read).toEqual(readObj(text, 'plate'));
});
