import type { Door } from './door.js';

interface CoursePlan {
  title: string;
  sections: readonly SectionPlan[];
}

interface SectionPlan {
  title: string;
  availability: { kind: 'always' } | { kind: 'after_start'; days: number };
  /** By the name that the demo has for each. */
  lessons: Readonly<Record<string, { title: string; kind: 'text' | 'video' | 'link' } & Record<string, unknown>>>;
}

/** The ids of what is taught, by name. */
export interface Curriculum {
  lessons: Readonly<Record<string, string>>;
  milestones: Readonly<Record<'weeks' | 'basics' | 'practice', string>>;
}

/** Fourteen days after the start of the Harbour cohort are over, sixty are not. */
function plan(mediaId: string): readonly CoursePlan[] {
  return [
    {
      title: 'Your first weeks',
      sections: [
        {
          title: 'From the first day',
          availability: { kind: 'always' },
          lessons: {
            role: {
              title: 'From colleague to manager',
              kind: 'text',
              body: 'What you did well yourself is now for others to do. **Write down** three things that you hand over.',
              estimatedMinutes: 15,
            },
            others: {
              title: 'How others began',
              kind: 'link',
              url: 'https://reading.school.example/how-others-began',
              required: false,
              estimatedMinutes: 20,
            },
          },
        },
        {
          title: 'The third week',
          availability: { kind: 'after_start', days: 14 },
          lessons: {
            meeting: {
              title: 'Your first team meeting',
              kind: 'text',
              body: 'Ask first, tell later. End with who does what until when.',
              estimatedMinutes: 25,
            },
            talk: {
              title: 'Look back with your coach',
              kind: 'text',
              body: 'Your coach marks this lesson as completed when you have talked.',
              completion: 'staff',
              estimatedMinutes: 30,
            },
          },
        },
      ],
    },
    {
      title: 'Giving feedback',
      sections: [
        {
          title: 'Watch',
          availability: { kind: 'after_start', days: 14 },
          lessons: {
            feedback: { title: 'Giving feedback', kind: 'video', media: [{ mediaId }], estimatedMinutes: 12 },
          },
        },
        {
          title: 'Do it yourself',
          availability: { kind: 'after_start', days: 60 },
          lessons: {
            asking: {
              title: 'Asking before telling',
              kind: 'text',
              body: 'Ask what the other one sees before you say what you see.',
              estimatedMinutes: 20,
            },
          },
        },
      ],
    },
    {
      title: 'Leading a change',
      sections: [
        {
          title: 'The last month',
          availability: { kind: 'after_start', days: 60 },
          lessons: {
            change: {
              title: 'Why people hesitate',
              kind: 'link',
              url: 'https://reading.school.example/why-people-hesitate',
              estimatedMinutes: 40,
            },
          },
        },
      ],
    },
  ];
}

/** Courses of the program, with milestones and a path that its new enrollments follow. */
export async function writeCourses(owner: Door, programId: string, mediaId: string): Promise<Curriculum> {
  const courseIds: string[] = [];
  const lessons: Record<string, string> = {};
  for (const { title, sections } of plan(mediaId)) {
    const { id: courseId } = await owner('create_course', { programId, title });
    for (const section of sections) Object.assign(lessons, await writeSection(owner, courseId, section));
    await owner('publish_course', { courseId });
    courseIds.push(courseId);
  }
  const milestones = await setMilestones(owner, programId, courseIds[0], [lessons.role, lessons.meeting]);
  const { id: pathId } = await owner('create_path', {
    programId,
    name: 'For new managers',
    courseIds,
    milestoneIds: Object.values(milestones),
    sequential: true,
  });
  await owner('activate_path', { pathId });
  await owner('update_path', { pathId, isDefault: true });
  return { lessons, milestones };
}

async function writeSection(owner: Door, courseId: string, section: SectionPlan): Promise<Record<string, string>> {
  const { title, availability } = section;
  const { id: sectionId } = await owner('create_section', { courseId, title, availability });
  const lessons: Record<string, string> = {};
  for (const [name, lesson] of Object.entries(section.lessons)) {
    const { id: lessonId } = await owner('create_lesson', { sectionId, ...lesson });
    await owner('publish_lesson', { lessonId });
    lessons[name] = lessonId;
  }
  return lessons;
}

async function setMilestones(
  owner: Door,
  programId: string,
  courseId: string,
  lessonIds: readonly string[],
): Promise<Curriculum['milestones']> {
  const set = async (title: string, requirement: object, due: object): Promise<string> => {
    const { id } = await owner('create_milestone', { programId, title, requirement, due });
    return id;
  };
  const afterDays = (days: number) => ({ kind: 'after_start', days });
  return {
    basics: await set('Ready to lead', { kind: 'lessons', lessonIds }, { kind: 'none' }),
    weeks: await set('First weeks done', { kind: 'course', courseId }, afterDays(18)),
    practice: await set('First feedback given', { kind: 'manual' }, afterDays(30)),
  };
}
