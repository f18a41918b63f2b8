import type { DeliveryClient } from '@delivery-service/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.js';
import { dayIn, viewerZone } from '../dates.js';
import { word } from '../strings/words.js';
import type { Option } from './option.js';

export type CohortStatus = 'draft' | 'open' | 'active' | 'completed' | 'archived';

/** What can be chosen: programs, or cohorts of some statuses where they are named; `only` these, where they are named. */
export type Choosable =
  | { of: 'programs'; only?: readonly string[] }
  /** Those that people of the cohort can join. */
  | { of: 'groups'; cohort: { id: string; programId: string } }
  | { of: 'cohorts'; statuses?: readonly CohortStatus[]; except?: string; programId?: string; only?: readonly string[] }
  /** Of courses that are not archived. */
  | { of: 'lessons'; programId: string }
  | { of: 'forms' }
  /** Those that the caller reaches; on the page of one program, its own. */
  | { of: 'offers'; programId?: string }
  /** Who sells, by their members; a closer is offered themselves. */
  | { of: 'closers' }
  /** Of a form, by whom they ask. */
  | { of: 'formAssignments'; formId: string }
  /** Of a form, also those that are closed. */
  | { of: 'intakeLinks'; formId: string };

/** All that can be chosen, by their names; a cohort has that of its program beside its own, a lesson that of its course. */
export function useChoosable(choosable: Choosable, { enabled = true } = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['choosable', choosable],
    queryFn: ({ signal }) => read(client, choosable, signal),
    enabled,
  });
}

function read(client: DeliveryClient, choosable: Choosable, signal: AbortSignal): Promise<Option[]> {
  switch (choosable.of) {
    case 'programs':
      return programsOf(client, choosable, signal);
    case 'cohorts':
      return cohortsOf(client, choosable, signal);
    case 'groups':
      return groupsFor(client, choosable.cohort, signal);
    case 'lessons':
      return lessonsOf(client, choosable.programId, signal);
    case 'forms':
      return formsOf(client, signal);
    case 'offers':
      return offersOf(client, choosable.programId, signal);
    case 'closers':
      return closersOf(client, signal);
    case 'formAssignments':
      return formAssignmentsOf(client, choosable.formId, signal);
    case 'intakeLinks':
      return intakeLinksOf(client, choosable.formId, signal);
  }
}

async function programsOf(
  client: DeliveryClient,
  { only }: Omit<Extract<Choosable, { of: 'programs' }>, 'of'>,
  signal: AbortSignal,
): Promise<Option[]> {
  const found: Option[] = [];
  for await (const { id, name } of client.pages('/programs', { query: { limit: 100 }, signal })) {
    if (only?.includes(id) !== false) found.push({ value: id, label: name });
  }
  return found;
}

async function cohortsOf(
  client: DeliveryClient,
  { statuses, except, programId: of, only }: Omit<Extract<Choosable, { of: 'cohorts' }>, 'of'>,
  signal: AbortSignal,
): Promise<Option[]> {
  const programs = new Map((await programsOf(client, {}, signal)).map(({ value, label }) => [value, label]));
  const found: Option[] = [];
  for (const status of statuses ?? [undefined]) {
    const query = { limit: 100, ...(status && { status }), ...(of !== undefined && { programId: of }) };
    for await (const { id, name, programId } of client.pages('/cohorts', { query, signal })) {
      const label = [name, programs.get(programId)].filter(Boolean).join(' · ');
      if (id !== except && (!only || only.includes(id))) found.push({ value: id, label });
    }
  }
  return found;
}

/** The groups that somebody of the cohort can join. */
async function groupsFor(
  client: DeliveryClient,
  cohort: { id: string; programId: string },
  signal: AbortSignal,
): Promise<Option[]> {
  const found: Option[] = [];
  for await (const { id, name, lifecycle, programId, cohortId } of client.pages('/groups', {
    query: { limit: 100 },
    signal,
  })) {
    const fits = [null, cohort.programId].includes(programId) && [null, cohort.id].includes(cohortId);
    if (lifecycle === 'active' && fits) found.push({ value: id, label: name });
  }
  return found;
}

async function lessonsOf(client: DeliveryClient, programId: string, signal: AbortSignal): Promise<Option[]> {
  const found: Option[] = [];
  for await (const { id: courseId, title: course, status } of client.pages('/courses', {
    query: { programId, limit: 100 },
    signal,
  })) {
    if (status === 'archived') continue;
    const { data } = await client.get('/courses/{courseId}', { path: { courseId }, signal });
    for (const { id, title } of data.sections.flatMap(({ lessons }) => lessons)) {
      found.push({ value: id, label: `${title} · ${course}` });
    }
  }
  return found;
}

async function formsOf(client: DeliveryClient, signal: AbortSignal): Promise<Option[]> {
  const found: Option[] = [];
  for await (const { id, name, status } of client.pages('/forms', { query: { limit: 100 }, signal })) {
    found.push({ value: id, label: status === 'published' ? name : `${name} · ${word(status)}` });
  }
  return found;
}

async function offersOf(client: DeliveryClient, programId: string | undefined, signal: AbortSignal): Promise<Option[]> {
  const found: Option[] = [];
  const query = { limit: 100, ...(programId !== undefined && { programId }) };
  for await (const { id, name, status } of client.pages('/offers', { query, signal })) {
    found.push({ value: id, label: status === 'open' ? name : `${name} · ${word(status)}` });
  }
  return found;
}

async function closersOf(client: DeliveryClient, signal: AbortSignal): Promise<Option[]> {
  const found: Option[] = [];
  for await (const { memberId, memberName } of client.pages('/closers', { query: { limit: 100 }, signal })) {
    found.push({ value: memberId, label: memberName });
  }
  return found;
}

async function formAssignmentsOf(client: DeliveryClient, formId: string, signal: AbortSignal): Promise<Option[]> {
  const asked = [...(await programsOf(client, {}, signal)), ...(await cohortsOf(client, {}, signal))];
  const names = new Map(asked.map(({ value, label }) => [value, label]));
  const found: Option[] = [];
  for await (const { id, cohortId, programId, createdAt, status, anonymous } of client.pages('/form-assignments', {
    query: { formId, limit: 100 },
    signal,
  })) {
    const parts = [
      names.get(cohortId ?? programId ?? ''),
      dayIn(viewerZone, createdAt),
      word(status),
      anonymous && word('anonymous'),
    ];
    found.push({ value: id, label: parts.filter(Boolean).join(' · ') });
  }
  return found;
}

async function intakeLinksOf(client: DeliveryClient, formId: string, signal: AbortSignal): Promise<Option[]> {
  const found: Option[] = [];
  for await (const { id, name } of client.pages('/forms/{formId}/intake-links', {
    path: { formId },
    query: { limit: 100 },
    signal,
  })) {
    found.push({ value: id, label: name });
  }
  return found;
}
