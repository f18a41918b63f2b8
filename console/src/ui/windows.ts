import { strings } from '../strings/common.js';

/** Times of day, up to 24:00. */
export interface Window {
  from: string;
  to: string;
}

/** What an input holds of a window: `09:00-17:00`, either of which may still be empty. */
export function textOf({ from, to }: Window): string {
  return `${from}-${to}`;
}

export function windowOf(text: string): Window {
  const [from = '', to = ''] = text.split('-');
  return { from, to };
}

/** The windows as they are sent, soonest first. */
export function windowsOf(texts: readonly string[]): Window[] {
  return texts.map(windowOf).sort((one, other) => one.from.localeCompare(other.from));
}

/** What is wrong with windows of one day: the service would name them by their places in what is sent. */
export function faultOf(texts: readonly string[]): string | undefined {
  const windows = windowsOf(texts);
  for (const [at, window] of windows.entries()) {
    if (window.from === '' || window.to === '') return strings.windows.incomplete;
    if (window.to <= window.from) return strings.windows.reversed(shownWindow(window));
    const before = windows[at - 1];
    if (before && window.from < before.to) return strings.windows.overlap(shownWindow(before), shownWindow(window));
  }
  return undefined;
}

export function shownWindow({ from, to }: Window): string {
  return `${from}–${to}`;
}
