import type { CohortTeller, Staff } from './cohorts/cohort-teller.js';
import type { Door, Doors } from './door.js';
import type { Story } from './story.js';

interface Told {
  programId: string;
  staff: Staff;
  cohort: CohortTeller;
}

/** These people get a key to write with. */
const WRITERS = ['Lea', 'Ada', 'Ben', 'Gia'] as const;
type Writer = (typeof WRITERS)[number] | 'coach';

interface Comment {
  day: number;
  by: Writer;
  body: string;
}

interface Thread {
  day: number;
  by: Writer;
  title?: string;
  body: string;
  likes?: readonly Writer[];
  comments?: readonly Comment[];
}

const THREADS: readonly Thread[] = [
  {
    day: -15,
    by: 'coach',
    title: 'Welcome aboard',
    body: 'Ask here whatever you would ask over coffee. I read along, and answer within a day.',
    likes: ['Lea', 'Ada', 'Gia'],
    comments: [
      { day: -14.8, by: 'Ada', body: 'Good to be here. I lead a team of six since spring.' },
      { day: -14.5, by: 'Ben', body: 'And I one of three, who all know more than I do.' },
    ],
  },
  {
    day: -8,
    by: 'Ada',
    title: 'What worked: asking before telling',
    body: 'In the meeting on Monday I asked first what they see. Two people spoke who never had before.',
    likes: ['Lea', 'Ben', 'coach'],
    comments: [
      { day: -7.6, by: 'Lea', body: 'How long did you wait for an answer?' },
      { day: -7.5, by: 'Ada', body: 'Ten seconds. It felt like a minute.' },
      { day: -7.2, by: 'coach', body: 'Ten seconds is exactly right.' },
    ],
  },
  { day: -3, by: 'Gia', body: 'Has anybody a good first question for a feedback talk?', likes: ['Lea'] },
];

/** The post that Lea reports, which waits for a decision. */
const REPORTED: Thread = {
  day: -1.3,
  by: 'Ben',
  body: 'Whoever wants to practise with me: ask Gia for her number, it is 555-0137.',
};

/** Enters two spaces of a cohort, in which its people and their coach talk, with a report that nobody has decided. */
export function tellOfCommunity(story: Story, doors: Doors, { programId, staff, cohort }: Told): void {
  const { owner, coach } = staff;
  const writers = new Map<Writer, Door>([['coach', coach.door]]);
  const doorOf = (name: Writer): Door => writers.get(name) ?? coach.door;
  let spaceId = '';

  const giveKey = async (name: (typeof WRITERS)[number]): Promise<void> => {
    const enrollmentId = cohort.idOf(name);
    const { memberId } = await owner.door<{ memberId: string }>('get_enrollment', { enrollmentId });
    const { key } = await owner.door<{ key: string }>('create_api_key', { memberId, name: `${name} in the community` });
    writers.set(name, doors.open(key, `demo-community-${name}`, story));
  };
  const write = async ({ day, by, title, body, likes = [], comments = [] }: Thread): Promise<string> => {
    const { id: postId } = await doorOf(by)('create_post', { spaceId, title, body });
    for (const comment of comments) {
      const fields = { spaceId, body: comment.body, parentId: postId };
      story.on(comment.day, () => doorOf(comment.by)('create_post', fields));
    }
    for (const name of likes) {
      story.on(day + 0.2, () => doorOf(name)('set_reactions', { postId, reactions: ['like'] }));
    }
    return postId;
  };

  story.on(-16, async () => {
    for (const name of WRITERS) await giveKey(name);
    const { cohortId } = cohort;
    const announced = { name: 'Announcements', description: 'From the school, to read.', posting: 'staff' };
    const { id } = await owner.door('create_space', { ...announced, scope: 'program', programId });
    const welcome = { title: 'The rooms are open', body: 'Each cohort has a room of its own from today on.' };
    await owner.door('create_post', { spaceId: id, ...welcome });
    const room = { name: 'Harbour room', description: 'Questions, and what went well.' };
    ({ id: spaceId } = await owner.door('create_space', { ...room, scope: 'cohort', programId, cohortId }));
  });
  for (const [index, thread] of THREADS.entries()) {
    story.on(thread.day, async () => {
      const postId = await write(thread);
      if (index === 0) await coach.door('update_post', { postId, pinned: true });
    });
  }
  story.on(REPORTED.day, async () => {
    const postId = await write(REPORTED);
    const report = { reason: 'personal_data', text: 'Gia has not given her number to all of us.' };
    story.on(REPORTED.day + 0.1, () => doorOf('Lea')('report_post', { postId, ...report }));
  });
}
