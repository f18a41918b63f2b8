import { Setting } from '#kernel/settings';

const ADDRESS = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]]+):(\d{1,5})$/;

export class MetricsSettings {
  /** Where /metrics is served instead of beside the API. */
  @Setting.accepted(
    (value) => addressOf(value) !== undefined,
    'METRICS_ADDRESS must be host:port, like 127.0.0.1:9464 or [::1]:9464',
  )
  METRICS_ADDRESS?: string;

  /** The Bearer token that /metrics needs. */
  @Setting.matching(/^[\x21-\x7e]{16,}$/, 'METRICS_TOKEN must be 16 or more printable ASCII characters')
  METRICS_TOKEN?: string;
}

export function addressOf(text: string): { host: string; port: number } | undefined {
  const [, host, port] = ADDRESS.exec(text) ?? [];
  return host === undefined || Number(port) > 65_535
    ? undefined
    : { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}
