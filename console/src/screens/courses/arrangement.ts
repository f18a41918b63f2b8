import type { Schemas } from '@delivery-service/client';

export type Sections = readonly Schemas['OutlineSection'][];

/** A place in a course: of a section, or of a lesson in it. */
export interface Place {
  section: number;
  lesson?: number;
}

/** The sections with what is at one place moved to another. What cannot be there stays. */
export function moved(sections: Sections, from: Place, to: Place): Sections {
  const next = sections.map((section) => ({ ...section, lessons: [...section.lessons] }));
  if (from.lesson === undefined) {
    const [section] = next.splice(from.section, 1);
    if (section) next.splice(to.section, 0, section);
    return next;
  }
  const [lesson] = next[from.section]?.lessons.splice(from.lesson, 1) ?? [];
  const target = next[to.section];
  if (!lesson || !target) return sections;
  target.lessons.splice(to.lesson ?? target.lessons.length, 0, lesson);
  return next;
}

/** Where something gets by one step up or down: a lesson also to the end or the beginning of the section beside its own. */
export function stepOf(sections: Sections, { section, lesson }: Place, by: 1 | -1): Place | undefined {
  if (lesson === undefined) {
    const to = section + by;
    return to >= 0 && to < sections.length ? { section: to } : undefined;
  }
  const to = lesson + by;
  if (to >= 0 && to < (sections[section]?.lessons.length ?? 0)) return { section, lesson: to };
  const beside = sections[section + by];
  if (!beside) return undefined;
  return { section: section + by, lesson: by === 1 ? 0 : beside.lessons.length };
}

export function orderOf(sections: Sections): Schemas['ArrangedSection'][] {
  return sections.map(({ id, lessons }) => ({ id, lessonIds: lessons.map(({ id: lessonId }) => lessonId) }));
}

export function isSameOrder(one: Sections, other: Sections): boolean {
  return JSON.stringify(orderOf(one)) === JSON.stringify(orderOf(other));
}
