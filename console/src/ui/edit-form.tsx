import { useQuery } from '@tanstack/react-query';
import type { Current } from '../api/operations.js';
import type { Entry } from '../api/writes.js';
import type { Raw } from './fields.js';
import { Loaded } from './states.js';
import { useWrites, type Form } from './write-action.js';
import { WriteForm } from './write-form.js';

interface EditFormProps {
  entry: Entry<Form, Raw>;
  onTyped: (isTyped: boolean) => void;
}

/** The form of a change: it begins when the resource was read. */
export function EditForm({ entry, onTyped }: EditFormProps) {
  const writes = useWrites();
  const { id, live } = entry;
  const query = useQuery({
    queryKey: ['current', id],
    queryFn: () => writes.current(live),
    gcTime: 0,
    staleTime: Infinity,
  });
  const reread = async () => formFor(live, await writes.current(live));
  return (
    <Loaded query={query}>
      {(current) => <WriteForm entry={entry} form={formFor(live, current)} reread={reread} onTyped={onTyped} />}
    </Loaded>
  );
}

function formFor(live: Form, current: Current): Form {
  return live.formFor?.(current) ?? live;
}
