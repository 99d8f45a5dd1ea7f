import { messageOf } from '../../../runtime/host/message-of';
import { button, element, setAttribute } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import type { ChartFormat } from '../../sharing/export/chart/chart-file';
import { fileNameOf, saveAs } from '../../sharing/files';
import type { InstrumentEntry } from '../instrument';
import { drawingsIn } from '../parts/drawings';

const FORMATS: Record<ChartFormat, string> = {
  svg: 'Download this chart as SVG, with legend and caption: sharp at any size',
  png: 'Download this chart as PNG, with legend and caption',
};

/** The buttons that save what an instrument draws; hidden while it draws nothing. */
export interface ChartButtons {
  readonly node: HTMLElement;
  update(): void;
}

/** @param body of the pane @param shown the instrument in it */
export function createChartButtons(
  lab: Lab,
  body: HTMLElement,
  shown: () => InstrumentEntry | undefined,
): ChartButtons {
  let busy = false;
  const buttons = (Object.keys(FORMATS) as ChartFormat[]).map((format) => {
    const one = button(format.toUpperCase(), FORMATS[format], () => void save(format));
    setAttribute(one, 'aria-label', `Save chart as ${format.toUpperCase()}`);
    return one;
  });
  const node = element('div', { class: 'chart-files', role: 'group', 'aria-label': 'Chart', hidden: true }, ...buttons);

  async function save(format: ChartFormat): Promise<void> {
    const entry = shown();
    if (!entry || busy) return;
    busy = true;
    try {
      const { writeCharts } = await import('../../sharing/export/chart/chart-file');
      const file = await writeCharts(lab, entry.label, drawingsIn(body), format);
      saveAs(file, `${fileNameOf(lab)}-${entry.id}.${format}`);
    } catch (error) {
      lab.messages.show({ kind: 'error', text: `The chart could not be saved: ${messageOf(error)}` });
    }
    busy = false;
  }

  return {
    node,
    update() {
      const hidden = drawingsIn(body).length === 0;
      if (node.hidden !== hidden) node.hidden = hidden;
    },
  };
}
