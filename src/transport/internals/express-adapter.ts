import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';

/**
 * Depends on Express 5.3, which sets the prototype of every message to `app.request` or `app.response`. On Node 20 that
 * gives each message its own hidden class and so defeats V8's inline caches, some 170 times per request. Here the server
 * creates messages with the right prototype, which Express leaves unchanged.
 */
export class ExpressServerAdapter extends ExpressAdapter {
  constructor() {
    const app = express();
    // Read when the router is made, which is in the constructor of Nest's adapter.
    app.set('case sensitive routing', true);
    super(app);
  }

  override initHttpServer(): void {
    class Request extends IncomingMessage {}
    class Response extends ServerResponse {}
    const app = this.getInstance<Express>();
    app.request = Object.setPrototypeOf(Request.prototype, app.request) as Express['request'];
    app.response = Object.setPrototypeOf(Response.prototype, app.response) as Express['response'];
    this.httpServer = createServer({ IncomingMessage: Request, ServerResponse: Response }, app);
  }
}
