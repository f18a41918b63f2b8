import type { School } from '../support/school.js';
import { expectedOf } from './operations.js';

/** As many posts as a member may write within an hour. */
const WRITTEN_EACH = 10;
const THREADS = 3;
/** Each reporter reports all of them. */
const REPORTED = 4;
const READ = { through: THREADS + REPORTED, posts_through: THREADS + REPORTED };

export interface Report {
  postId: string;
  apiKey: string;
}

/** A space, who writes in it, and what is reported. The key of an author stands there once for each post of theirs. */
export interface CommunityGround {
  spaceId: string;
  threads: string[];
  authors: string[];
  /** Once each: the second report of a member is refused. */
  reports: Report[];
}

export async function buildCommunity(school: School, keys: number): Promise<CommunityGround> {
  const program_id = await school.program();
  const cohort_id = await school.cohort({ program_id });
  const spaceId = await school.space({ program_id, cohort_id });
  const posts = (count: number) =>
    times(count, () => school.post({ space_id: spaceId, author_member_id: school.owner.memberId }));
  const enrolled = async (): Promise<string> => {
    const { memberId: member_id, client } = await school.person();
    await school.enrollment({ cohort_id, member_id });
    // Everybody has read everything: a marker moves along when its member posts at the end.
    await school.insert('read_markers', { space_id: spaceId, member_id, ...READ });
    return client.apiKey ?? '';
  };
  const [threads, reported] = [await posts(THREADS), await posts(REPORTED)];
  const authors = await times(Math.ceil(expectedOf('create_post', keys) / WRITTEN_EACH), enrolled);
  const reporters = await times(Math.ceil(expectedOf('report_post', keys) / REPORTED), enrolled);
  return {
    ...{ spaceId, threads },
    authors: authors.flatMap((apiKey) => Array<string>(WRITTEN_EACH).fill(apiKey)),
    reports: reporters.flatMap((apiKey) => reported.map((postId) => ({ postId, apiKey }))),
  };
}

async function times<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) made.push(await make());
  return made;
}
