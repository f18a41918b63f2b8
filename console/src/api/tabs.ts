/** The messages between the tabs of one origin. They reach no other origin, and nothing keeps them. */
const CHANNEL = 'delivery-console.key';

/** How long a new tab waits for a first answer, and then for those of other tabs. */
const FIRST_ANSWER_MS = 250;
const OTHER_ANSWERS_MS = 50;

interface Answer {
  is: 'answered';
  to: string;
  key: string;
  /** When the tab was last shown. */
  seenAt: number;
}

type Message =
  | { is: 'asked'; by: string }
  | Answer
  | { is: 'kept'; key: string }
  | { is: 'renewed'; from: string; to: string }
  | { is: 'ended'; key: string }
  | { is: 'proved'; to: string; signedIn: unknown };

/** What a tab does when it hears from another one. */
interface Heard {
  /** The key that it hands on. */
  key: () => string | null;
  kept: (key: string) => void;
  renewed: (from: string, to: string) => void;
  ended: (key: string) => void;
}

/** Tabs hand the key on while they are open: a new one asks, and takes the key of the tab that was last looked at. */
export class Tabs {
  private readonly channel = new BroadcastChannel(CHANNEL);
  private hiddenAt = 0;

  constructor(private readonly heard: Heard) {
    document.addEventListener('visibilitychange', () => (this.hiddenAt = Date.now()));
    this.hear((message) => {
      if (message.is === 'asked') this.answer(message.by, heard.key());
      if (message.is === 'kept') heard.kept(message.key);
      if (message.is === 'renewed') heard.renewed(message.from, message.to);
      if (message.is === 'ended') heard.ended(message.key);
    });
  }

  tell(message: Message): void {
    this.channel.postMessage(message);
  }

  /** The key of another tab, if one has any. A tab that answers later, because it is busy, is heard like one that signs in. */
  async ask(): Promise<string | null> {
    const by = randomName();
    const answers: Answer[] = [];
    let isOver = false;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        isOver = true;
        resolve();
      };
      this.hear((message) => {
        if (message.is !== 'answered' || message.to !== by) return;
        if (isOver) this.heard.kept(message.key);
        else if (answers.push(message) === 1) setTimeout(end, OTHER_ANSWERS_MS);
      });
      setTimeout(() => answers.length === 0 && end(), FIRST_ANSWER_MS);
      this.tell({ is: 'asked', by });
    });
    const [latest] = answers.sort((one, other) => other.seenAt - one.seenAt);
    return latest?.key ?? null;
  }

  /** What the window that was opened for a proof reports to the tab with this name. */
  heardProof(name: string, take: (signedIn: unknown) => void): () => void {
    return this.hear((message) => {
      if (message.is === 'proved' && message.to === name) take(message.signedIn);
    });
  }

  private answer(to: string, key: string | null): void {
    if (key === null) return;
    const seenAt = document.visibilityState === 'visible' ? Date.now() : this.hiddenAt;
    this.tell({ is: 'answered', to, key, seenAt });
  }

  private hear(listener: (message: Message) => void): () => void {
    const onMessage = ({ data }: MessageEvent<Message>): void => listener(data);
    this.channel.addEventListener('message', onMessage);
    return () => this.channel.removeEventListener('message', onMessage);
  }
}

/** 128 random bits. `crypto.randomUUID` is missing on pages served over plain HTTP by another host than this one. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
