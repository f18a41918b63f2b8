import type { Schemas } from '@delivery-service/client';
import { Alert } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { strings } from '../../strings/common.js';
import { paymentProvider as t } from '../../strings/payment-provider.js';
import { providerEvents as events } from '../../strings/provider-events.js';
import { LinkButton } from '../../ui/link.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { Empty } from '../../ui/states.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

type Provider = Schemas['PaymentProviderConnection'];

/** How often the page is read again while the key is being checked. */
const OFTEN_MS = 2_000;

/** The organization's account at the payment provider, which owners connect. */
export default function PaymentProviderScreen() {
  const { isOwner } = accessOf(useSession().me);
  const query = useRead(
    '/payment-providers',
    {},
    { every: (data) => data?.items[0]?.status === 'validating' && OFTEN_MS },
  );
  if (!query.data) return <PendingScreen title={t.title} query={query} />;
  const [provider] = query.data.items;
  const isConnected = provider !== undefined && provider.status !== 'disconnected';
  return (
    <Screen
      title={t.title}
      about={isOwner ? t.about : t.onlyOwners}
      actions={
        <>
          {provider !== undefined && <LinkButton to="/organization/payment-provider/events">{events.link}</LinkButton>}
          {isOwner && <Connect provider={provider} isConnected={isConnected} />}
          {isOwner && isConnected && <Disconnect />}
        </>
      }
    >
      {isConnected ? <Shown provider={provider} /> : <Empty>{t.none}</Empty>}
    </Screen>
  );
}

function Shown({ provider }: { provider: Provider }) {
  const { status, accountId, livemode, returnUrl, eventsUrl, lastError } = provider;
  const time = (iso: string | null) => (iso === null ? strings.common.never : <Instant iso={iso} />);
  return (
    <>
      {lastError !== null && (
        <Alert color="red" role="alert" title={t.problem} mb="sm">
          {t.errors[lastError]}
        </Alert>
      )}
      <Facts
        facts={{
          [strings.common.status]: <Status value={status} />,
          [t.account]: accountId,
          [t.livemode]: livemode === null ? undefined : t.livemodes[livemode ? 'real' : 'test'],
          [t.returnUrl]: <span className="text">{returnUrl}</span>,
          [t.lastEvent]: time(provider.lastEventAt),
          [t.lastReconciled]: time(provider.lastReconciledAt),
          [t.repaired]: t.repairedOf(provider.repaired),
        }}
      />
      <Section title={t.eventsUrl}>
        <ShownOnce about={t.eventsHint} text={eventsUrl} />
      </Section>
    </>
  );
}

/** The secrets of a connection are never shown: they are entered whenever it is changed. */
function Connect({ provider, isConnected }: { provider: Provider | undefined; isConnected: boolean }) {
  return (
    <WriteAction
      label={isConnected ? t.change : t.connect}
      about={isConnected ? t.changeAbout : t.connectAbout}
      {...(isConnected && { submit: strings.write.save })}
      fields={{
        secretKey: { kind: 'secret', label: t.secretKey, hint: t.secretKeyHint },
        webhookSecret: { kind: 'secret', label: t.webhookSecret, hint: t.webhookSecretHint },
        returnUrl: { kind: 'url', label: t.returnUrl, hint: t.returnUrlHint, initial: provider?.returnUrl ?? null },
      }}
      to="PUT /payment-providers/stripe"
      done={t.connected}
    />
  );
}

function Disconnect() {
  return (
    <WriteAction
      label={t.disconnect}
      about={t.disconnectAbout}
      to="POST /payment-providers/stripe/disconnect"
      done={t.disconnected}
      isDanger
    />
  );
}
