import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { identityProvider } from '../../strings/identity-provider.js';
import { paymentProvider } from '../../strings/payment-provider.js';
import { organization as t } from '../../strings/organization.js';
import { LinkButton } from '../../ui/link.js';
import { Facts, PendingScreen, Screen } from '../../ui/screen.js';
import { EditAction } from '../../ui/write-action.js';

/** The settings of the organization, which owners change. */
export default function Organization() {
  const { me, readMe } = useSession();
  const query = useRead('/organization', {});
  const found = query.data;
  if (!found) return <PendingScreen title={t.title} query={query} />;
  const { name, reviewDueHours } = found;
  const edit = (
    <EditAction
      label={t.edit}
      about={t.editAbout}
      fields={(current) => ({
        name: { kind: 'text', label: t.name, initial: current.name },
        reviewDueHours: {
          kind: 'number',
          label: t.reviewDueHours,
          hint: t.reviewDueHint,
          initial: current.reviewDueHours,
          isNullable: true,
        },
      })}
      to="PATCH /organization"
      done={t.edited}
      onDone={readMe}
    />
  );
  const { isOwner, isAdministrator } = accessOf(me);
  const actions = (
    <>
      {isOwner && edit}
      {isAdministrator && (
        <>
          <LinkButton to="/organization/identity-provider">{identityProvider.link}</LinkButton>
          <LinkButton to="/organization/payment-provider">{paymentProvider.title}</LinkButton>
        </>
      )}
    </>
  );
  return (
    <Screen title={t.title} about={isOwner ? undefined : t.onlyOwners} actions={actions}>
      <Facts facts={{ [t.name]: name, [t.reviewDue]: reviewDueHours === null ? t.usual : t.hours(reviewDueHours) }} />
    </Screen>
  );
}
