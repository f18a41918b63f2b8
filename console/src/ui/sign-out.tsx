import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../api/session.js';
import { shell } from '../strings/shell.js';

/** Ends the sign-in on the service first, which may take a moment. */
export function SignOut() {
  const { signOut } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const leave = () => {
    setIsBusy(true);
    void signOut().finally(() => setIsBusy(false));
  };
  return (
    <Button size="xs" variant="default" loading={isBusy} onClick={leave}>
      {shell.signOut}
    </Button>
  );
}
