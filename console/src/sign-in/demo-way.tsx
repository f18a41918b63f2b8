import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { demoPeople, type DemoPerson } from '../api/demo.js';
import { keys } from '../api/keys.js';
import { signIn as t } from '../strings/sign-in.js';
import { word } from '../strings/words.js';

/** The people of the demo organization, where the service has one. */
export function DemoWay() {
  const [people, setPeople] = useState<DemoPerson[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    void demoPeople(abort.signal).then((found) => {
      if (!abort.signal.aborted) setPeople(found);
    });
    return () => abort.abort();
  }, []);
  if (people.length === 0) return null;
  return (
    <>
      <div className="or">{t.or}</div>
      <Text size="sm" fw={600} id="demo">
        {t.demo}
      </Text>
      <Group gap="xs" role="group" aria-labelledby="demo">
        {people.map(({ holder, apiKey }) => (
          <Button key={holder} size="xs" variant="default" onClick={() => keys.keep(apiKey)}>
            {holder.split(', ').map(word).join(', ')}
          </Button>
        ))}
      </Group>
    </>
  );
}
