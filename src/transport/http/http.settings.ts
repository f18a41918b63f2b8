import { Origins, Setting } from '#kernel/settings';
import { isTrustedProxies } from './request/trusted-proxies.js';

const TRUST_PROXY_ISSUE = '$property must be a number of proxies or a comma-separated list of IP addresses and ranges';

export class HttpSettings {
  @Setting.text() HOST = '127.0.0.1';
  /** The proxies whose X-Forwarded-For is trusted; none by default. */
  @Setting.accepted(isTrustedProxies, TRUST_PROXY_ISSUE) TRUST_PROXY?: string;
  /** Comma-separated origins of the web pages that may call the REST API. */
  @Origins() CORS_ORIGINS = '';

  @Setting.integer({ min: 1, max: 60_000 }) OVERLOAD_WAIT_MS = 1500;
  @Setting.integer({ min: 10, max: 1_000_000 }) MAX_CONNECTIONS = 5000;
}
