import http from 'node:http';
import https from 'node:https';
import { Injectable } from '@nestjs/common';
import {
  AddressResolver,
  type AddressRange,
  AnswerTooLarge,
  exchange,
  guardedLookup,
  mayConnect,
  type OutgoingAnswer,
  OutgoingFailure,
  outgoingUrlIssue,
  parseRanges,
} from '#kernel/outgoing';
import { SpanKind, traced } from '#kernel/tracing';
import { CalendarFailure } from '../parsing/calendar-failure.js';
import { CalendarSettings } from './calendar.settings.js';

/** From the look-up of the host name to the end of the answer. */
const TIMEOUT_MS = 10_000;
export const MAX_BYTES = 5_000_000;
const MAX_REDIRECTS = 5;
const LONGEST_WAIT_MS = 3_600_000;

export interface CalendarRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND' | 'REPORT' | 'MKCALENDAR';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** Sends requests. Throws `CalendarFailure`. */
export interface CalendarSender {
  /** The answer, whatever its status but 401, 429 and 5xx other than 501. */
  send(url: string, request?: CalendarRequest): Promise<CalendarAnswer>;
}

export interface CalendarAnswer extends OutgoingAnswer {
  /** Where the answer came from, after redirects within the origin. */
  url: string;
}

/**
 * Requests to calendar servers: only to allowed addresses, 5 MB and 10 seconds at most, redirects within the origin. Every
 * failure is a `CalendarFailure`.
 */
@Injectable()
export class CalendarRequests implements CalendarSender {
  private readonly ranges: readonly AddressRange[];

  constructor(
    private readonly resolver: AddressResolver,
    { CALENDAR_ALLOWED_RANGES }: CalendarSettings,
  ) {
    this.ranges = parseRanges(CALENDAR_ALLOWED_RANGES);
  }

  /** The issue with the URL, as far as that is known without a look-up; undefined where there is none. */
  issueOf(url: string): string | undefined {
    return outgoingUrlIssue(url, this.ranges);
  }

  /** The same for so many milliseconds, however many requests there are: then each fails with `timeout`. */
  within(ms: number): CalendarSender {
    const end = performance.now() + ms;
    return { send: (url, request) => this.send(url, request, end) };
  }

  async send(url: string, request: CalendarRequest = {}, end = Infinity): Promise<CalendarAnswer> {
    const { method = 'GET' } = request;
    const attributes = { 'http.request.method': method, ...hostOf(url) };
    return traced({ name: method, kind: SpanKind.CLIENT, attributes }, async (span) => {
      const answer = await this.follow(url, request, end);
      span?.setAttribute('http.response.status_code', answer.status);
      return checked(answer);
    });
  }

  private async follow(first: string, request: CalendarRequest, end: number): Promise<CalendarAnswer> {
    const deadline = Math.min(performance.now() + TIMEOUT_MS, end);
    let url = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (performance.now() >= deadline) throw new CalendarFailure('timeout');
      const answer = await this.once(url, request, deadline - performance.now());
      if (answer.status < 300 || answer.status > 399 || answer.status === 304) return { ...answer, url };
      const { location } = answer.headers;
      if (location === undefined || !URL.canParse(location, url)) break;
      const next = new URL(location, url);
      // Whoever else is named there gets neither the credentials nor a request.
      if (next.origin !== new URL(first).origin) break;
      url = next.href;
    }
    throw new CalendarFailure('bad_response');
  }

  private async once(url: string, request: CalendarRequest, timeoutMs: number): Promise<OutgoingAnswer> {
    if (this.issueOf(url) !== undefined) throw new CalendarFailure('dns_blocked');
    const { method = 'GET', headers, body } = request;
    const secure = new URL(url).protocol === 'https:';
    const allowed = (address: string): boolean => mayConnect(address, secure, this.ranges);
    const lookup = guardedLookup(this.resolver, allowed);
    const sent = (secure ? https : http).request(url, { method, headers, agent: false, lookup });
    const options = { secure, allowed, body, timeoutMs: Math.max(1, timeoutMs), maxBytes: MAX_BYTES };
    try {
      return await exchange(sent, { ...options, answersRedirects: true });
    } catch (error) {
      if (error instanceof AnswerTooLarge) throw new CalendarFailure('too_large');
      if (!(error instanceof OutgoingFailure)) throw error;
      throw new CalendarFailure(error.reason === 'bad_document' ? 'bad_response' : error.reason);
    }
  }
}

function checked(answer: CalendarAnswer): CalendarAnswer {
  const { status, headers } = answer;
  const retryAfter = retryAfterMs(headers['retry-after']);
  if (status === 401) throw new CalendarFailure('refused');
  if (status === 429 || (status === 503 && retryAfter > 0)) throw new CalendarFailure('throttled', retryAfter);
  // 501: the server does not know the method.
  if (status >= 500 && status !== 501) throw new CalendarFailure('bad_response', retryAfter);
  return answer;
}

/** At most an hour. */
function retryAfterMs(value: string | undefined): number {
  if (value === undefined) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(LONGEST_WAIT_MS, Math.max(0, ms)) : 0;
}

/** The parts of a URL that contain no secret. */
function hostOf(url: string): { 'server.address'?: string; 'url.scheme'?: string } {
  if (!URL.canParse(url)) return {};
  const { hostname, protocol } = new URL(url);
  return { 'server.address': hostname, 'url.scheme': protocol.slice(0, -1) };
}
