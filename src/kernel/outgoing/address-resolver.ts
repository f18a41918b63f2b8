import { lookup, Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Errors after which the system resolver, which also reads the hosts file, is used. */
const NOT_ANSWERED = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME', 'ENONAME']);

/**
 * Resolves a host name, by DNS first: `dns.lookup` blocks one of the few threads of the libuv pool, so one slow name
 * server would delay all deliveries.
 */
@Injectable()
export class AddressResolver {
  private readonly resolver = new Resolver({ timeout: 1_500, tries: 2 });

  async resolve(hostname: string): Promise<ResolvedAddress[]> {
    if (!isLocalName(hostname)) {
      const [v4, v6] = await Promise.allSettled([this.resolver.resolve4(hostname), this.resolver.resolve6(hostname)]);
      const found = [...addresses(v4, 4), ...addresses(v6, 6)];
      if (found.length > 0) return found;
      const failure = [v4, v6].find((answer) => answer.status === 'rejected' && !NOT_ANSWERED.has(codeOf(answer)));
      if (failure?.status === 'rejected') throw failure.reason;
    }
    return (await lookup(hostname, { all: true })) as ResolvedAddress[];
  }
}

/** Names that DNS does not resolve, such as localhost and names without a dot. */
function isLocalName(hostname: string): boolean {
  return !hostname.includes('.') || /(^|\.)(localhost|local|internal)\.?$/i.test(hostname);
}

function addresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

function codeOf(answer: PromiseRejectedResult): string {
  return (answer.reason as { code?: string }).code ?? '';
}
