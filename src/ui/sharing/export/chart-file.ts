/** The charts of an instrument as a file, with a legend and a caption: as SVG, or drawn from that as PNG. */
import type { Drawing } from '../../instruments/parts/canvas';
import type { Lab } from '../../lab/lab';
import { layOut, partsOf, svgFile } from './chart-page';
import { readSeries } from './charts';

export type ChartFormat = 'svg' | 'png';

/** Pixels. */
const WIDTH = 800;
const CHART_HEIGHT = 400;
/** Pixels of a PNG file for one of the SVG. */
const SCALE = 2;

/** @param title what stands above them, and names the file to screen readers */
export async function writeCharts(
  lab: Lab,
  title: string,
  drawings: readonly Drawing[],
  format: ChartFormat,
): Promise<Blob> {
  // What is shown now: the caption comes later, from the engine.
  const parts = partsOf(drawings, WIDTH, CHART_HEIGHT);
  const notes = drawings.flatMap((one) => one.notes?.() ?? []);
  const caption = drawings.every(({ standsAlone }) => standsAlone) ? [] : await captionOf(lab);
  const { markup, height } = layOut(title, parts, [...notes, ...caption], WIDTH);
  return format === 'svg' ? svgFile(markup) : toPng(svgFile(markup), height);
}

/** Scene, method and parameters at present or at a blow-up, as in the charts of the recording. */
async function captionOf(lab: Lab): Promise<readonly string[]> {
  const { status } = lab.frame;
  const { first, last } = status.timeline;
  // After a blow-up the run is back at a good state.
  const time = status.blowUp ? last.time : Math.min(last.time, Math.max(first.time, status.time));
  const { settings } = await readSeries(lab, { from: time, to: time, observables: ['total'] }, {});
  return settings.map((line) => line.replace(' at the last moment', ''));
}

async function toPng(svg: Blob, height: number): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [SCALE * WIDTH, SCALE * height];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser can’t write this picture'))));
    });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
