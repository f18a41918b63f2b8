import { useLocation } from 'wouter';
import { offers as t } from '../../strings/offers.js';
import { WriteAction } from '../../ui/write-action.js';
import { newOfferBody, offerFields, usePlaces } from './offer-fields.js';

/** A new offer of a program: a draft. */
export function CreateOffer({ programId }: { programId: string }) {
  const [, navigate] = useLocation();
  const places = usePlaces(programId);
  return (
    <WriteAction
      label={t.create}
      about={t.createAbout}
      fields={offerFields(places)}
      to="POST /programs/{programId}/offers"
      path={{ programId }}
      body={newOfferBody}
      done={t.created}
      onDone={({ id }) => navigate(`/offers/${id}`)}
    />
  );
}
