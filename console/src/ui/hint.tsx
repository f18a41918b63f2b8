import { lazy, Suspense, useEffect, useState } from 'react';

const HintText = lazy(() => import('./hint-text.js'));

/** For an element that has more to say: `<span {...hint(text)}>`. It is shown while the element is hovered or has the focus. */
export function hint(text: string): { 'data-hint': string } {
  return { 'data-hint': text };
}

/** Shows the hint of one element at a time. What draws it is loaded with the first one. */
export function HintHost() {
  const target = useHinted();
  return (
    <Suspense>
      {target?.isConnected && (
        <HintText key={target.dataset['hint']} target={target} text={target.dataset['hint'] ?? ''} />
      )}
    </Suspense>
  );
}

/** The element whose hint is to be seen: the one hovered or touched, or else the one that has the focus. Escape hides it. */
function useHinted(): HTMLElement | null {
  const [hovered, setHovered] = useState<HTMLElement | null>(null);
  const [focused, setFocused] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const over = ({ target }: Event) => setHovered(hintedBy(target));
    const focus = ({ target }: Event) => setFocused(hintedBy(target));
    const hide = () => {
      setHovered(null);
      setFocused(null);
    };
    const escape = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
    const listeners: [string, (event: never) => unknown][] = [
      ['pointerover', over],
      ['focusin', focus],
      ['focusout', () => setFocused(null)],
      ['keydown', escape],
      ['click', () => setHovered(null)],
    ];
    for (const [type, listener] of listeners) document.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of listeners) document.removeEventListener(type, listener as EventListener);
    };
  }, []);
  return hovered ?? focused;
}

function hintedBy(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;
}
