/** SQL condition: `m` is a membership, former ones included, of the person who has the membership `:member`. */
export const OF_PERSON_OF_MEMBER = `m.account_id = (
  select named.account_id from members named where named.organization_id = :organization and named.id = :member)`;
