import { EXAMPLE_KEY } from './example-values.js';

/** The page, whose scripts are in the folder `docs` whether or not the page's URL ends with a slash. */
export function referencePage(folder: '' | 'docs/'): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Delivery Service API</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <noscript>The reference needs JavaScript. <a href="${folder}../openapi.json">openapi.json</a> has the same.</noscript>
    <div id="reference"></div>
    <script src="${folder}scalar.js"></script>
    <script src="${folder}reference.js"></script>
  </body>
</html>
`;
}

/**
 * Starts Scalar with everything off that calls other hosts. The API key stays in the page's memory, and each write that
 * is sent without an Idempotency-Key, or with that of the snippets, gets a new one.
 */
export const REFERENCE_SCRIPT = `const root = new URL('..', document.currentScript.src).href;

Scalar.createApiReference('#reference', {
  url: new URL('openapi.json', root).href,
  servers: [{ url: root.replace(/\\/$/, ''), description: 'This service' }],
  persistAuth: false,
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  onBeforeRequest({ request }) {
    const key = request.headers.get('Idempotency-Key') || '${EXAMPLE_KEY}';
    if (request.method !== 'GET' && key === '${EXAMPLE_KEY}') {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      request.headers.set('Idempotency-Key', Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
    }
  },
});
`;
