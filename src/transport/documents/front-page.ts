import type { NestExpressApplication } from '@nestjs/platform-express';
import { formsOfText, serveForms } from './compressed.js';

/** Links are relative, so that the page also works below a path of a proxy. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Delivery Service</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <h1>Delivery Service</h1>
    <ul>
      <li><a href="console">Console</a>: work with an API key in the browser</li>
      <li><a href="docs">Reference</a> of the API, and the document itself: <a href="openapi.json">openapi.json</a></li>
      <li><a href="health/ready">Health</a>: whether this process serves requests</li>
    </ul>
    <p>The API is at <code>/api/v1</code>, agents connect to <code>/mcp</code>.</p>
  </body>
</html>
`;

/** Serves what a person sees who opens the address of the service. Without authentication. */
export function serveFrontPage(app: NestExpressApplication): void {
  const forms = formsOfText(() => PAGE);
  serveForms(app, '/', { type: 'text/html; charset=utf-8' }, () => forms);
}
