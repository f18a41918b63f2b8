import { useList } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { reminders as t } from '../../strings/reminders.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { Screen } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { CreateRules } from './rule-actions.js';
import { Covers, whenOf } from './rule-parts.js';

/** The rules by which other systems are told of what is due. */
export default function Reminders() {
  const list = useList('/reminder-rules', { query: { limit: 50 } });
  return (
    <Screen title={t.title} about={t.about} actions={<CreateRules />}>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          { header: t.rule, cell: ({ id, name }) => <PageLink to={`/reminders/${id}`}>{name}</PageLink> },
          { header: t.when, cell: whenOf },
          { header: t.covers, cell: (rule) => <Covers rule={rule} /> },
          { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
          { header: t.since, cell: ({ activeSince, status }) => status === 'active' && <Instant iso={activeSince} /> },
        ]}
      />
    </Screen>
  );
}
