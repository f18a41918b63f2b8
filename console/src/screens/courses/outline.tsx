import type { Schemas } from '@delivery-service/client';
import { Button, Group, Text } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import { strings } from '../../strings/common.js';
import { courses as t } from '../../strings/courses.js';
import { PageLink } from '../../ui/link.js';
import { Section } from '../../ui/screen.js';
import { Empty } from '../../ui/states.js';
import { Status } from '../../ui/value.js';
import { OutcomeList } from '../../ui/outcome-list.js';
import { EachAction, EditAction, WriteAction } from '../../ui/write-action.js';
import { AddLesson } from './add-lesson.js';
import { isSameOrder, moved, orderOf, stepOf, type Place, type Sections } from './arrangement.js';

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

const MEDIA_KINDS = (['video', 'image', 'file'] as const).map((value) => ({
  value,
  label: t.mediaKinds[value] ?? value,
}));

/** Registers media, for the lessons that follow. */
function RegisterMedia() {
  return (
    <WriteAction
      label={t.register}
      about={t.registerHint}
      fields={{
        kind: { kind: 'choice', label: t.mediaKind, options: MEDIA_KINDS },
        title: { kind: 'text', label: t.title },
        mimeType: { kind: 'text', label: t.mimeType },
        url: { kind: 'url', label: t.mediaUrl },
      }}
      to="POST /media"
      done={t.registered}
    />
  );
}

interface SectionProps {
  section: Schemas['OutlineSection'];
  at: number;
  sections: Sections;
  isAuthor: boolean;
  move: (from: Place, to: Place) => void;
  dragged: Place | null;
  setDragged: (place: Place | null) => void;
}

function SectionCard({ section, at, sections, isAuthor, move, dragged, setDragged }: SectionProps) {
  const { id, title, lessons } = section;
  const path = { sectionId: id };
  const dropAt = (to: Place) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged?.lesson !== undefined) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (dragged?.lesson !== undefined) move(dragged, to);
      setDragged(null);
    },
  });
  return (
    <section className="card section-card" aria-label={title} {...(isAuthor && dropAt({ section: at }))}>
      <header className="section-header">
        <h3>{title}</h3>
        {isAuthor && (
          <Group gap="xs">
            <Moves title={title} place={{ section: at }} sections={sections} move={move} />
            <EditAction
              label={t.editSection}
              name={t.nameOfEdit(title)}
              fields={(current) => ({ title: { kind: 'text', label: t.title, initial: current.title } })}
              to="PATCH /sections/{sectionId}"
              path={path}
              done={t.sectionEdited}
            />
            <WriteAction
              label={t.archiveSection}
              name={t.nameOfArchive(title)}
              about={`${title}. ${t.archiveSectionHint}`}
              to="POST /sections/{sectionId}/archive"
              path={path}
              done={t.sectionArchived}
              isDanger
            />
            <AddLesson sectionId={id} sectionTitle={title} />
          </Group>
        )}
      </header>
      {lessons.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.noLessons}
        </Text>
      ) : (
        <ol className="plain-list">
          {lessons.map((lesson, position) => {
            const place = { section: at, lesson: position };
            return (
              <li
                key={lesson.id}
                className="lesson-row"
                draggable={isAuthor}
                onDragStart={() => setDragged(place)}
                onDragEnd={() => setDragged(null)}
                {...(isAuthor && dropAt(place))}
              >
                <span>
                  <PageLink to={`/programs/lessons/${lesson.id}`}>{lesson.title}</PageLink>{' '}
                  <span className="dimmed">{t.kinds[lesson.kind]}</span> <Status value={lesson.status} />
                </span>
                {isAuthor && <Moves title={lesson.title} place={place} sections={sections} move={move} />}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

interface MovesProps {
  title: string;
  place: Place;
  sections: Sections;
  move: (from: Place, to: Place) => void;
}

function Moves({ title, place, sections, move }: MovesProps) {
  const [up, down] = [stepOf(sections, place, -1), stepOf(sections, place, 1)];
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={!up}
        aria-label={t.up(title)}
        onClick={() => up && move(place, up)}
      >
        ↑
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={!down}
        aria-label={t.down(title)}
        onClick={() => down && move(place, down)}
      >
        ↓
      </Button>
    </Group>
  );
}
