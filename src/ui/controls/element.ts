type Attribute = string | number | boolean | ((event: Event) => void);

/** An element with attributes, listeners (attributes that are functions, named after their event) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Attribute> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (typeof value === 'boolean') made.toggleAttribute(name, value);
    else made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/** A button that does something. @param title what that is */
export function button(label: string, title: string, click: () => void): HTMLButtonElement {
  return element('button', { type: 'button', title, click: () => click() }, label);
}

/** The element of index.html with this id. */
export function place(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element "${id}"`);
  return found;
}

/** Touches the document only where the text is another one. */
export function setText(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Touches the document only where the attribute is another one. */
export function setAttribute(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
