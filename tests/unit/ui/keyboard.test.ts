import { describe, expect, test } from 'vitest';
import { bindingOf, KEYS } from '../../../src/ui/pointer/keyboard';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) =>
  bindingOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held })?.help ?? null;

describe('the table of keys', () => {
  test('binds every key once', () => {
    const all = KEYS.flatMap(({ keys, command, shift }) => keys.map((key) => `${command} ${shift} ${key}`));
    expect(new Set(all).size).toBe(all.length);
  });

  test('finds each of its entries by each of its keys', () => {
    for (const { keys, command, shift, help } of KEYS) {
      for (const key of keys) expect(press(key, { ctrlKey: command, shiftKey: shift })).toBe(help);
    }
  });

  test('has a label and one short phrase for the help dialog', () => {
    for (const { label, help } of KEYS) {
      expect(label).not.toBe('');
      expect(help).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  test('does not bind shortcuts of the browser', () => {
    for (const key of ['r', 'p', 's', 'f', '1', 'x']) {
      expect(press(key, { ctrlKey: true })).toBeNull();
      expect(press(key, { metaKey: true })).toBeNull();
      expect(press(key, { altKey: true })).toBeNull();
    }
    expect(press('z')).toBeNull();
    expect(press('q')).toBeNull();
    expect(press('Tab')).toBeNull();
  });

  test('accepts capital letters, and Shift or ⌘ with Z', () => {
    expect(press('R', { shiftKey: true })).toBe(press('r'));
    expect(press('?', { shiftKey: true })).toBe('This help');
    expect(press('z', { metaKey: true })).toMatch(/^Undo/);
    expect(press('Z', { metaKey: true, shiftKey: true })).toMatch(/^Redo/);
  });
});
