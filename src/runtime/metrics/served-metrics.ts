import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Metrics, METRICS_TYPE } from '#kernel/metrics';

const compress = promisify(gzip);

export interface MetricsAnswer {
  headers: Record<string, string>;
  body: string | Buffer;
}

/** The response of /metrics: the metrics of this process, or of all processes that share its port. */
@Injectable()
export class ServedMetrics {
  text: () => Promise<string>;

  constructor(metrics: Metrics) {
    this.text = () => metrics.text();
  }

  /** In the form that a client with this Accept-Encoding takes. */
  async answer(acceptEncoding = ''): Promise<MetricsAnswer> {
    const text = await this.text();
    const headers = { 'Content-Type': METRICS_TYPE, Vary: 'Accept-Encoding' };
    if (!acceptsGzip(acceptEncoding)) return { headers, body: text };
    return { headers: { ...headers, 'Content-Encoding': 'gzip' }, body: await compress(text) };
  }
}

/** `gzip;q=0` refuses it. */
function acceptsGzip(acceptEncoding: string): boolean {
  return acceptEncoding
    .split(',')
    .some((coding) => /^\s*(x-)?gzip\s*(;\s*q=(0\.\d*[1-9]\d*|1(\.0*)?)\s*)?$/i.test(coding));
}
