import { Text } from '@mantine/core';
import type { Outcomes } from '../api/each.js';
import { strings } from '../strings/common.js';
import { issueSentence } from '../strings/words.js';

/** What became of each item of a write on many: how many were done, and why the others were not. */
export function OutcomeList({ outcomes }: { outcomes: Outcomes }) {
  const { done, skipped } = outcomes;
  return (
    <>
      <Text>{strings.write.outcomes(done, skipped.length)}</Text>
      {skipped.length > 0 && (
        <ul className="outcomes">
          {skipped.map(({ name, issue }, at) => (
            <li key={at}>
              <strong>{name}</strong>: {issueSentence(issue)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
