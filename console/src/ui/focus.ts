/** Moves the focus to the heading of the screen where it is on nothing: what had it is gone. */
export function focusIfLost(): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  const target = document.querySelector<HTMLElement>('.screen-title') ?? document.getElementById('content');
  target?.focus({ preventScroll: true });
}

/** Moves the focus back to what had led to a dialog, or else to where one can go on from. */
export function returnFocus(opener: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  opener?.focus({ preventScroll: true });
  focusIfLost();
}
