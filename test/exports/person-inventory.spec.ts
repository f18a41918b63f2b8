import { expect, it } from '@jest/globals';
import { PERSON_SOURCES } from '#contexts/exports/person-sources.js';
import { INVENTORY } from '../erasures/inventory.js';

/** Tables with texts of a person that their file does not have as rows of its own. */
const ELSEWHERE: Record<string, string> = {
  accounts: 'the first row',
  audit_entries: 'the trail of the organization, with an export of its own',
  erasures: 'the reason of the organization, which the erasure erases',
  events: 'the trail of the organization, with an export of its own',
  external_identities: 'who the person is at the identity provider, which has their data',
  idempotency_keys: 'copies of what the other rows have, for repeated requests',
  member_search_words: 'words of the name',
  passkeys: 'labels of devices, which their member reads under /me/passkeys',
  provider_jobs: 'the name and address of the prospect, until the payment provider has made the customer',
  video_resource_videos: 'videos of the resource, whose title and text are there',
};

it('the file of a person has every table with texts about people, or says why not', () => {
  const personal = Object.entries(INVENTORY)
    .filter(([, columns]) => Object.values(columns).includes('personal'))
    .map(([table]) => table);
  const exported = PERSON_SOURCES.map(({ table }) => table);
  expect(personal.filter((table) => !exported.includes(table)).sort()).toEqual(Object.keys(ELSEWHERE).sort());
});
