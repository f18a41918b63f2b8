import type { Schemas } from '@delivery-service/client';
import names from 'virtual:names';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { viewerZone } from '../../dates.js';
import { webhooks as t } from '../../strings/webhooks.js';
import { word } from '../../strings/words.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';

/** A secret of 256 random bits, in the form of Standard Webhooks. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** Why an endpoint could not be reached or verified, in a sentence. */
export function whyFailed(error: string | null): string {
  return error === null ? '' : (t.errors[error] ?? word(error));
}

/** What can be done with a subscription in its status. */
export function SubscriptionActions({ subscription }: { subscription: Schemas['WebhookSubscription'] }) {
  const [, navigate] = useLocation();
  // Another one each time that the dialog might be opened, and the same while it is.
  const [secret, setSecret] = useState(newSecret);
  const path = { subscriptionId: subscription.id };
  return (
    <>
      <WriteAction
        label={t.test}
        about={t.testAbout}
        to="POST /webhook-subscriptions/{subscriptionId}/test"
        path={path}
        done={({ outcome }) => t.tested(outcome)}
        outcome={(result) => <TestOutcome result={result} />}
      />
      <WriteAction
        label={t.verify}
        about={t.verifyAbout}
        to="POST /webhook-subscriptions/{subscriptionId}/verify"
        path={path}
        done={t.verifying}
      />
      {subscription.status === 'paused' ? (
        <WriteAction
          label={t.resume}
          to="POST /webhook-subscriptions/{subscriptionId}/resume"
          path={path}
          done={t.resumed}
        />
      ) : (
        <WriteAction
          label={t.pause}
          to="POST /webhook-subscriptions/{subscriptionId}/pause"
          path={path}
          done={t.paused}
        />
      )}
      <WriteAction
        label={t.rotate}
        about={t.rotateAbout}
        fields={{ secret: { kind: 'text', label: t.secret, hint: t.secretHint, initial: secret } }}
        to="POST /webhook-subscriptions/{subscriptionId}/rotate-secret"
        path={path}
        done={t.rotated}
        onDone={() => setSecret(newSecret())}
      />
      <EditAction
        label={t.edit}
        fields={({ name, eventNames }) => ({
          name: { kind: 'text', label: t.name, initial: name },
          endpointUrl: { kind: 'url', label: t.url, hint: t.urlKept, isOptional: true },
          eventNames: {
            kind: 'list',
            label: t.events,
            hint: t.eventsHint,
            suggestions: names.events,
            initial: eventNames,
          },
        })}
        to="PATCH /webhook-subscriptions/{subscriptionId}"
        path={path}
        body={({ eventNames, ...body }) => ({ ...body, eventNames: eventNames as ['*'] })}
        done={t.edited}
      />
      <WriteAction
        label={t.redeliverSince}
        about={t.redeliverSinceAbout}
        fields={{ since: { kind: 'instant', label: t.since, zone: viewerZone } }}
        to="POST /webhook-subscriptions/{subscriptionId}/redeliveries"
        path={path}
        done={({ scheduled }) => t.scheduled(scheduled)}
      />
      <WriteAction
        label={t.remove}
        about={t.removeAbout}
        to="DELETE /webhook-subscriptions/{subscriptionId}"
        path={path}
        done={t.removed}
        onDone={() => navigate('/webhooks')}
        isDanger
      />
    </>
  );
}

function TestOutcome({ result }: { result: Schemas['WebhookTest'] }) {
  return (
    <>
      <Text>{t.tested(result.outcome)}</Text>
      <Attempt {...result} />
    </>
  );
}

interface AttemptProps {
  responseStatus: number | null;
  latencyMs: number | null;
  responseBody: string | null;
  error: string | null;
}

/** What came of one request to an endpoint. */
export function Attempt({ responseStatus, latencyMs, responseBody, error }: AttemptProps) {
  return (
    <>
      <div className="dimmed">
        {[responseStatus, latencyMs !== null && t.latency(latencyMs), whyFailed(error)].filter(Boolean).join(', ')}
      </div>
      {responseBody !== null && responseBody !== '' && <pre className="excerpt">{responseBody}</pre>}
    </>
  );
}
