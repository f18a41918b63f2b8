import { ApiError, type Schemas } from '@delivery-service/client';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { identityProvider as t } from '../../strings/identity-provider.js';
import { word } from '../../strings/words.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { Empty } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

type Provider = Schemas['IdentityProvider'];

/** How often the page is read again while the provider is being checked. */
const OFTEN_MS = 2_000;

/** The organization's identity provider, which owners change, and the name by which its people find it. */
export default function IdentityProviderScreen() {
  const { me } = useSession();
  const { isOwner } = accessOf(me);
  const query = useProvider();
  const provider = query.data;
  if (provider === undefined) return <PendingScreen title={t.title} query={query} />;
  return (
    <Screen
      title={t.title}
      about={isOwner ? t.about : t.onlyOwners}
      actions={
        isOwner && (
          <>
            <SetProvider provider={provider} />
            {provider && <RemoveProvider />}
          </>
        )
      }
    >
      {provider ? <Shown provider={provider} /> : <Empty>{t.none}</Empty>}
      <Section title={t.redirectUri}>
        <ShownOnce about={t.redirectHint} text={provider?.redirectUri ?? redirectUriOf(me.organization.id)} />
      </Section>
      <SignInName isOwner={isOwner} />
    </Screen>
  );
}

/** Null where none is set up. */
function useProvider() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['/identity-provider'],
    queryFn: async ({ signal }): Promise<Provider | null> => {
      try {
        return (await client.get('/identity-provider', { signal })).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) => data?.status === 'pending_validation' && OFTEN_MS,
  });
}

/** As the service will state it, where the console is open at its public address. */
function redirectUriOf(organizationId: string): string {
  return `${window.location.origin}/console/signed-in/${organizationId}`;
}

function Shown({ provider }: { provider: Provider }) {
  const { issuer, clientId, emailDomains, required, status, lastError, lastSignInAt } = provider;
  return (
    <>
      {status === 'failing' && lastError !== null && (
        <Alert color="red" role="alert" title={t.problem} mb="sm">
          {t.errors[lastError] ?? word(lastError)}
        </Alert>
      )}
      <Facts
        facts={{
          [t.status]: <Status value={status} />,
          [t.issuer]: issuer,
          [t.clientId]: clientId,
          [t.emailDomains]: emailDomains.join(', '),
          [t.required]: required ? strings.common.yes : strings.common.no,
          [t.lastSignIn]: lastSignInAt === null ? t.never : <Instant iso={lastSignInAt} />,
        }}
      />
    </>
  );
}

function SetProvider({ provider }: { provider: Provider | null }) {
  return (
    <WriteAction
      label={provider ? t.change : t.set}
      about={provider ? undefined : t.setAbout}
      {...(provider && { submit: strings.write.save })}
      fields={{
        issuer: { kind: 'url', label: t.issuer, hint: t.issuerHint, initial: provider?.issuer ?? null },
        clientId: { kind: 'text', label: t.clientId, initial: provider?.clientId ?? null },
        clientSecret: {
          kind: 'secret',
          label: t.clientSecret,
          hint: provider ? t.secretKept : t.secretHint,
          isOptional: true,
        },
        emailDomains: {
          kind: 'list',
          label: t.emailDomains,
          hint: t.domainsHint,
          initial: provider?.emailDomains ?? [],
        },
        required: { kind: 'check', label: t.required, hint: t.requiredHint, initial: provider?.required ?? false },
      }}
      to="PUT /identity-provider"
      done={t.setDone}
    />
  );
}

function RemoveProvider() {
  return (
    <WriteAction label={t.remove} about={t.removeAbout} to="DELETE /identity-provider" done={t.removed} isDanger />
  );
}

function SignInName({ isOwner }: { isOwner: boolean }) {
  const { me, readMe } = useSession();
  const { signInName } = me.organization;
  const set = (
    <WriteAction
      label={t.setName}
      fields={{ name: { kind: 'text', label: t.name, hint: t.nameHint, initial: signInName } }}
      to="PUT /organization/sign-in-name"
      done={t.nameSet}
      onDone={readMe}
    />
  );
  return (
    <Section title={t.name} actions={isOwner && set}>
      {signInName === null ? <Empty>{t.noName}</Empty> : <Text>{signInName}</Text>}
    </Section>
  );
}
