import type { Schemas } from '@delivery-service/client';
import { useState } from 'react';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { community as t } from '../../strings/community.js';
import { PageLink } from '../../ui/link.js';
import { Filter, Paged } from '../../ui/list.js';
import { FileLink } from '../../ui/media.js';
import { Facts, Screen } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { Mutes } from './mutes.js';
import './community.css';

type Case = Schemas['ModerationCase'];

const STATUSES = ['open', 'decided'] as const;
const DECISIONS = (['dismiss', 'remove'] as const).map((value) => ({ value, label: t.decisions[value] }));

/** Reported posts, the oldest first. */
export default function Moderation() {
  const { isDirector } = accessOf(useSession().me);
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('open');
  const list = useList('/moderation-cases', { query: { status, limit: 10 } });
  return (
    <Screen title={t.moderation} about={t.moderationAbout}>
      <div className="filters">
        <Filter
          label={t.filter}
          values={STATUSES}
          value={status}
          nameOf={(one) => t.statuses[one]}
          onChange={setStatus}
        />
      </div>
      <Paged list={list} empty={t.noCases}>
        {(cases) => cases.map((found) => <CaseCard key={found.id} found={found} />)}
      </Paged>
      {isDirector && <Mutes />}
    </Screen>
  );
}

function CaseCard({ found }: { found: Case }) {
  const { id, postId, author, snapshot, current, revisions, reports, status, postStatus, decidedAt, note, muteDays } =
    found;
  const title = t.caseOf(author.name);
  return (
    <article className="card" aria-label={title}>
      <div className="card-title">
        <PageLink to={`/community/posts/${postId}`}>{title}</PageLink> <Status value={status} />
      </div>
      <Facts
        facts={{
          [t.snapshot]: snapshot ? <Words {...snapshot} /> : t.gone,
          [t.current]: current.body === null ? <Status value={postStatus} /> : <Words {...current} />,
          [t.former]: revisions.length === 0 ? undefined : revisions.map((one) => <Words key={one.at} {...one} />),
          [t.reports]: <Reports reports={reports} />,
          [t.decision]: decidedAt === null ? undefined : <Decision {...found} />,
          [t.note]: note ?? undefined,
          [t.muted]: muteDays ?? undefined,
        }}
      />
      {status === 'open' && (
        <WriteAction
          label={t.decide}
          name={`${t.decide}: ${title}`}
          which={id}
          about={t.decideHint}
          fields={{
            decision: { kind: 'choice', label: t.decision, options: DECISIONS },
            muteDays: {
              kind: 'number',
              label: t.muteDays,
              isOptional: true,
              when: { field: 'decision', isOneOf: ['remove'] },
            },
            note: { kind: 'longText', label: t.note, isOptional: true },
          }}
          to="POST /moderation-cases/{moderationCaseId}/decide"
          path={{ moderationCaseId: id }}
          done={t.decided}
        />
      )}
    </article>
  );
}

function Decision({ decision, decidedAt }: Pick<Case, 'decision' | 'decidedAt'>) {
  return (
    <>
      {decision !== null && t.decisions[decision]} {decidedAt !== null && <Instant iso={decidedAt} />}
    </>
  );
}

function Words({ title, body, media }: Pick<Schemas['ShownWords'], 'title' | 'body'> & Partial<Schemas['ShownWords']>) {
  return (
    <>
      <div className="text">{[title, body].filter(Boolean).join('\n')}</div>
      {(media ?? []).map((one) => (
        <FileLink key={one.mediaId} {...one} />
      ))}
    </>
  );
}

function Reports({ reports }: { reports: Case['reports'] }) {
  return (
    <ul>
      {reports.map(({ memberId, memberName, reason, text, createdAt }) => (
        <li key={memberId}>
          {[memberName, t.reasons[reason], text].filter(Boolean).join(': ')} <Instant iso={createdAt} />
        </li>
      ))}
    </ul>
  );
}
