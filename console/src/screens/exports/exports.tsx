import type { Schemas } from '@delivery-service/client';
import { Group, Loader, Text } from '@mantine/core';
import { useList } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { exports as t } from '../../strings/exports.js';
import { number } from '../../strings/words.js';
import { List } from '../../ui/list.js';
import { CohortLink, MemberLink, ProgramLink } from '../../ui/resource-link.js';
import { Screen } from '../../ui/screen.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { Day, Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { RequestExport } from './request-export.js';

type Export = Schemas['Export'];

/** How often the list is read again while a file is being written. */
const OFTEN_MS = 2_000;

/** Files of what is stored: those under way, those to be downloaded, and those that were. */
export default function Exports() {
  const isUnderWay = ({ status }: Export) => status === 'pending' || status === 'running';
  const every = (items?: Export[]) => items?.some(isUnderWay) === true && OFTEN_MS;
  const list = useList('/exports', { query: { limit: 50 } }, { every });
  return (
    <Screen title={t.title} about={t.about} actions={<RequestExport />}>
      <List
        label={t.title}
        list={list}
        idOf={({ id }) => id}
        empty={t.empty}
        columns={[
          { header: t.what, cell: (made) => <What made={made} /> },
          { header: strings.common.status, cell: (made) => <Progress made={made} /> },
          { header: t.rows, isNumber: true, cell: ({ rowCount, status }) => count(rowCount, status) },
          { header: t.size, isNumber: true, cell: ({ byteSize }) => byteSize !== null && t.bytes(byteSize) },
          {
            header: t.requested,
            cell: ({ createdAt, requestedByName }) => (
              <>
                <Instant iso={createdAt} />
                <div className="dimmed">{requestedByName !== null && t.by(requestedByName)}</div>
              </>
            ),
          },
          { header: t.expires, cell: ({ expiresAt, status }) => status === 'ready' && <Instant iso={expiresAt} /> },
          { header: t.file, cell: (made) => made.status === 'ready' && <CreateLink exportId={made.id} /> },
        ]}
      />
    </Screen>
  );
}

function count(rows: number | null, status: Export['status']) {
  return rows !== null && status !== 'running' && number(rows);
}

function What({ made: { kind, format, filters } }: { made: Export }) {
  const { cohortId, programId, memberId, from, to } = filters;
  return (
    <>
      <strong>{t.as(kind, format)}</strong>
      <div className="links">
        {memberId !== null && <MemberLink memberId={memberId} />}
        {cohortId !== null && <CohortLink cohortId={cohortId} />}
        {programId !== null && <ProgramLink programId={programId} />}
        {from !== null && (
          <span>
            {t.from} <Day iso={from} />
          </span>
        )}
        {to !== null && (
          <span>
            {t.to} <Day iso={to} />
          </span>
        )}
      </div>
    </>
  );
}

/** Where a file is; what changes while it is written is read out. */
function Progress({ made: { status, rowCount, failure } }: { made: Export }) {
  return (
    <div role="status" className="sourced">
      <Status value={status} />
      {status === 'pending' && <Busy>{t.progress.pending}</Busy>}
      {status === 'running' && <Busy>{t.progress.running(rowCount ?? 0)}</Busy>}
      {failure !== null && <div className="dimmed">{t.failures[failure] ?? failure}</div>}
    </div>
  );
}

function Busy({ children }: { children: string }) {
  return (
    <Group gap="xs" wrap="nowrap" mt={4}>
      <Loader size="xs" />
      <span className="small">{children}</span>
    </Group>
  );
}

function CreateLink({ exportId }: { exportId: string }) {
  return (
    <WriteAction
      label={t.link}
      about={t.linkAbout}
      to="POST /exports/{exportId}/links"
      path={{ exportId }}
      done={t.linkDone}
      outcome={({ url }) =>
        url === null ? (
          <Text>{t.linkReplayed}</Text>
        ) : (
          <ShownOnce about={t.linkShown} text={url}>
            <a href={url} download className="download">
              {t.download}
            </a>
          </ShownOnce>
        )
      }
    />
  );
}
