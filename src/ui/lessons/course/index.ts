import type { Chapter } from './chapter';

/** The chapters of the course, in order: the title, and the chapter itself, which is loaded when it is opened. */
export const CHAPTER_ENTRIES: readonly { title: string; load(): Promise<Chapter> }[] = [
  { title: 'A cloth is springs', load: async () => (await import('./springs')).chapter },
  { title: 'One step by hand', load: async () => (await import('./one-step')).chapter },
  { title: 'The growth factor', load: async () => (await import('./growth-factor')).chapter },
  { title: 'The order of two lines', load: async () => (await import('./two-lines')).chapter },
  { title: 'Damping', load: async () => (await import('./damping')).chapter },
  { title: 'Many springs', load: async () => (await import('./many-springs')).chapter },
  { title: 'Order is not stability', load: async () => (await import('./order')).chapter },
  { title: 'Look at the end of the step', load: async () => (await import('./end-of-step')).chapter },
  { title: 'The price', load: async () => (await import('./price')).chapter },
  { title: 'Choose for your game', load: async () => (await import('./choose')).chapter },
];
