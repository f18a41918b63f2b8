import names from 'virtual:names';
import { useList } from '../../api/reads.js';
import { webhooks } from '../../strings/webhooks.js';
import { List } from '../../ui/list.js';
import { Section } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

const t = webhooks.feeds;

/** Feeds from which programs read events at their own pace, where nothing can be sent to them. */
export function EventFeeds() {
  const list = useList('/event-feeds', { query: { limit: 50 } });
  const create = (
    <WriteAction
      label={t.create}
      about={t.createAbout}
      fields={{
        name: { kind: 'text', label: webhooks.name },
        eventNames: {
          kind: 'list',
          label: webhooks.events,
          hint: webhooks.eventsHint,
          suggestions: names.events,
          initial: ['*'],
        },
      }}
      to="POST /event-feeds"
      body={({ eventNames, ...body }) => ({ ...body, eventNames: eventNames as ['*'] })}
      done={t.created}
    />
  );
  return (
    <Section title={t.title} hint={t.hint} actions={create}>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          {
            header: webhooks.name,
            cell: ({ id, name }) => (
              <>
                <strong>{name}</strong>
                <div className="dimmed text">{t.path(id)}</div>
              </>
            ),
          },
          { header: webhooks.events, cell: ({ eventNames }) => eventNames.join(', ') },
          {
            header: webhooks.status,
            cell: ({ status, closedAt }) => (
              <>
                <Status value={status} /> {closedAt !== null && <Instant iso={closedAt} />}
              </>
            ),
          },
          {
            header: t.actions,
            cell: ({ id, name, status }) =>
              status === 'open' && (
                <WriteAction
                  label={t.close}
                  about={`${name}: ${t.closeAbout}`}
                  to="POST /event-feeds/{eventFeedId}/close"
                  path={{ eventFeedId: id }}
                  done={t.closed}
                  isDanger
                />
              ),
          },
        ]}
      />
    </Section>
  );
}
