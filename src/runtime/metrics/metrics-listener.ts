import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
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
    const app = express().disable('x-powered-by').get('/metrics', this.answer);
    this.server = app.use((_request, response) => void response.status(404).end()).listen(address.port, address.host);
    await once(this.server, 'listening').catch((error: unknown) => {
      throw new SettingsError(`Configuration: METRICS_ADDRESS cannot be used: ${(error as Error).message}`);
    });
    return this.server.address() as AddressInfo;
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private readonly answer = async (request: Request, response: Response): Promise<void> => {
    response.set('Cache-Control', 'no-store');
    if (mayReadMetrics(request.headers.authorization, this.settings.METRICS_TOKEN)) {
      await this.metrics.answer(request, response);
    } else response.status(401).set('WWW-Authenticate', METRICS_CHALLENGE).end();
  };
}
