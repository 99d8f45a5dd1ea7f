/** Writes the pictures of a film without an encoder of the browser: as an animated GIF, or as PNG files in a zip archive. */
import { FILM_FORMATS, type FilmPlan, type FilmWriter } from './film-plan';

/** Colors of a picture of a GIF, at most. */
const COLORS = 256;

/** Each picture has a palette of its own. */
export async function openGif({ width, height }: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
  const { applyPalette, GIFEncoder, quantize } = await import('gifenc');
  const encoder = GIFEncoder();
  /** ms, of the pictures so far. */
  let shown = 0;
  return {
    async add(time, duration) {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      const palette = quantize(pixels, COLORS);
      // In whole hundredths of a second, without a sum of their rounding.
      const end = 10 * Math.round(100 * (time + duration));
      encoder.writeFrame(applyPalette(pixels, palette), width, height, { palette, delay: end - shown });
      shown = end;
    },
    async finish() {
      encoder.finish();
      return new Blob([encoder.bytes()], { type: FILM_FORMATS.gif.type });
    },
    async cancel() {},
  };
}

/** The PNG files are stored as they are: they can't be compressed further. */
export async function openZip({ count }: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
  const { Zip, ZipPassThrough } = await import('fflate');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const archive = new Zip((error, data) => {
    failure ??= error;
    parts.push(data as Uint8Array<ArrayBuffer>);
  });
  const digits = String(count).length;
  let added = 0;
  return {
    async add() {
      const picture = await canvas.convertToBlob({ type: 'image/png' });
      const file = new ZipPassThrough(`picture-${String(++added).padStart(digits, '0')}.png`);
      archive.add(file);
      file.push(new Uint8Array(await picture.arrayBuffer()), true);
      if (failure) throw failure;
    },
    async finish() {
      archive.end();
      return new Blob(parts, { type: FILM_FORMATS.zip.type });
    },
    async cancel() {
      archive.terminate();
    },
  };
}
