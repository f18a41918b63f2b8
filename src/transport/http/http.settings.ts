import { Setting } from '#kernel/settings';
import { Origins } from './request/origins.js';
import { problemOfPublicUrl } from './request/public-url.js';
import { isTrustedProxies } from './request/trusted-proxies.js';

const TRUST_PROXY_ISSUE = '$property must be a number of proxies or a comma-separated list of IP addresses and ranges';

export class HttpSettings {
  @Setting.integer({ min: 0, max: 65_535 }) PORT = 3000;
  @Setting.text() HOST = '127.0.0.1';
  /** The proxies whose X-Forwarded-For is trusted; none by default. */
  @Setting.accepted(isTrustedProxies, TRUST_PROXY_ISSUE) TRUST_PROXY?: string;
  /** Comma-separated origins of the web pages that may call the REST API. */
  @Origins() CORS_ORIGINS = '';

  /** Where clients reach the service, for URLs in responses; by default the host of the request. */
  @Setting.checked(problemOfPublicUrl) PUBLIC_URL?: string;

  @Setting.integer({ min: 1, max: 60_000 }) OVERLOAD_WAIT_MS = 1500;
  @Setting.integer({ min: 10, max: 1_000_000 }) MAX_CONNECTIONS = 5000;
}
