import names from 'virtual:names';
import { useLocation } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { webhooks as t } from '../../strings/webhooks.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { EventFeeds } from './event-feeds.js';
import { Failing } from './failing.js';
import { newSecret, whyFailed } from './subscription.js';

/** The systems that are told of what happens. */
export default function Webhooks() {
  const { me } = useSession();
  const [, navigate] = useLocation();
  const list = useList('/webhook-subscriptions', { query: { limit: 50 } });
  const create = (
    <WriteAction
      label={t.create}
      fields={{
        name: { kind: 'text', label: t.name },
        endpointUrl: { kind: 'url', label: t.url, hint: t.urlHint },
        eventNames: { kind: 'list', label: t.events, hint: t.eventsHint, suggestions: names.events, initial: ['*'] },
        secret: { kind: 'text', label: t.secret, hint: t.secretHint, initial: newSecret() },
      }}
      to="POST /webhook-subscriptions"
      body={({ eventNames, ...body }) => ({ ...body, eventNames: eventNames as ['*'] })}
      done={t.created}
      onDone={({ id }) => navigate(`/webhooks/${id}`)}
    />
  );
  return (
    <Screen title={t.title} actions={create}>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          { header: t.subscription, cell: ({ id, name }) => <PageLink to={`/webhooks/${id}`}>{name}</PageLink> },
          { header: t.url, cell: ({ endpointUrl }) => <span className="text">{endpointUrl}</span> },
          {
            header: t.status,
            cell: ({ id, status, lastValidationError }) => (
              <>
                <Status value={status} />
                <Failing subscriptionId={id} />
                {status === 'validation_failed' && <div className="dimmed">{whyFailed(lastValidationError)}</div>}
              </>
            ),
          },
          { header: t.verified, cell: ({ lastValidatedAt }) => <Instant iso={lastValidatedAt} /> },
        ]}
      />
      {accessOf(me).isAdministrator && <EventFeeds />}
    </Screen>
  );
}
