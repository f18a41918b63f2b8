import { STAFF_NAMES, type StaffName } from './cohorts/cohort-plan.js';
import type { Colleague, Staff } from './cohorts/cohort-teller.js';
import type { Created, Door, Doors } from './door.js';
import type { Story } from './story.js';

const HIRED: Readonly<Record<Exclude<StaffName, 'owner'>, readonly [name: string, role: string]>> = {
  admin: ['Adam Admin', 'ADMIN'],
  director: ['Dora Director', 'MEMBER'],
  coach: ['Carl Coach', 'MEMBER'],
  reviewer: ['Rita Reviewer', 'MEMBER'],
  leaving: ['Cora Coach', 'MEMBER'],
  former: ['Cody Coach', 'MEMBER'],
  closer: ['Clio Closer', 'MEMBER'],
  newCloser: ['Colin Closer', 'MEMBER'],
};

/** Adds the staff and their keys. The member has no responsibility. */
export async function hireStaff(doors: Doors, story: Story, owner: Colleague) {
  const hired: Partial<Record<StaffName, Colleague & { key: string }>> = {};
  for (const name of STAFF_NAMES) {
    if (name === 'owner') continue;
    const person = await addMember(owner.door, ...HIRED[name]);
    hired[name] = { ...person, door: doors.open(person.key, `demo-${name}`, story) };
  }
  const staff = { ...hired, owner } as Staff & Required<typeof hired>;
  const { admin, director, coach, reviewer, closer } = staff;
  const scope = 'organization';
  await owner.door('assign_responsibility', { memberId: director.memberId, role: 'program_director', scope });
  await owner.door('assign_responsibility', { memberId: reviewer.memberId, role: 'reviewer', scope });
  const { key: member } = await addMember(owner.door, 'Mia Member', 'MEMBER');
  const agent = await addAgentKey(owner.door, admin.memberId);
  const keys = { admin: admin.key, director: director.key, coach: coach.key, closer: closer.key, member, agent };
  return { staff, keys };
}

/** With it, agents may also call the tools that need mcp:manage, such as restore_program. */
async function addAgentKey(owner: Door, memberId: string): Promise<string> {
  const { key } = await owner<{ key: string }>('create_api_key', { memberId, name: 'Agent', scopes: ['mcp:manage'] });
  return key;
}

async function addMember(owner: Door, name: string, role: string) {
  const email = `${name.toLowerCase().replace(' ', '.')}@school.example`;
  const { id: memberId, accountId } = await owner<Created & { accountId: string }>('add_member', { name, email, role });
  const { key } = await owner<{ key: string }>('create_api_key', { memberId, name: `${name}'s key` });
  return { memberId, accountId, key };
}
