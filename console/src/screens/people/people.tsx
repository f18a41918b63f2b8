import type { Schemas } from '@delivery-service/client';
import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useSearchParams } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { people as t } from '../../strings/people.js';
import { word } from '../../strings/words.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { Screen, Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { Imports } from './imports.js';

const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const;
const STATUSES = ['active', 'detached'] as const;

/** A value of a closed set in the address; undefined where it is another one. */
function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}

/** Whoever belongs to the organization, and how they get into it. */
export default function People() {
  const { me } = useSession();
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const [words] = useDebouncedValue(q.trim(), 200);
  const role = oneOf(ROLES, search.get('role'));
  const status = oneOf(STATUSES, search.get('status'));
  const query = { limit: 50, ...(words && { q: words }), ...(role && { role }), ...(status && { status }) };
  const list = useList('/members', { query });
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const choices = (values: readonly string[]) => [
    { value: '', label: t.any },
    ...values.map((value) => ({ value, label: word(value) })),
  ];
  return (
    <Screen title={t.title} actions={<AddMember isOwner={accessOf(me).isOwner} />}>
      <div className="filters" role="search">
        <TextInput label={t.words} value={q} onChange={({ currentTarget }) => set('q', currentTarget.value)} />
        <NativeSelect
          label={t.role}
          data={choices(ROLES)}
          value={role ?? ''}
          onChange={({ currentTarget }) => set('role', currentTarget.value)}
        />
        <NativeSelect
          label={t.status}
          data={choices(STATUSES)}
          value={status ?? ''}
          onChange={({ currentTarget }) => set('status', currentTarget.value)}
        />
      </div>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          { header: t.member, cell: ({ id, name }) => <PageLink to={`/people/${id}`}>{name}</PageLink> },
          { header: t.email, cell: ({ email }) => email },
          { header: t.role, cell: ({ role: held }) => <Status value={held} /> },
          { header: t.status, cell: ({ status: current }) => <Status value={current} /> },
          { header: t.added_at, cell: ({ createdAt }) => <Instant iso={createdAt} /> },
        ]}
      />
      <Section title={t.imports}>
        <Imports />
      </Section>
    </Screen>
  );
}

function AddMember({ isOwner }: { isOwner: boolean }) {
  const roles: Schemas['Member']['role'][] = isOwner ? ['MEMBER', 'ADMIN', 'OWNER'] : ['MEMBER', 'ADMIN'];
  return (
    <WriteAction
      label={t.add}
      fields={{
        name: { kind: 'text', label: t.name },
        email: { kind: 'email', label: t.email },
        role: { kind: 'choice', label: t.role, options: optionsOf(roles) },
        externalId: { kind: 'text', label: t.externalId, isOptional: true },
      }}
      to="POST /members"
      done={t.added}
    />
  );
}
