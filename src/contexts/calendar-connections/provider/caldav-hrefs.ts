import { keyOf } from './object-key.js';

/** Servers spell the same path in several ways. */
export function keyOfHref(href: string): string {
  const { pathname } = new URL(href);
  try {
    return keyOf(decodeURIComponent(pathname));
  } catch {
    return keyOf(pathname);
  }
}

export function isSame(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

export function nameOf(href: string): string {
  const last =
    new URL(href).pathname
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '';
  return last === '' ? 'Calendar' : last;
}
