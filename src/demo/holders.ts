import type { DemoSchool } from './demo-school.js';

const HOLDERS: Readonly<Record<keyof DemoSchool['keys'], string>> = {
  owner: 'OWNER',
  admin: 'ADMIN',
  director: 'MEMBER, director',
  coach: 'MEMBER, coach',
  closer: 'MEMBER, closer',
  member: 'MEMBER, no other role',
  agent: 'ADMIN, for agents',
  learner: 'MEMBER, enrolled',
};

/** The demo keys with their holders. The record may be of an older version, and lack some. */
export function holdersOf(keys: Partial<DemoSchool['keys']>): { holder: string; apiKey: string }[] {
  const names = Object.keys(HOLDERS) as (keyof typeof HOLDERS)[];
  return names.flatMap((name) => {
    const apiKey = keys[name];
    return apiKey === undefined ? [] : [{ holder: HOLDERS[name], apiKey }];
  });
}
