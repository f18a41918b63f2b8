import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { useList, useRead } from '../../api/reads.js';
import { webhooks as t } from '../../strings/webhooks.js';
import { word } from '../../strings/words.js';
import { Filter, List } from '../../ui/list.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { Failing } from './failing.js';
import { Attempt, SubscriptionActions, whyFailed } from './subscription.js';

/** How often a page is read again while something is under way. */
const OFTEN_MS = 2_000;

const STATUSES = ['all', 'pending', 'succeeded', 'failed'] as const;

const isBeingVerified = (status: Schemas['WebhookSubscription']['status']) =>
  status === 'pending_validation' || status === 'validating';

/** A subscription: whether its endpoint is verified, and what became of each event. */
export default function Webhook({ subscriptionId }: { subscriptionId: string }) {
  const path = { subscriptionId };
  const query = useRead(
    '/webhook-subscriptions/{subscriptionId}',
    { path },
    { every: (found) => (found === undefined || isBeingVerified(found.status)) && OFTEN_MS },
  );
  const found = query.data;
  if (!found) return <PendingScreen title={t.subscription} query={query} />;
  return (
    <Screen
      title={found.name}
      about={<span className="text">{found.endpointUrl}</span>}
      actions={<SubscriptionActions subscription={found} />}
    >
      <Facts
        facts={{
          [t.status]: (
            <>
              <Status value={found.status} />
              <Failing subscriptionId={subscriptionId} />
            </>
          ),
          [t.why]: found.status === 'validation_failed' ? whyFailed(found.lastValidationError) : undefined,
          [t.verified]: <Instant iso={found.lastValidatedAt} />,
          [t.events]: found.eventNames.join(', '),
        }}
      />
      <Deliveries subscriptionId={subscriptionId} />
    </Screen>
  );
}

function Deliveries({ subscriptionId }: { subscriptionId: string }) {
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('all');
  const query = { limit: 20, ...(status !== 'all' && { status }) };
  const list = useList(
    '/webhook-subscriptions/{subscriptionId}/deliveries',
    { path: { subscriptionId }, query },
    { every: OFTEN_MS * 5 },
  );
  return (
    <Section
      title={t.deliveries}
      actions={
        <Filter label={t.deliveriesFilter} values={STATUSES} value={status} nameOf={word} onChange={setStatus} />
      }
    >
      <List
        label={t.deliveries}
        list={list}
        idOf={({ id }) => id}
        empty={t.noDeliveries}
        columns={[
          {
            header: t.event,
            cell: ({ eventName, createdAt }) => (
              <>
                <strong>{eventName}</strong>
                <div className="dimmed">
                  <Instant iso={createdAt} />
                </div>
              </>
            ),
          },
          { header: t.status, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
          { header: t.attempts, cell: ({ attempts }) => <Attempts attempts={attempts} /> },
          {
            header: t.redeliver,
            // A pending one that was tried waits for its next attempt: it can be sent now.
            cell: ({ id, eventName, status: current, attempts }) =>
              (current !== 'pending' || attempts.length > 0) && (
                <WriteAction
                  label={t.redeliver}
                  about={`${eventName}. ${t.redeliverAbout}`}
                  to="POST /webhook-deliveries/{deliveryId}/redeliver"
                  path={{ deliveryId: id }}
                  done={t.redelivered}
                />
              ),
          },
        ]}
      />
    </Section>
  );
}

function DeliveryStatus({ delivery: { status, nextAttemptAt } }: { delivery: Schemas['WebhookDelivery'] }) {
  return (
    <>
      <Status value={status} />
      {nextAttemptAt !== null && (
        <div className="dimmed">
          {t.next} <Instant iso={nextAttemptAt} />
        </div>
      )}
    </>
  );
}

function Attempts({ attempts }: { attempts: Schemas['WebhookDelivery']['attempts'] }) {
  if (attempts.length === 0) return t.noAttempt;
  return (
    <ul className="plain-list">
      {attempts.map((attempt) => (
        <li key={attempt.number}>
          {t.attempt(attempt.number)}, <Instant iso={attempt.attemptedAt} />
          <Attempt {...attempt} />
        </li>
      ))}
    </ul>
  );
}
