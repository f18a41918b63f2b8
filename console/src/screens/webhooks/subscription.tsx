import type { Schemas } from '@delivery-service/client';
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
        send={(client, _, once) => client.post('/webhook-subscriptions/{subscriptionId}/test', { path, ...once })}
        done={({ outcome }) => t.tested(outcome)}
        outcome={(result) => <TestOutcome result={result} />}
      />
      <WriteAction
        label={t.verify}
        about={t.verifyAbout}
        send={(client, _, once) => client.post('/webhook-subscriptions/{subscriptionId}/verify', { path, ...once })}
        done={t.verifying}
      />
      {subscription.status === 'paused' ? (
        <WriteAction
          label={t.resume}
          send={(client, _, once) => client.post('/webhook-subscriptions/{subscriptionId}/resume', { path, ...once })}
          done={t.resumed}
        />
      ) : (
        <WriteAction
          label={t.pause}
          send={(client, _, once) => client.post('/webhook-subscriptions/{subscriptionId}/pause', { path, ...once })}
          done={t.paused}
        />
      )}
      <WriteAction
        label={t.rotate}
        about={t.rotateAbout}
        fields={{ secret: { kind: 'text', label: t.secret, hint: t.secretHint, maxLength: 512, initial: secret } }}
        send={(client, body, once) =>
          client.post('/webhook-subscriptions/{subscriptionId}/rotate-secret', { path, body, ...once })
        }
        done={t.rotated}
        onDone={() => setSecret(newSecret())}
      />
      <EditAction
        label={t.edit}
        fields={{
          name: { kind: 'text', label: t.name, maxLength: 100, initial: subscription.name },
          endpointUrl: { kind: 'url', label: t.url, hint: t.urlKept, maxLength: 2000, isOptional: true },
          eventNames: { kind: 'list', label: t.events, hint: t.eventsHint, initial: subscription.eventNames },
        }}
        send={(client, { eventNames, ...body }, once) =>
          client.patch('/webhook-subscriptions/{subscriptionId}', {
            path,
            body: { ...body, eventNames: eventNames as ['*'] },
            ...once,
          })
        }
        done={t.edited}
      />
      <WriteAction
        label={t.redeliverSince}
        about={t.redeliverSinceAbout}
        fields={{ since: { kind: 'instant', label: t.since, zone: viewerZone } }}
        send={(client, body, once) =>
          client.post('/webhook-subscriptions/{subscriptionId}/redeliveries', { path, body, ...once })
        }
        done={({ scheduled }) => t.scheduled(scheduled)}
      />
      <WriteAction
        label={t.remove}
        about={t.removeAbout}
        send={(client, _, once) => client.delete('/webhook-subscriptions/{subscriptionId}', { path, ...once })}
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
