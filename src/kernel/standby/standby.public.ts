/** Reads from a standby. */
export { TOKEN_HEADER } from './consistency-token.js';
