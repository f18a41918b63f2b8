/** The columns of a prospect `t` without its texts. One that was open is lost: nobody sells to the person any more. */
export const ERASED_PROSPECT: Readonly<Record<string, string>> = {
  ...{ name: `'Erased person'`, search: `''`, email: 'null', phone: 'null', source: 'null', erased_at: ':now' },
  ...{ status: `case when t.status = 'open' then 'lost' else t.status end`, closed_at: 'coalesce(t.closed_at, :now)' },
  lost_reason: `case when t.status = 'open' then 'other' else t.lost_reason end`,
};
