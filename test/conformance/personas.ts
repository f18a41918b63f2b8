import type { AssignmentScope, BusinessRole, OrganizationRole } from '#kernel/access';
import type { AnyOperation } from '#kernel/operations';
import type { Person, School } from '../support/school.js';

/** Somebody who calls: an organization role and, for a MEMBER, at most one business role. */
export interface Persona {
  name: string;
  organizationRole: OrganizationRole;
  role?: BusinessRole;
  scope?: AssignmentScope;
  /** Who is enrolled in the place. */
  enrolled?: boolean;
  /** The assignment is over, and lets nobody in. */
  ended?: boolean;
}

const member = (name: string, role?: BusinessRole, scope?: AssignmentScope, ended = false): Persona => ({
  name,
  organizationRole: 'MEMBER',
  role,
  scope,
  ended,
});

export const PERSONAS: readonly Persona[] = [
  { name: 'OWNER', organizationRole: 'OWNER' },
  { name: 'ADMIN', organizationRole: 'ADMIN' },
  member('MEMBER without a role'),
  { name: 'MEMBER who is enrolled', organizationRole: 'MEMBER', enrolled: true },
  member('director of the organization', 'program_director', 'organization'),
  member('director of a program', 'program_director', 'program'),
  member('coach of an enrollment', 'coach', 'enrollment'),
  member('coach of a cohort', 'coach', 'cohort'),
  member('reviewer of the organization', 'reviewer', 'organization'),
  member('reviewer of a program', 'reviewer', 'program'),
  member('reviewer of a cohort', 'reviewer', 'cohort'),
  member('closer of the organization', 'closer', 'organization'),
  member('closer of a program', 'closer', 'program'),
  member('director whose assignment ended', 'program_director', 'organization', true),
  member('coach whose assignment ended', 'coach', 'cohort', true),
  member('closer whose assignment ended', 'closer', 'organization', true),
];

/** What assignments name. */
export interface Places {
  programId: string;
  cohortId: string;
  enrollmentId: string;
}

/** A program with a cohort and an enrollment in it. */
export async function placesIn(school: School): Promise<Places> {
  const programId = await school.program();
  const cohortId = await school.cohort({ program_id: programId });
  return { programId, cohortId, enrollmentId: await school.enrollment({ cohort_id: cohortId }) };
}

/** A member of the school who is the persona, over the given places. */
export async function personOf(school: School, persona: Persona, places: Places): Promise<Person> {
  const { organizationRole, role, scope, enrolled, ended } = persona;
  if (!role) {
    const person = await school.person(organizationRole);
    const sql = 'update enrollments set member_id = $2 where organization_id = $1 and id = $3';
    if (enrolled) await school.rows(sql, person.memberId, places.enrollmentId);
    return person;
  }
  return school.person(organizationRole, {
    role,
    ended,
    programId: scope === 'program' ? places.programId : undefined,
    cohortId: scope === 'cohort' ? places.cohortId : undefined,
    enrollmentId: scope === 'enrollment' ? places.enrollmentId : undefined,
  });
}

/** Whether the operation lets in API keys, which personas have. */
export const takesApiKeys = ({ credentials = ['api_key'] }: AnyOperation): boolean => credentials.includes('api_key');

/** Whether the declaration lets the persona in, read off its rows anew: the service's own judgement is under test. */
export function declaredToLetIn({ access }: AnyOperation, persona: Persona): boolean {
  if (access.organizationRoles.includes(persona.organizationRole)) return true;
  if (persona.role === undefined || persona.ended) return false;
  const row = access.businessRoles.filter(({ role }) => role === persona.role);
  return row.some(({ scopes }) => scopes.length === 0 || scopes.some((scope) => scope === persona.scope));
}

const DOCUMENTED: readonly [RegExp, (persona: Persona) => boolean][] = [
  [/a teaching role \(.*\), or an enrollment|^No role is required/, () => true],
  [/\bOWNER\b/, ({ organizationRole }) => organizationRole === 'OWNER'],
  [/\bADMIN\b/, ({ organizationRole }) => organizationRole === 'ADMIN'],
  [/a teaching role/, ({ role, ended }) => role !== undefined && role !== 'closer' && !ended],
  [/an organization-scoped program_director/, ({ name }) => name === 'director of the organization'],
  [/a program_director of the program/, ({ name }) => name === 'director of a program'],
  [/a coach of the cohort/, ({ name }) => name === 'coach of a cohort'],
  [/a coach(?! of the cohort)/, ({ role, ended }) => role === 'coach' && !ended],
  [/a reviewer/, ({ role, ended }) => role === 'reviewer' && !ended],
  [/a closer/, ({ role, ended }) => role === 'closer' && !ended],
];

/** Whether the document lets the persona in, read off the first sentence of its 403. */
export function documentedToLetIn(refusal: string, persona: Persona): boolean {
  const [sentence] = refusal.split('. ', 1);
  return DOCUMENTED.some(([text, admits]) => text.test(sentence) && admits(persona));
}

/** How the declaration refuses by role. */
export const refusalOf = ({ access }: AnyOperation): number => (access.refusal === 'not_found' ? 404 : 403);
