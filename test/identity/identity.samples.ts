import { createApiKey, revokeApiKey } from '#contexts/identity/api-key/api-key.operations.js';
import { addMember, changeMemberRole, detachMember } from '#contexts/identity/member/member.operations.js';
import { createSessionKey } from '#contexts/identity/api-key/session-key.operations.js';
import {
  assignResponsibility,
  bulkAssignCoach,
  endResponsibility,
} from '#contexts/identity/responsibility/responsibility.operations.js';
import { unlinkExternalIdentity } from '#contexts/identity/identity-provider/external-identity.operations.js';
import {
  removeIdentityProvider,
  setIdentityProvider,
} from '#contexts/identity/identity-provider/identity-provider.operations.js';
import { setSignInName, updateOrganization } from '#contexts/identity/organization/organization-settings.operations.js';
import { endMemberSignIns, endMySignIn } from '#contexts/identity/sign-in/sign-in.operations.js';
import { bulkInvite, inviteMember, revokeInvitation } from '#contexts/identity/invitation/invitation.operations.js';
import {
  addMyPasskey,
  removeMemberPasskeys,
  removeMyPasskey,
  updateMyPasskey,
} from '#contexts/identity/passkey/passkey.operations.js';
import { Authenticator } from '../support/authenticator.js';
import type { School } from '../support/school.js';
import { dataOf } from './answers.js';
import { sample, type Sample } from '../conformance/sample.js';

/** Signs the owner in, whose client then uses the sign-in where no API key is let in. */
export async function signInOwner(school: School): Promise<void> {
  const { text } = await school.signIn(school.owner.memberId);
  school.owner.client.signInKey = text;
}

/** A passkey of the owner, who is signed in and has another one. */
const ownPasskey = async (school: School): Promise<string> => {
  await signInOwner(school);
  await school.passkey(school.owner.memberId);
  return school.passkey(school.owner.memberId);
};

/** What a device makes by the options of the signed-in owner. */
const newPasskey = async (school: School): Promise<object> => {
  await signInOwner(school);
  const { options } = dataOf<{ options: never }>(await school.owner.client.post('/me/passkeys/options'));
  return new Authenticator().create(options);
};

export const identitySamples: Sample[] = [
  sample(inviteMember, async (school) => ({
    params: [(await school.person()).memberId],
    body: { expiresInHours: 24 },
  })),
  sample(bulkInvite, async (school) => ({ body: { items: [{ memberId: (await school.person()).memberId }] } }), {
    also: { 'member.invited': 1 },
  }),
  sample(revokeInvitation, async (school) => ({
    params: [await school.invitation((await school.person()).memberId)],
    body: {},
  })),
  sample(addMyPasskey, async (school) => ({ body: { label: 'Phone', passkey: await newPasskey(school) } })),
  sample(updateMyPasskey, async (school) => ({ params: [await ownPasskey(school)], body: { label: 'Laptop' } })),
  sample(removeMyPasskey, async (school) => ({ params: [await ownPasskey(school)], body: {} })),
  sample(
    removeMemberPasskeys,
    async (school) => {
      const { memberId } = await school.person();
      await school.passkey(memberId);
      return { params: [memberId], body: { reason: 'The phone was stolen' } };
    },
    { also: { 'passkey.removed': 1 } },
  ),
  sample(updateOrganization, () => Promise.resolve({ body: { name: 'South Academy', reviewDueHours: 24 } })),
  sample(setSignInName, (school) => Promise.resolve({ body: { name: `north-${school.id.slice(-12)}` } })),
  sample(setIdentityProvider, () =>
    Promise.resolve({
      body: {
        issuer: 'https://id.school.example',
        clientId: 'delivery-service',
        clientSecret: 'secret-of-the-client',
        emailDomains: ['school.example'],
      },
    }),
  ),
  sample(removeIdentityProvider, async (school) => {
    await school.identityProvider();
    return { body: {} };
  }),
  sample(unlinkExternalIdentity, async (school) => {
    const { memberId } = await school.person();
    await school.externalIdentity(memberId);
    return { params: [memberId], body: {} };
  }),
  sample(addMember, (school) =>
    Promise.resolve({ body: { email: `ada@${school.id}.example.com`, name: 'Ada Lovelace', role: 'MEMBER' } }),
  ),
  sample(changeMemberRole, async (school) => ({
    params: [(await school.person()).memberId],
    body: { role: 'ADMIN' },
  })),
  sample(detachMember, async (school) => ({ params: [(await school.person()).memberId], body: {} })),
  sample(createApiKey, async (school) => ({
    body: { memberId: (await school.person()).memberId, name: 'Import of grades', scopes: ['mcp:manage'] },
  })),
  sample(revokeApiKey, async (school) => {
    const { memberId, accountId } = await school.person();
    return { params: [(await school.key(memberId, accountId)).id], body: {} };
  }),
  sample(createSessionKey, async (school) => ({
    params: [(await school.person()).memberId],
    body: { minutes: 60 },
  })),
  sample(endMySignIn, async (school) => ({
    params: [(await school.signIn(school.owner.memberId)).id],
    body: {},
  })),
  sample(
    endMemberSignIns,
    async (school) => {
      const { memberId } = await school.person();
      await school.signIn(memberId);
      return { params: [memberId], body: {} };
    },
    { also: { 'sign_in.ended': 1 } },
  ),
  sample(assignResponsibility, async (school) => ({
    body: {
      memberId: (await school.person()).memberId,
      role: 'coach',
      scope: 'cohort',
      cohortId: await school.cohort(),
    },
  })),
  sample(endResponsibility, async (school) => {
    const { memberId } = await school.person();
    return { params: [await school.assign(memberId, { role: 'reviewer' })], body: {} };
  }),
  sample(
    bulkAssignCoach,
    async (school) => {
      const cohortId = await school.cohort();
      const enrollmentId = await school.enrollment({ cohort_id: cohortId });
      const { memberId } = await school.person();
      return { params: [cohortId], body: { memberId, items: [{ enrollmentId }] } };
    },
    { also: { 'responsibility.assigned': 1 } },
  ),
];
