import { t } from '../../language/translate';

export type Attribute = string | number | boolean | ((event: Event) => void);

/** Attributes that hold a text for the reader. */
const TEXTS = ['title', 'aria-label', 'aria-valuetext', 'placeholder', 'alt'];

const translated = (name: string, value: string) => (TEXTS.includes(name) ? t(value) : value);

type Attributes = Readonly<Record<string, Attribute>>;
type Tag = keyof HTMLElementTagNameMap;

const isNode = (one: object): one is Node => 'nodeType' in one;

/**
 * Creates an element with attributes, if there are any, and children, its texts in the page's language. An attribute that is a function
 * becomes the listener of that event. @param tag with classes behind points, as in `p.note`
 */
export function element<K extends Tag>(
  tag: K | `${K}.${string}`,
  ...content: readonly (Attributes | Node | string)[]
): HTMLElementTagNameMap[K] {
  const [name, ...classes] = tag.split('.') as [K, ...string[]];
  const created = document.createElement(name);
  if (classes.length > 0) created.className = classes.join(' ');
  for (const one of content) {
    if (typeof one === 'string') created.append(name === 'code' ? one : t(one));
    else if (isNode(one)) created.append(one);
    else for (const [key, value] of Object.entries(one)) assign(created, key, value);
  }
  return created;
}

function assign(created: HTMLElement, name: string, value: Attribute): void {
  if (typeof value === 'function') created.addEventListener(name, value);
  else if (typeof value === 'boolean') created.toggleAttribute(name, value);
  // The page's policy forbids the attribute.
  else if (name === 'style') created.style.cssText = String(value);
  else created.setAttribute(name, translated(name, String(value)));
}

/** @param content its label, or what it shows in place of one @param title tooltip: what the button does */
export function button(
  content: string | Node | readonly (string | Node)[],
  title: string,
  click: (event: Event) => void,
  attributes: Record<string, Attribute> = {},
): HTMLButtonElement {
  return element('button', { type: 'button', title, click, ...attributes }, ...[content].flat());
}

/** A list to choose from. @param options the value of each, and its label */
export function choice(
  attributes: Record<string, Attribute>,
  options: readonly (readonly [value: string | number, label: string])[],
): HTMLSelectElement {
  return element('select', attributes, ...options.map(([value, label]) => element('option', { value }, label)));
}

/** A box to tick. */
export const checkbox = (title: string, attributes: Record<string, Attribute> = {}): HTMLInputElement =>
  element('input', { type: 'checkbox', title, ...attributes });

/** A slider. @param attributes its range at least */
export const slider = (
  title: string,
  input: (event: Event) => void,
  attributes: Record<string, Attribute>,
): HTMLInputElement => element('input', { type: 'range', title, input, ...attributes });

export const labelled = (text: string, field: HTMLElement): HTMLElement => element('label', text, field);

/** Controls of an instrument, in rows. */
export const controlRow = (...controls: (Node | string)[]): HTMLElement => element('div.controls', ...controls);

/** What is shown when its summary is clicked. @param title tooltip of the summary */
export const disclosure = (summary: string, title: string, ...content: (Node | string)[]): HTMLDetailsElement =>
  element('details', element('summary', { title }, summary), ...content);

/** Buttons of which one is pressed. @param choose called with what a click chooses */
export function buttonChoice<T extends { readonly label: string; readonly help: string }>(
  entries: readonly T[],
  choose: (one: T) => void,
): { nodes: HTMLButtonElement[]; press(isPressed: (one: T) => boolean): void } {
  const nodes = entries.map((one) => button(one.label, one.help, () => choose(one)));
  return {
    nodes,
    press(isPressed) {
      entries.forEach((one, i) => {
        setAttribute(nodes[i], 'aria-pressed', String(isPressed(one)));
      });
    },
  };
}

/**
 * Follows a press of the main button on a node until its release.
 * @param begin returns what each move does; null: nothing
 */
export function onDrag(
  node: HTMLElement,
  begin: (event: PointerEvent) => ((event: PointerEvent) => void) | null,
): void {
  let move: ReturnType<typeof begin> = null;
  node.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    move = begin(event);
    if (move) node.setPointerCapture(event.pointerId);
  });
  node.addEventListener('pointermove', (event) => move?.(event));
  for (const type of ['pointerup', 'pointercancel'] as const) {
    node.addEventListener(type, () => {
      move = null;
    });
  }
}

/** A listener of key presses that acts on Escape. */
export const onEscape = (act: (event: Event) => void) => (event: Event) => {
  if ((event as KeyboardEvent).key !== 'Escape') return;
  event.preventDefault();
  act(event);
};

/** The element of index.html with this id. */
export function elementById(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element "${id}"`);
  return found;
}

/** Sets the text only if it differs, so that the browser need not lay out the page again. */
export function setText(node: Node, text: string): void {
  const shown = t(text);
  if (node.textContent !== shown) node.textContent = shown;
}

/** Sets the attribute only if it differs. */
export function setAttribute(node: Element, name: string, value: string): void {
  const shown = translated(name, value);
  if (node.getAttribute(name) !== shown) node.setAttribute(name, shown);
}
