/** The globals of Jest for the file that the worker runs now. */
export const CURRENT = Symbol.for('delivery-service.current-spec');

/** What `@jest/globals` is in a worker. */
export const GLOBALS_URL = new URL('globals.mjs', import.meta.url).href;
