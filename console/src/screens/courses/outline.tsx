import type { Schemas } from '@delivery-service/client';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../../strings/common.js';
import { courses as t } from '../../strings/courses.js';
import { Section } from '../../ui/screen.js';
import { Empty } from '../../ui/states.js';
import { OutcomeList } from '../../ui/outcome-list.js';
import { RegisterMedia } from '../../ui/register-media.js';
import { EachAction, WriteAction } from '../../ui/write-action.js';
import { isSameOrder, moved, orderOf, type Place, type Sections } from './arrangement.js';
import { SectionCard } from './section-card.js';

interface OutlineProps {
  course: Schemas['CourseOutline'];
  isAuthor: boolean;
}

/** The sections and lessons of a course. Their order is changed by drag or by buttons, and saved as a whole. */
export function Outline({ course, isAuthor }: OutlineProps) {
  const [sections, setSections] = useState<Sections>(course.sections);
  const [dragged, setDragged] = useState<Place | null>(null);
  // Another read of the course may have other lessons: an order that was not saved is then begun anew.
  const [read, setRead] = useState(course.sections);
  if (read !== course.sections) {
    setRead(course.sections);
    setSections(course.sections);
  }
  const move = (from: Place, to: Place) => setSections(moved(sections, from, to));
  const drafts = course.sections.flatMap(({ lessons }) => lessons.filter(({ status }) => status === 'draft'));
  const isChanged = !isSameOrder(sections, course.sections);
  const add = (
    <WriteAction
      label={t.addSection}
      fields={{ title: { kind: 'text', label: t.title } }}
      to="POST /courses/{courseId}/sections"
      path={{ courseId: course.id }}
      done={t.sectionAdded}
    />
  );
  return (
    <Section
      title={t.outline}
      actions={
        isAuthor && (
          <>
            {drafts.length > 0 && (
              <EachAction
                label={t.publishDrafts}
                about={drafts.map(({ title }) => title).join(', ')}
                to="POST /lessons/{lessonId}/publish"
                body={() => ({})}
                items={drafts.map(({ id, title }) => ({ id, name: title, path: { lessonId: id } }))}
                done={({ done }) => strings.write.outcomes(done, 0)}
                outcome={(outcomes) => (outcomes.skipped.length === 0 ? null : <OutcomeList outcomes={outcomes} />)}
              />
            )}
            <RegisterMedia />
            {add}
          </>
        )
      }
    >
      {isChanged && (
        <Group gap="xs" className="selection" role="group" aria-label={t.orderChanged}>
          <Text size="sm">{t.orderChanged}</Text>
          <WriteAction
            label={t.saveOrder}
            to="PUT /courses/{courseId}/outline"
            path={{ courseId: course.id }}
            body={() => ({ sections: orderOf(sections) })}
            done={t.orderSaved}
          />
          <Button size="xs" variant="subtle" onClick={() => setSections(course.sections)}>
            {t.undoOrder}
          </Button>
        </Group>
      )}
      {sections.length === 0 && <Empty>{t.empty}</Empty>}
      {sections.map((section, at) => (
        <SectionCard
          key={section.id}
          section={section}
          at={at}
          {...{ sections, isAuthor, move, dragged, setDragged }}
        />
      ))}
    </Section>
  );
}
