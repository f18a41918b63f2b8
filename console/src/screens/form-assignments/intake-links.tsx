import type { Schemas } from '@delivery-service/client';
import { useList, useRead } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { formAssignments } from '../../strings/form-assignments.js';
import { intakeLinks as t } from '../../strings/intake-links.js';
import { number } from '../../strings/words.js';
import { CopyButton } from '../../ui/copy-button.js';
import { PageLink } from '../../ui/link.js';
import { List, type Column } from '../../ui/list.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { versionOptions } from './assign-form.js';
import { OFTEN_MS } from './standings.js';
import './intake-links.css';

type Link = Schemas['IntakeLink'];

/** Addresses at which anybody answers a form. */
export default function IntakeLinks({ formId }: { formId: string }) {
  const path = { formId };
  const query = useRead('/forms/{formId}', { path });
  const list = useList('/forms/{formId}/intake-links', { path, query: { limit: 50 } }, { every: OFTEN_MS });
  if (!query.data) return <PendingScreen title={t.title} query={query} />;
  const form = query.data;
  return (
    <Screen
      title={t.of(form.name)}
      about={t.about}
      trail={[
        <PageLink key="assignments" to={`/form-assignments?formId=${formId}`}>
          {formAssignments.title}
        </PageLink>,
      ]}
      actions={form.status === 'published' && <CreateLink form={form} />}
    >
      <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />
    </Screen>
  );
}

const COLUMNS: Column<Link>[] = [
  { header: t.name, cell: ({ name }) => name },
  {
    header: t.address,
    cell: ({ name, url, status }) =>
      status === 'open' ? (
        <div className="address">
          <code title={url}>{url}</code>
          <CopyButton text={url} name={t.copyOf(name)} />
        </div>
      ) : (
        strings.common.none
      ),
  },
  {
    header: t.ends,
    cell: ({ expiresAt }) => (expiresAt === null ? t.byHand : <Instant iso={expiresAt} zone={viewerZone} />),
  },
  {
    header: t.received,
    isNumber: true,
    cell: ({ id, formId, name, received, maxResponses }) => (
      <PageLink to={`/forms/${formId}/responses?intakeLinkId=${id}`}>
        {t.receivedOf(received, maxResponses)}
        <span className="visually-hidden">{t.responsesOf(name)}</span>
      </PageLink>
    ),
  },
  { header: strings.common.status, cell: ({ status }) => <Status value={status} /> },
  { header: t.retention, isNumber: true, cell: ({ retentionDays }) => number(retentionDays) },
  { header: strings.common.actions, cell: (link) => link.status === 'open' && <Close link={link} /> },
];

function Close({ link: { id, name } }: { link: Link }) {
  return (
    <WriteAction
      label={t.closeTitle}
      short={t.close}
      name={t.closeOf(name)}
      about={t.closeAbout}
      to="POST /intake-links/{intakeLinkId}/close"
      path={{ intakeLinkId: id }}
      done={t.closed}
      isDanger
    />
  );
}

function CreateLink({ form }: { form: Schemas['Form'] }) {
  return (
    <WriteAction
      label={t.create}
      about={t.createAbout}
      to="POST /forms/{formId}/intake-links"
      path={{ formId: form.id }}
      fields={{
        name: { kind: 'text', label: t.name, hint: t.nameHint },
        formVersionId: { kind: 'choice', label: t.version, options: versionOptions(form) },
        expiresAt: {
          kind: 'instant',
          label: t.ends,
          hint: t.endsHint,
          zone: viewerZone,
          isAhead: true,
          isOptional: true,
        },
        maxResponses: { kind: 'number', label: t.most, hint: t.mostHint, isOptional: true },
        retentionDays: { kind: 'number', label: t.retention, hint: t.retentionHint, initial: USUAL_DAYS },
      }}
      done={t.created}
    />
  );
}

const USUAL_DAYS = 365;
