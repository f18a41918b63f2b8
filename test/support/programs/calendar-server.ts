import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scanner.js';
import { until } from '../until.js';

export type CalendarProgram = 'radicale' | 'xandikos';

/** A CalDAV server on this machine, with one account. */
export class CalendarServer {
  readonly username: string = 'ada';
  readonly password: string = 'secret of Ada';
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: CalendarProgram,
    private readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(program: CalendarProgram): Promise<CalendarServer> {
    const folder = mkdtempSync(join(tmpdir(), `delivery-${program}-`));
    const server = new CalendarServer(program, await freePort(), folder);
    await server.run();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** Where the calendars of the account are. */
  get home(): string {
    return this.program === 'radicale' ? `${this.url}ada/` : `${this.url}ada/calendars/`;
  }

  /** Makes a calendar; returns its address. */
  async calendar(name: string, zone?: string): Promise<string> {
    const url = `${this.home}${name}/`;
    const timezone = zone === undefined ? '' : `<c:calendar-timezone>${zone}</c:calendar-timezone>`;
    const body =
      '<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>' +
      `<d:displayname>${name}</d:displayname>${timezone}</d:prop></d:set></c:mkcalendar>`;
    await this.send(url, 'MKCALENDAR', body);
    return url;
  }

  /** Writes an object with these lines of its entries. */
  async put(calendar: string, name: string, ...lines: string[]): Promise<void> {
    const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''];
    await this.send(`${calendar}${name}.ics`, 'PUT', all.join('\r\n'));
  }

  async delete(address: string): Promise<void> {
    await this.send(address, 'DELETE');
  }

  /** The objects of a calendar, by their names; undefined where there is no such calendar. */
  async objects(calendar: string): Promise<Record<string, string> | undefined> {
    const listed = await this.ask(
      calendar,
      'PROPFIND',
      '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>',
    );
    const text = await listed.text();
    // Xandikos answers 207.
    if (listed.status === 404 || /<(?:\w+:)?status>HTTP\S+ 404/.test(text)) return undefined;
    const names = [...text.matchAll(/<(?:\w+:)?href>([^<]*\/([^/<]+)\.ics)</g)];
    const texts = names.map(async ([, path = '', name]) => [
      name,
      await (await this.ask(new URL(path, this.url).href, 'GET')).text(),
    ]);
    return Object.fromEntries((await Promise.all(texts)) as [string, string][]);
  }

  /** The names of the calendars of the account. */
  async calendars(): Promise<string[]> {
    const listed = await this.ask(
      this.home,
      'PROPFIND',
      '<d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/></d:prop></d:propfind>',
    );
    const hrefs = [...(await listed.text()).matchAll(/<(?:\w+:)?href>([^<]*)</g)].map(
      ([, path = '']) => new URL(path, this.url).href,
    );
    return hrefs
      .filter((href) => href !== this.home && href.startsWith(this.home))
      .map((href) => href.slice(this.home.length, -1));
  }

  /** Ends the program; `run` starts it again with the same content. */
  async pause(): Promise<void> {
    if (!this.child) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    this.child = undefined;
  }

  async stop(): Promise<void> {
    await this.pause();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async run(): Promise<void> {
    const [command, args] = this.program === 'radicale' ? this.radicale() : this.xandikos();
    this.child = spawn(command, args, { stdio: 'ignore' });
    const answers = () =>
      this.ask(this.url, 'OPTIONS').then(
        ({ status }) => status < 500,
        () => false,
      );
    await until(answers, { what: this.program, withinMs: 60_000 });
  }

  private radicale(): [string, string[]] {
    const [users, config] = [join(this.folder, 'users'), join(this.folder, 'config')];
    writeFileSync(users, `${this.username}:${this.password}\n`);
    const lines = [
      ...['[server]', `hosts = 127.0.0.1:${this.port}`, '[auth]', 'type = htpasswd', `htpasswd_filename = ${users}`],
      ...['htpasswd_encryption = plain', 'delay = 0', '[storage]', `filesystem_folder = ${join(this.folder, 'data')}`],
      ...['[logging]', 'level = error'],
    ];
    writeFileSync(config, `${lines.join('\n')}\n`);
    return ['radicale', ['--config', config]];
  }

  private xandikos(): [string, string[]] {
    const data = join(this.folder, 'data');
    mkdirSync(data, { recursive: true });
    const place = ['-l', '127.0.0.1', '-p', String(this.port), '-d', data];
    return ['xandikos', [...place, '--autocreate', '--defaults', '--current-user-principal', '/ada/']];
  }

  private async send(url: string, method: string, body?: string): Promise<void> {
    const { status } = await this.ask(url, method, body);
    if (status > 299) throw new Error(`${this.program} answered ${status} to ${method}`);
  }

  private ask(url: string, method: string, body?: string): Promise<Response> {
    const authorization = `Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`;
    const type = method === 'PUT' ? 'text/calendar; charset=utf-8' : 'application/xml; charset=utf-8';
    return fetch(url, { method, body, headers: { authorization, 'content-type': type, depth: '1' } });
  }
}
