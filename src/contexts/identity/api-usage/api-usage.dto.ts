import { CalendarDate, OpenObject, toResource, Uuid, WholeNumber } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';

export const MOST_DAYS = 92;
export const USUAL_DAYS = 30;

export class ApiUsageQuery extends PageQuery {
  @CalendarDate({ optional: true, description: `First day, in UTC; by default ${USUAL_DAYS - 1} days before to` })
  from?: string;

  @CalendarDate({ optional: true, description: `Last day, in UTC; by default today. At most ${MOST_DAYS} days in all` })
  to?: string;

  @Uuid({ optional: true, description: 'Only requests with this API key' }) apiKeyId?: string;
}

export class ApiUsage {
  @CalendarDate({ description: 'Day, in UTC', example: '2030-01-15' }) date: string;
  @Uuid({ description: 'API key; requests with session keys count for the key that made them' }) apiKeyId: string;
  @WholeNumber({ description: 'Requests', example: 120 }) requests: number;
  @WholeNumber({ description: 'Reads', example: 80 }) reads: number;
  @WholeNumber({ description: 'Writes, with replays and refusals', example: 40 }) writes: number;
  @WholeNumber({ description: 'Replays of writes', example: 2 }) replays: number;

  @OpenObject({ description: 'Requests refused with a 4xx status, by status; without 429', example: { 404: 3 } })
  refused: Record<string, number>;

  @WholeNumber({ description: 'Requests refused with 429', example: 0 }) throttled: number;
}

/** A row: the counters of one key and day, by name. */
export interface UsageRow {
  midnight: Date;
  apiKeyId: string;
  counters: Record<string, number>;
}

export function toApiUsage({ midnight, apiKeyId, counters }: UsageRow): ApiUsage {
  const date = midnight.toISOString().slice(0, 10);
  const { requests = 0, reads = 0, writes = 0, replays = 0, throttled = 0, ...refused } = counters;
  return toResource(ApiUsage, { date, apiKeyId, requests, reads, writes, replays, refused, throttled });
}
