import type { SourceOf } from '#kernel/fields';
import type { PageSql } from '#kernel/persistence';
import { insightTables } from '../insights.tables.js';
import type { TimelineItem } from './enrollment-timeline.dto.js';
import { TIMELINE_KINDS, TIMELINE_SOURCES, TITLES, type TimelineSource } from './timeline-sources.js';

const TEXT_CHARACTERS = 200;

/** The first items of a source after the place. The index has the rows in this order: no more are read than the page has. */
function branchOf(source: TimelineSource, page: PageSql): string {
  const { kind, from, where, at, text, resourceId = 'i.id' } = source;
  const constant = typeof kind === 'string';
  const name = `(${constant ? `'${kind}'` : kind.sql}) collate "C"`;
  const kinds = constant ? [kind] : kind.of;
  const kindMatches = `:kind in (${kinds.map((one) => `'${one}'`).join(', ')})`;
  const conditions = [
    'i.organization_id = :organization and i.enrollment_id = :enrollment',
    // Without a column: a branch of other kinds is not executed.
    `(:kind::text is null or ${kindMatches})`,
    ...(constant ? [] : [`(:kind is null or :kind = ${name})`]),
    `${at} is not null`,
    ...(where === undefined ? [] : [where]),
    ...(page.applies('from') ? [`${at} >= :from::timestamptz`] : []),
    ...(page.applies('to') ? [`${at} < :to::timestamptz`] : []),
  ];
  return `(select i.id, ${name} as kind, ${at} as at, ${source.recordedAt ?? at} as recorded,
            '${source.resource}' as resource, ${resourceId} as resource_id, ${source.actor ?? 'null'}::uuid as actor,
            ${typeof text === 'string' ? `left(${text}, ${TEXT_CHARACTERS})` : 'null::text'} as text,
            ${typeof text === 'string' ? 'null' : text.titleOf}::uuid as title_of, ${source.outcome ?? 'null'}::text as outcome
     from ${from}
     where ${conditions.join(' and ')}${page.after([at, name, 'i.id'])}
     order by ${at} desc, ${constant ? '' : 'kind, '}i.id
     limit :limit)`;
}

function titleIn([resources, table, column]: (typeof TITLES)[number]): string {
  return `select t.${column} as title from ${table} t
       where p.resource in (${resources}) and t.organization_id = :organization and t.id = p.title_of`;
}

/** Latest first; of one instant by kind, then by id. Who did it, where the resource does not store it, is in its audit entry. */
export const listTimeline = insightTables
  .list('list_enrollment_timeline', {
    parameters: { enrollment: 'uuid', kind: 'text' },
    filters: { from: ['timestamptz'], to: ['timestamptz'] },
    order: [
      { property: 'occurredAt', direction: 'desc', type: 'timestamptz', sql: 'at' },
      { property: 'kind', direction: 'asc', type: 'text', sql: 'kind', of: TIMELINE_KINDS },
      { property: 'id', direction: 'asc', type: 'uuid', sql: 'id' },
    ],
    sql: (page) => `select p.id, p.kind, p.at as "occurredAt", coalesce(p.recorded, entry.at, p.at) as "recordedAt",
            p.resource as "resourceType", p.resource_id as "resourceId", coalesce(p.actor, entry.actor) as "actorId",
            who.name as "actorName", coalesce(p.text, titled.title) as text, p.outcome
     from (
       select * from (
         ${TIMELINE_SOURCES.map((source) => branchOf(source, page)).join('\n         union all\n         ')}
       ) items
       ${page.orderAndLimit}) p
     left join lateral (
       ${TITLES.map(titleIn).join('\n       union all\n       ')}) titled on true
     left join lateral (
       select a.actor_id as actor, a.occurred_at as at from audit_entries a
       where p.actor is null and a.organization_id = :organization and a.target_id = p.resource_id
         and a.action = p.kind and (p.recorded is null or a.occurred_at = p.recorded)
       order by a.occurred_at desc, a.id desc
       limit 1) entry on true
     left join lateral (
       select m.name from members m
       -- COALESCE is not leakproof: under row-level security the index would not be used.
       where m.organization_id = :organization and m.account_id = case when p.actor is null then entry.actor else p.actor end
       order by (m.status = 'active') desc, m.id desc
       limit 1) who on true
     order by p.at desc, p.kind, p.id`,
  })
  .returning<SourceOf<TimelineItem>>();
