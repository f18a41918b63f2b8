import { useLocation } from 'wouter';
import { useList } from '../../api/reads.js';
import { people as t } from '../../strings/people.js';
import { optionsOf } from '../../ui/intervention-fields.js';
import { PageLink } from '../../ui/link.js';
import { List } from '../../ui/list.js';
import { Instant, Status } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

/** Lists of people that were sent in, and sending another one. */
export function Imports() {
  const [, navigate] = useLocation();
  const list = useList('/people-imports', { query: { limit: 20 } });
  return (
    <>
      <WriteAction
        label={t.import}
        about={t.importAbout}
        fields={{
          label: { kind: 'text', label: t.name, isOptional: true },
          csv: { kind: 'textFile', label: t.file, hint: t.csvColumns, accept: '.csv,text/csv' },
          cohortId: {
            kind: 'resource',
            label: t.defaultCohort,
            choosable: { of: 'cohorts', statuses: ['draft', 'open', 'active'] },
            isOptional: true,
          },
          enrollmentStatus: { kind: 'choice', label: t.welcomeStatus, options: optionsOf(['active', 'pending']) },
        }}
        to="POST /people-imports"
        done={t.imported}
        onDone={({ id }) => navigate(`/people/imports/${id}`)}
      />
      <List
        label={t.imports}
        list={list}
        idOf={({ id }) => id}
        empty={t.noImports}
        columns={[
          {
            header: t.name,
            cell: ({ id, label, createdAt }) => (
              <PageLink to={`/people/imports/${id}`}>{label ?? <Instant iso={createdAt} />}</PageLink>
            ),
          },
          { header: t.status, cell: ({ status }) => <Status value={status} /> },
          { header: t.rows, isNumber: true, cell: ({ counts }) => counts.total },
          { header: t.importedAt, cell: ({ createdAt }) => <Instant iso={createdAt} /> },
        ]}
      />
    </>
  );
}
