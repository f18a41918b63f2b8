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

/** What the caller may do, and on which screen. */
const ACTIONS: { name: string; to: string; isFor: (access: Access) => boolean }[] = [
  { name: t.actions.review, to: '/work', isFor: ({ isReviewer }) => isReviewer },
  { name: t.actions.close, to: '/work', isFor: ({ isStaff }) => isStaff },
  { name: t.actions.member, to: '/people', isFor: ({ isAdministrator }) => isAdministrator },
  { name: t.actions.program, to: '/programs', isFor: ({ isAdministrator }) => isAdministrator },
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
  const programs = usePrograms(isAsked && access.readsPrograms);
  const cohortNames = useCohortNames(enrollments.items.map(({ cohortId }) => cohortId));
  const read = [members, enrollments, cohorts];
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
      name: t.programs,
      items: (programs.data ?? [])
        .filter(({ name }) => fits(name, q))
        .slice(0, SHOWN)
        .map(({ id, name, status }) => ({ name, detail: word(status), to: `/programs/${id}` })),
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
    isPending: isAsked && [...read, programs].some(({ isFetching }) => isFetching),
    error: read.find(({ error }) => error !== null)?.error ?? programs.error,
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

/** All programs: the API has no search for them, and a school has few. */
function usePrograms(enabled: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['search', 'programs'],
    queryFn: async ({ signal }) => {
      const found: { id: string; name: string; status: string }[] = [];
      for await (const program of client.pages('/programs', { query: { limit: 100 }, signal })) found.push(program);
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
