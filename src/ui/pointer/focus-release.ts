/**
 * What the pointer has worked gives the focus back, so that Space, R and the other keys act again: they rest while a
 * control has the focus. Who comes by Tab keeps it, and so does a box that is typed into.
 */
export function releaseFocusAfterPointer(): void {
  let byPointer = false;
  const release = ({ type, target }: Event) => {
    if (!byPointer || !(target instanceof Element)) return;
    // What is clicked may be the icon in a button.
    target.closest<HTMLElement>(type === 'change' ? 'select' : 'button, [type=checkbox], [type=range]')?.blur();
  };
  addEventListener(
    'pointerdown',
    () => {
      byPointer = true;
    },
    true,
  );
  addEventListener(
    'keydown',
    () => {
      byPointer = false;
    },
    true,
  );
  addEventListener('click', release);
  addEventListener('change', release);
}
