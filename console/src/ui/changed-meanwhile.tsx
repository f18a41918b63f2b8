import { Alert, Button, Table, Text } from '@mantine/core';
import { strings } from '../strings/common.js';
import { shownAs } from './field-changes.js';
import type { Fields, Raw } from './fields.js';

/** Fields that somebody else has changed while they were being changed here. */
export interface Meanwhile {
  fields: Fields;
  names: readonly string[];
  /** As they are by now, and as they were entered. */
  now: Raw;
  typed: Raw;
}

interface MeanwhileProps {
  meanwhile: Meanwhile;
  /** Takes what the other one has entered. */
  onTake: (name: string) => void;
}

const t = strings.write;

/** What both have changed, side by side: nothing was saved yet. */
export function ChangedMeanwhile({ meanwhile: { fields, names, now, typed }, onTake }: MeanwhileProps) {
  return (
    <Alert color="orange" role="alert" title={t.changedMeanwhile}>
      <Text size="sm">{t.changedMeanwhileHint}</Text>
      <Table aria-label={t.changedMeanwhile}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.field}</Table.Th>
            <Table.Th>{t.theirs}</Table.Th>
            <Table.Th>{t.mine}</Table.Th>
            <Table.Th>
              <span className="visually-hidden">{t.choice}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => {
            const field = fields[name];
            if (!field) return null;
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row">{field.label}</Table.Th>
                <Table.Td>{shownAs(field, now[name])}</Table.Td>
                <Table.Td>{shownAs(field, typed[name])}</Table.Td>
                <Table.Td>
                  <Button size="xs" variant="default" onClick={() => onTake(name)} aria-label={t.take(field.label)}>
                    {t.takeTheirs}
                  </Button>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Alert>
  );
}
