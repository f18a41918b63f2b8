import type { Schemas } from '@delivery-service/client';
import { offers as t } from '../../strings/offers.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { changedOfferBody, offerFields, TERMS, usePlaces } from './offer-fields.js';

type Offer = Schemas['Offer'];

/** What can be done with an offer that is not archived. */
export function OfferActions({ offer }: { offer: Offer }) {
  const places = usePlaces(offer.programId);
  const path = { offerId: offer.id };
  return (
    <>
      <EditAction
        label={t.edit}
        about={t.editAbout}
        fields={(current) => offerFields(places, current)}
        together={[TERMS]}
        to="PATCH /offers/{offerId}"
        path={path}
        body={changedOfferBody}
        done={t.edited}
      />
      {offer.status !== 'open' && <Move offer={offer} status="open" label={t.open} done={t.opened} />}
      {offer.status === 'open' && (
        <Move offer={offer} status="paused" label={t.pause} about={t.pauseAbout} done={t.paused} />
      )}
      <Move offer={offer} status="archived" label={t.archive} about={t.archiveAbout} done={t.archived} />
    </>
  );
}

interface MoveProps {
  offer: Offer;
  status: 'open' | 'paused' | 'archived';
  label: string;
  about?: string;
  done: string;
}

/** Proposed sales stay good where an offer is paused or archived, unless they are cancelled with it. */
function Move({ offer, status, label, about, done }: MoveProps) {
  const withdraws = status !== 'open' && offer.status !== 'draft';
  return (
    <WriteAction
      label={label}
      about={about}
      fields={withdraws ? { withdrawProposals: { kind: 'check', label: t.withdraw } } : {}}
      to="POST /offers/{offerId}/status"
      path={{ offerId: offer.id }}
      body={({ withdrawProposals }) => ({ status, ...(withdrawProposals === true && { withdrawProposals }) })}
      done={done}
      isDanger={status === 'archived'}
    />
  );
}
