import type { Schemas } from '@delivery-service/client';
import { useRead } from '../../api/reads.js';
import { viewerZone } from '../../dates.js';
import { salesAvailability as t } from '../../strings/sales-availability.js';
import { PageLink } from '../../ui/link.js';
import { Table } from '../../ui/list.js';
import { OnSale } from '../../ui/on-sale.js';
import { Facts, Section } from '../../ui/screen.js';
import { Empty, Loaded } from '../../ui/states.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

/** When places of a cohort are sold, how many are left, and by which offers. */
export function CohortSales({ cohort }: { cohort: Schemas['Cohort'] }) {
  const path = { cohortId: cohort.id };
  const query = useRead('/cohorts/{cohortId}/sales-availability', { path });
  const isOver = cohort.status === 'completed' || cohort.status === 'archived';
  return (
    <Section
      title={t.title}
      hint={t.hint}
      actions={query.data && !isOver && <SetAvailability availability={query.data} />}
    >
      <Loaded query={query}>
        {({ opensAt, closesAt, seats, offers }) => (
          <>
            <Facts
              facts={{
                [t.opensAt]: opensAt === null ? t.always : <Instant iso={opensAt} />,
                [t.closesAt]: closesAt === null ? undefined : <Instant iso={closesAt} />,
                [t.occupancy]: t.count(seats.occupancy),
                [t.held]: t.count(seats.held),
                [t.keptBack]: t.count(seats.keptBack),
                [t.available]: seats.available === null ? t.noLimit : t.count(seats.available),
              }}
            />
            {offers.length === 0 ? (
              <Empty>{t.noOffers}</Empty>
            ) : (
              <Table
                label={t.offers}
                items={offers}
                idOf={({ offerId }) => offerId}
                columns={[
                  {
                    header: t.offer,
                    cell: ({ offerId, name }) => <PageLink to={`/offers/${offerId}`}>{name}</PageLink>,
                  },
                  { header: t.onSale, cell: ({ onSale }) => <OnSale onSale={onSale} /> },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** All of it is sent. */
function SetAvailability({ availability }: { availability: Schemas['SalesAvailability'] }) {
  const { cohortId, opensAt, closesAt, seats } = availability;
  return (
    <WriteAction
      label={t.set}
      about={t.setAbout}
      fields={{
        opensAt: {
          kind: 'instant',
          label: t.opensAt,
          hint: t.opensHint,
          zone: viewerZone,
          initial: opensAt,
          isNullable: true,
        },
        closesAt: {
          kind: 'instant',
          label: t.closesAt,
          hint: t.closesHint,
          zone: viewerZone,
          initial: closesAt,
          isNullable: true,
        },
        keptBack: { kind: 'number', label: t.keptBack, hint: t.keptBackHint, initial: seats.keptBack },
      }}
      to="PUT /cohorts/{cohortId}/sales-availability"
      path={{ cohortId }}
      done={t.done}
    />
  );
}
