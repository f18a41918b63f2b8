import type { Schemas } from '@delivery-service/client';
import { Group, Text } from '@mantine/core';
import type { DragEvent } from 'react';
import { courses as t } from '../../strings/courses.js';
import { PageLink } from '../../ui/link.js';
import { MoveButtons } from '../../ui/move-buttons.js';
import { Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { AddLesson } from './add-lesson.js';
import { stepOf, type Place, type Sections } from './arrangement.js';

interface SectionProps {
  section: Schemas['OutlineSection'];
  at: number;
  sections: Sections;
  isAuthor: boolean;
  move: (from: Place, to: Place) => void;
  dragged: Place | null;
  setDragged: (place: Place | null) => void;
}

/** A section with its lessons: both are dragged or moved by buttons, lessons also to another section. */
export function SectionCard({ section, at, sections, isAuthor, move, dragged, setDragged }: SectionProps) {
  const { id, title, lessons } = section;
  const path = { sectionId: id };
  const dropAt = (to: Place) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (dragged) move(dragged, dragged.lesson === undefined ? { section: to.section } : to);
      setDragged(null);
    },
  });
  return (
    <section className="card section-card" aria-label={title} {...(isAuthor && dropAt({ section: at }))}>
      <header
        className="section-header"
        draggable={isAuthor}
        onDragStart={() => setDragged({ section: at })}
        onDragEnd={() => setDragged(null)}
      >
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
  return <MoveButtons title={title} onUp={up && (() => move(place, up))} onDown={down && (() => move(place, down))} />;
}
