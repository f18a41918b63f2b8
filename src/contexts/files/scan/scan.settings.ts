import { Setting } from '#kernel/settings';

export class ScanSettings {
  /** clamd://host:port: nothing becomes ready that it has not scanned. */
  @Setting.checked(problemOfScanner) FILE_SCANNER?: string;
}

function problemOfScanner(value: string): string | undefined {
  return addressOf(value) ? undefined : 'must be clamd://host:port';
}

export function addressOf(value: string): { host: string; port: number } | undefined {
  const match = /^clamd:\/\/(?:\[([0-9a-fA-F:]+)\]|([^:/[\]]+)):(\d{1,5})\/?$/.exec(value);
  return match ? { host: match[1] ?? match[2], port: Number(match[3]) } : undefined;
}
