import { useQuery } from '@tanstack/react-query';
import { accessOf, type Access } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { search as t } from '../../strings/search.js';
import { word } from '../../strings/words.js';

export interface Found {
  name: string;
  detail?: string;
  to: string;
}

export interface Group {
  name: string;
  items: Found[];
}

/** How many of each kind are shown: whoever looks for another one types more. */
const SHOWN = 6;
const SHORTEST = 2;

/** Kinds that are read whole, and where one of each is. */
const PARTS = [
  { name: t.programs, of: 'programs', at: '/programs' },
  { name: t.courses, of: 'courses', at: '/programs/courses' },
  { name: t.forms, of: 'forms', at: '/forms' },
  { name: t.groups, of: 'groups', at: '/groups' },
  { name: t.spaces, of: 'spaces', at: '/community' },
] as const;

/** What the caller may do, and on which screen. */
const ACTIONS: { name: string; to: string; isFor: (access: Access) => boolean }[] = [
  { name: t.actions.review, to: '/work', isFor: ({ isReviewer }) => isReviewer },
  { name: t.actions.close, to: '/work', isFor: ({ isStaff }) => isStaff },
  { name: t.actions.assignForm, to: '/form-assignments', isFor: ({ isStaff }) => isStaff },
  { name: t.actions.openForm, to: '/form-assignments', isFor: ({ isDirector }) => isDirector },
  { name: t.actions.member, to: '/people', isFor: ({ isAdministrator }) => isAdministrator },
  { name: t.actions.program, to: '/programs', isFor: ({ isAdministrator }) => isAdministrator },
  { name: t.actions.prospect, to: '/prospects', isFor: ({ sells }) => sells },
  {
    name: t.actions.calendar,
    to: '/calendar-connections',
    isFor: ({ connectsCalendars }) => connectsCalendars,
  },
  { name: t.actions.paymentProvider, to: '/organization/payment-provider', isFor: ({ isOwner }) => isOwner },
  {
    name: t.actions.providerEvents,
    to: '/organization/payment-provider/events',
    isFor: ({ isAdministrator }) => isAdministrator,
  },
  { name: t.actions.export, to: '/exports', isFor: ({ isAdministrator }) => isAdministrator },
  { name: t.actions.account, to: '/account', isFor: () => true },
];

/** What is found for some words: of people those whom the caller reaches, as the service decides. */
export function useFound(q: string, screens: readonly { path: string; name: string }[]) {
  const access = accessOf(useSession().me);
  const isAsked = q.length >= SHORTEST;
  // The service finds the words of names and addresses, not a whole address.
  const query = { q: q.replace(/@.*/, ''), limit: SHOWN };
  const members = useList('/members', { query }, { enabled: isAsked && access.isAdministrator });
  const enrollments = useList('/enrollments', { query }, { enabled: isAsked && access.isStaff });
  const cohorts = useList('/cohorts', { query }, { enabled: isAsked && access.readsPrograms });
  const videos = useList('/video-resources', { query }, { enabled: isAsked && access.readsPrograms });
  const prospects = useList('/prospects', { query }, { enabled: isAsked && access.sells });
  const named = useNamed(isAsked && access.readsPrograms);
  const cohortNames = useCohortNames(enrollments.items.map(({ cohortId }) => cohortId));
  const read = [members, enrollments, cohorts, videos, prospects];
  const cohortAt = (id: string) => (access.isStaff ? `/cohorts/${id}` : `/programs/cohorts/${id}`);
  const groups: Group[] = [
    {
      name: t.enrolled,
      items: enrollments.items.map(({ id, memberName, memberId, cohortId, status }) => ({
        name: memberName ?? memberId,
        detail: `${cohortNames.get(cohortId) ?? ''} ${word(status)}`,
        to: `/enrollments/${id}`,
      })),
    },
    {
      name: t.members,
      items: members.items.map(({ id, name, email }) => ({ name, detail: email, to: `/people/${id}` })),
    },
    {
      name: t.cohorts,
      items: cohorts.items.map(({ id, name, status }) => ({ name, detail: word(status), to: cohortAt(id) })),
    },
    {
      name: t.prospects,
      items: prospects.items.map(({ id, name, status }) => ({ name, detail: word(status), to: `/prospects/${id}` })),
    },
    ...PARTS.map(({ name, of, at }) => ({
      name,
      items: (named.data?.[of] ?? [])
        .filter((one) => fits(one.name, q))
        .slice(0, SHOWN)
        .map((one) => ({ name: one.name, detail: word(one.status), to: `${at}/${one.id}` })),
    })),
    {
      name: t.videos,
      items: videos.items.map(({ id, title, status }) => ({ name: title, detail: word(status), to: `/library/${id}` })),
    },
  ];
  const here: Group[] = [
    { name: t.screens, items: screens.flatMap(({ name, path }) => (fits(name, q) ? [{ name, to: path }] : [])) },
    {
      name: t.actionsTitle,
      items: ACTIONS.flatMap(({ name, to, isFor }) => (isFor(access) && fits(name, q) ? [{ name, to }] : [])),
    },
  ];
  return {
    groups: [...here, ...(isAsked ? groups : [])].filter(({ items }) => items.length > 0),
    isPending: isAsked && [...read, named].some(({ isFetching }) => isFetching),
    error: read.find(({ error }) => error !== null)?.error ?? named.error,
  };
}

/** Whether each word begins a word of the name, as the service searches. */
function fits(name: string, q: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);
  const parts = plain(name);
  return plain(q).every((typed) => parts.some((part) => part.startsWith(typed)));
}

interface Named {
  id: string;
  name: string;
  status: string;
}

/** All programs, courses, forms, groups and spaces: the API has no search for them, and a school has few. */
function useNamed(enabled: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['search', 'named'],
    queryFn: async ({ signal }) => {
      const found: Record<(typeof PARTS)[number]['of'], Named[]> = {
        programs: [],
        courses: [],
        forms: [],
        groups: [],
        spaces: [],
      };
      const read = { query: { limit: 100 }, signal };
      for await (const program of client.pages('/programs', read)) found.programs.push(program);
      for await (const { title: name, ...course } of client.pages('/courses', read)) {
        found.courses.push({ ...course, name });
      }
      for await (const form of client.pages('/forms', read)) found.forms.push(form);
      for await (const { lifecycle: status, ...group } of client.pages('/groups', read)) {
        found.groups.push({ ...group, status });
      }
      for await (const space of client.pages('/spaces', read)) found.spaces.push(space);
      return found;
    },
    enabled,
    staleTime: 60_000,
  });
}

/** The names of a few cohorts: of one person there may be several enrollments. */
function useCohortNames(ids: readonly string[]): Map<string, string> {
  const { client } = useSession();
  const wanted = [...new Set(ids)].sort();
  const { data } = useQuery({
    queryKey: ['search', 'cohorts', wanted],
    queryFn: async ({ signal }) => {
      const read = wanted.map((cohortId) => client.get('/cohorts/{cohortId}', { path: { cohortId }, signal }));
      return (await Promise.all(read)).map(({ data: { id, name } }) => [id, name] as const);
    },
    enabled: wanted.length > 0,
  });
  return new Map(data);
}
