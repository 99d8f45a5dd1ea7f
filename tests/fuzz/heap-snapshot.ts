/** What the page holds in its heap, without what only the harness holds. */
import type { CDPSession } from 'playwright-core';

export interface HeapEntry {
  /** As the browser names it: `object`, `closure`, `code`, `native` and others. */
  readonly kind: string;
  /** Of an element its tag, as `<div class="code">`. */
  readonly name: string;
  /** bytes. */
  readonly size: number;
}

interface Snapshot {
  nodes: number[];
  edges: number[];
  strings: string[];
  snapshot: {
    meta: {
      node_fields: string[];
      node_types: [string[]];
      edge_fields: string[];
      edge_types: [string[]];
    };
  };
}

/**
 * The browser's name for what a client of its protocol holds. Playwright keeps the element of a click that ran out of time, and with it
 * the lesson or the instrument around it, until the page is closed.
 */
const HELD_BY_CLIENT = / \/ DevTools console$/;

/**
 * What the browser holds for itself, with what the page has removed: its undo of typing, up to 1,000 edits; the text that was selected
 * at the last click for a menu, with the lesson around it; what was under the mouse at that click, with the instrument around it; and
 * the fields that the document had when they were listed last.
 */
const HELD_BY_BROWSER = [
  'blink::UndoStep',
  'blink::TextFragmentSelectorGenerator',
  'blink::ContextMenuController',
  'blink::DocumentState',
];

/** The entries that the page reaches after a collection. */
export async function takeHeap(session: CDPSession): Promise<HeapEntry[]> {
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', {});
  return reachedByPage(JSON.parse(chunks.join('')));
}

/** Follows the references from the roots; the snapshot lists entries and, in the same order, the references of each. */
function reachedByPage({ nodes, edges, strings, snapshot: { meta } }: Snapshot): HeapEntry[] {
  const at = (fields: string[], ...names: string[]) => names.map((name) => fields.indexOf(name));
  const [type, name, size, count] = at(meta.node_fields, 'type', 'name', 'self_size', 'edge_count');
  const [edgeType, edgeName, target] = at(meta.edge_fields, 'type', 'name_or_index', 'to_node');
  const [width, edgeWidth] = [meta.node_fields.length, meta.edge_fields.length];
  const [kinds, edgeKinds] = [meta.node_types[0], meta.edge_types[0]];

  const firstEdge = new Uint32Array(nodes.length / width + 1);
  for (let i = 0; i + 1 < firstEdge.length; i++) firstEdge[i + 1] = firstEdge[i] + edgeWidth * nodes[i * width + count];
  const isHolding = (edge: number) => {
    const kind = edgeKinds[edges[edge + edgeType]];
    return kind !== 'weak' && !(kind === 'internal' && HELD_BY_CLIENT.test(strings[edges[edge + edgeName]]));
  };
  const reached = new Uint8Array(firstEdge.length - 1);
  reached[0] = 1;
  const found: HeapEntry[] = [];
  for (const waiting = [0]; waiting.length > 0; ) {
    const i = waiting.pop() as number;
    const entry = i * width;
    found.push({ kind: kinds[nodes[entry + type]], name: strings[nodes[entry + name]], size: nodes[entry + size] });
    if (HELD_BY_BROWSER.includes(strings[nodes[entry + name]])) continue;
    for (let edge = firstEdge[i]; edge < firstEdge[i + 1]; edge += edgeWidth) {
      const next = edges[edge + target] / width;
      if (reached[next] || !isHolding(edge)) continue;
      reached[next] = 1;
      waiting.push(next);
    }
  }
  return found;
}
