import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Metrics, METRICS_TYPE } from '#kernel/metrics';

const compress = promisify(gzip);

/** The response of /metrics: the metrics of this process, or of all processes that share its port. */
@Injectable()
export class ServedMetrics {
  text: () => Promise<string>;

  constructor(metrics: Metrics) {
    this.text = () => metrics.text();
  }

  /** Answers in the form that the client takes. */
  async answer(request: Request, response: Response): Promise<void> {
    const text = await this.text();
    const encoding = request.acceptsEncodings('gzip', 'identity');
    response.set({ 'Content-Type': METRICS_TYPE, Vary: 'Accept-Encoding' });
    if (encoding !== 'gzip') response.end(text);
    else response.set('Content-Encoding', encoding).end(await compress(text));
  }
}
