import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import type { Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import {
  type ApiUsage,
  type ApiUsageQuery,
  MOST_DAYS,
  toApiUsage,
  USUAL_DAYS,
  type UsageRow,
} from './api-usage.dto.js';

const DAY_MS = 86_400_000;

const MIDNIGHT = `(u.day::timestamp at time zone 'UTC')`;

const listDays = identityTables
  .list('list_api_usage', {
    parameters: { from: 'date', to: 'date' },
    filters: { apiKeyId: ['uuid', 'u.api_key_id = :apiKeyId'] },
    order: [
      { property: 'midnight', direction: 'desc', type: 'timestamptz', sql: MIDNIGHT },
      { property: 'apiKeyId', direction: 'desc', type: 'uuid', sql: 'u.api_key_id' },
    ],
    sql: (
      page,
    ) => `select ${MIDNIGHT} as midnight, u.api_key_id as "apiKeyId", jsonb_object_agg(u.counter, u.count) as counters
      from api_usages u
      where u.organization_id = :organization and u.day between :from::date and :to::date${page.conditions}
      group by u.day, u.api_key_id ${page.orderAndLimit}`,
  })
  .returning<UsageRow>();

@Injectable()
export class ApiUsageService {
  async list(scope: Scope, query: ApiUsageQuery): Promise<Page<ApiUsage>> {
    const { to = dateOf(scope.now) } = query;
    const { from = dateOf(new Date(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS)) } = query;
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (days < 1) throw invalidField('to', 'must not be before from');
    if (days > MOST_DAYS) throw invalidField('to', `must be less than ${MOST_DAYS} days after from`);
    return scope.list(listDays, { ...query, from, to }, (rows) => rows.map(toApiUsage));
  }
}

function dateOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
