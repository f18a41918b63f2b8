import type { Schemas } from '@delivery-service/client';
import { strings } from '../../strings/common.js';
import { outcomes as t } from '../../strings/outcomes.js';
import { decimal, word } from '../../strings/words.js';
import { Table } from '../../ui/list.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

interface EntriesProps {
  measure: string;
  entries: Schemas['OutcomeEntry'][];
  zone: string;
}

/** The entries of a measure, latest first, those that were voided included. */
export function OutcomeEntries({ measure, entries, zone }: EntriesProps) {
  return (
    <Table
      label={t.entriesOf(measure)}
      items={entries}
      idOf={({ id }) => id}
      columns={[
        { header: t.measuredAt, cell: ({ measuredAt }) => <Instant iso={measuredAt} zone={zone} /> },
        { header: t.kind, cell: ({ kind }) => word(kind) },
        { header: t.value, isNumber: true, cell: ({ value }) => decimal(value) },
        { header: t.note, cell: ({ note }) => <span className="text">{note ?? strings.common.none}</span> },
        {
          header: t.status,
          cell: ({ id, kind, value, voidedAt, voidReason }) =>
            voidedAt === null ? (
              <WriteAction
                label={t.void}
                about={`${measure}, ${word(kind)} ${decimal(value)}. ${t.voidAbout}`}
                fields={{ reason: { kind: 'longText', label: t.reason } }}
                to="POST /outcome-entries/{outcomeEntryId}/void"
                path={{ outcomeEntryId: id }}
                done={t.isVoided}
                isDanger
              />
            ) : (
              t.voided(voidReason ?? '')
            ),
        },
      ]}
    />
  );
}
