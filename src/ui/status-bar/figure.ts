import { element } from '../controls/element';

/** A number of the bar: a caption above its value, in a place of fixed width. */
export interface Figure {
  shown: HTMLElement;
  caption: HTMLElement;
  value: HTMLElement;
}

/** @param name also the class that gives it its width */
export function createFigure(into: HTMLElement, name: string, caption: string, help: string): Figure {
  const words = element('small', {}, caption);
  const value = element('b', {}, '–');
  const shown = element('span', { class: `figure ${name}`, title: help }, element('span', {}, words, value));
  into.append(shown);
  return { shown, caption: words, value };
}
