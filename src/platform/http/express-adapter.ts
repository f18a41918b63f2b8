import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Express, on a server whose requests and responses are made with its methods on them. Express itself gives them to each
 * message by changing its prototype, which on Node 20 leaves every message with a hidden class of its own, so that V8
 * looks each of its properties up anew: some 170 times in a request. A prototype that is the right one is not changed.
 */
export class ExpressServerAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    class Request extends IncomingMessage {}
    class Response extends ServerResponse {}
    const app = this.getInstance<Express>();
    app.request = Object.setPrototypeOf(Request.prototype, app.request) as Express['request'];
    app.response = Object.setPrototypeOf(Response.prototype, app.response) as Express['response'];
    this.httpServer = createServer({ IncomingMessage: Request, ServerResponse: Response }, app);
  }
}
