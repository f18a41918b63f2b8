/** What must not be found in spaces, threads and reports. */
export const RULES_OF_COMMUNITY: Record<string, string> = {
  'a space whose numbers are not those of its posts, each once': `
    select s.id::text as found from spaces s where (s.last_number, s.last_number, s.posts_made) <> (
      select count(distinct p.number)::integer, coalesce(max(p.number), 0), count(*) filter (where p.parent_id is null)::integer
      from posts p where p.space_id = s.id)`,
  'a post whose number of posts before it is wrong': `
    select p.id::text as found from posts p where p.posts_through <> (
      select count(*) from posts b where b.space_id = p.space_id and b.number <= p.number and b.parent_id is null)`,
  'a thread that counts other than its comments': `
    select p.id::text as found from posts p where p.comment_count <> (
      select count(*) from posts c where c.parent_id = p.id)`,
  'a marker beyond the end of its space': `
    select m.id::text as found from read_markers m join spaces s on s.id = m.space_id
    where m.through > s.last_number or m.posts_through > s.posts_made`,
  'a marker that counts other than the posts up to its number': `
    select m.id::text as found from read_markers m where m.posts_through <> (
      select count(*) from posts p where p.space_id = m.space_id and p.number <= m.through and p.parent_id is null)`,
  'a reported post without exactly one open case': `
    select r.post_id::text as found from post_reports r
    left join moderation_cases c on c.id = r.moderation_case_id and c.post_id = r.post_id and c.status = 'open'
    group by r.post_id having count(distinct c.id) <> 1 or bool_or(c.id is null)`,
  'a moderation case that nobody reported': `
    select c.id::text as found from moderation_cases c where not exists (
      select from post_reports r where r.moderation_case_id = c.id)`,
};

const thread = '(select parent_id from posts where parent_id is not null order by id limit 1)';

export const TAMPERINGS_OF_COMMUNITY: Record<string, string> = {
  'a space whose numbers are not those of its posts, each once': `
    update spaces set last_number = last_number + 1 where id in (select space_id from posts)`,
  'a post whose number of posts before it is wrong': `
    update posts set posts_through = posts_through - 1 where id = ${thread}`,
  'a thread that counts other than its comments': `
    update posts set comment_count = comment_count - 1 where id = ${thread}`,
  'a marker beyond the end of its space': `
    insert into read_markers (organization_id, id, space_id, member_id, through, posts_through)
    select organization_id, gen_random_uuid(), id, gen_random_uuid(), last_number + 1, 0 from spaces limit 1`,
  'a marker that counts other than the posts up to its number': `
    update read_markers set posts_through = posts_through - 1
    where id = (select id from read_markers where through > 0 order by id limit 1)`,
  'a reported post without exactly one open case': `
    update post_reports set moderation_case_id = gen_random_uuid()
    where id = (select id from post_reports order by id limit 1)`,
  'a moderation case that nobody reported': `
    delete from post_reports where moderation_case_id = (select id from moderation_cases order by id limit 1)`,
};
