import { Alert } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useSession } from '../../api/session.js';
import { account as t } from '../../strings/account.js';
import { Screen, Section } from '../../ui/screen.js';
import { Passkeys } from './passkeys.js';
import { SignIns } from './sign-ins.js';

/** Somebody's own sign-ins and passkeys. */
export default function Account() {
  const { me } = useSession();
  const [search] = useSearchParams();
  return (
    <Screen title={t.title}>
      {me.signIn === null ? (
        <Section title={t.passkeys}>
          <Alert color="gray">{t.byKey}</Alert>
        </Section>
      ) : (
        <Passkeys hasJoined={search.has('joined')} />
      )}
      <SignIns />
    </Screen>
  );
}
