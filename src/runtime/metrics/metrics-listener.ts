import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SettingsError } from '#kernel/settings';
import { mayReadMetrics, METRICS_CHALLENGE } from './metrics-access.js';
import { addressOf, MetricsSettings } from './metrics.settings.js';
import { ServedMetrics } from './served-metrics.js';

/** Serves nothing but /metrics, at an address of its own. */
@Injectable()
export class MetricsListener implements OnApplicationShutdown {
  private server?: Server;

  constructor(
    private readonly metrics: ServedMetrics,
    private readonly settings: MetricsSettings,
  ) {}

  /** Listens at METRICS_ADDRESS if it is set; returns the address. */
  async listen(): Promise<AddressInfo | undefined> {
    const address = addressOf(this.settings.METRICS_ADDRESS ?? '');
    if (!address) return undefined;
    this.server = createServer((request, response) => void this.answer(request, response)).listen(address);
    await once(this.server, 'listening').catch((error: unknown) => {
      throw new SettingsError(`Configuration: METRICS_ADDRESS cannot be used: ${(error as Error).message}`);
    });
    return this.server.address() as AddressInfo;
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Cache-Control', 'no-store');
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') response.writeHead(404).end();
    else if (!mayReadMetrics(request.headers.authorization, this.settings.METRICS_TOKEN)) {
      response.writeHead(401, { 'WWW-Authenticate': METRICS_CHALLENGE }).end();
    } else {
      const { headers, body } = await this.metrics.answer(request.headers['accept-encoding']?.toString());
      response.writeHead(200, headers).end(body);
    }
  }
}
