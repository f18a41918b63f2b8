import { DOMParser, type Document, type Element, type Node } from '@xmldom/xmldom';

const DAV = 'DAV:';
const CALDAV = 'urn:ietf:params:xml:ns:caldav';
const CALENDAR_SERVER = 'http://calendarserver.org/ns/';
const ELEMENT = 1;

/** One resource of the answer to a PROPFIND or REPORT, with the properties that it has. */
export interface DavResource {
  href: string;
  status: number | null;
  displayName: string | null;
  etag: string | null;
  isCollection: boolean;
  isCalendar: boolean;
  /** Empty: all. */
  components: string[];
  timezone: string | null;
  principal: string | null;
  home: string | null;
  addresses: string[];
  data: string | null;
}

/** The resources of a multistatus document. Throws for anything else, and for a document with a DTD, which may define entities. */
export function parseMultistatus(text: string): DavResource[] {
  // Before it is parsed: entities are not expanded, and nothing that needs them is accepted.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Error('the document has a DTD');
  const problems: string[] = [];
  const document = new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') problems.push(message);
    },
  }).parseFromString(text, 'text/xml');
  const root = document.documentElement;
  if (problems.length > 0 || !isElement(root, DAV, 'multistatus')) throw new Error('the document is no multistatus');
  return childrenOf(root, DAV, 'response').map(resourceOf);
}

function resourceOf(response: Element): DavResource {
  const properties = childrenOf(response, DAV, 'propstat')
    .filter((part) => isGood(statusOf(part)))
    .flatMap((part) => childrenOf(part, DAV, 'prop'))
    .flatMap((part) => elementsOf(part));
  const find = (space: string, name: string) => properties.find((one) => isElement(one, space, name));
  const type = find(DAV, 'resourcetype');
  const components = find(CALDAV, 'supported-calendar-component-set');
  return {
    href: textOf(childrenOf(response, DAV, 'href').at(0)) ?? '',
    status: statusOf(response),
    displayName: textOf(find(DAV, 'displayname')),
    etag: textOf(find(DAV, 'getetag')) ?? textOf(find(CALENDAR_SERVER, 'getctag')),
    isCollection: type !== undefined && childrenOf(type, DAV, 'collection').length > 0,
    isCalendar: type !== undefined && childrenOf(type, CALDAV, 'calendar').length > 0,
    components: components ? childrenOf(components, CALDAV, 'comp').map((one) => one.getAttribute('name') ?? '') : [],
    timezone: textOf(find(CALDAV, 'calendar-timezone')),
    principal: hrefIn(find(DAV, 'current-user-principal')),
    home: hrefIn(find(CALDAV, 'calendar-home-set')),
    addresses: hrefsIn(find(CALDAV, 'calendar-user-address-set')),
    data: textOf(find(CALDAV, 'calendar-data')),
  };
}

/** Null where there is none. */
function statusOf(part: Element): number | null {
  const line = textOf(childrenOf(part, DAV, 'status').at(0));
  const match = line === null ? null : /^HTTP\/\S+ (\d{3})/.exec(line);
  return match ? Number(match[1]) : null;
}

function isGood(status: number | null): boolean {
  return status === null || (status >= 200 && status < 300);
}

function hrefsIn(parent: Element | undefined): string[] {
  return parent ? childrenOf(parent, DAV, 'href').flatMap((one) => textOf(one) ?? []) : [];
}

function hrefIn(parent: Element | undefined): string | null {
  return hrefsIn(parent).at(0) ?? null;
}

/** Throws for characters that cannot be stored. */
function textOf(element: Element | undefined): string | null {
  const text = element?.textContent?.trim() || null;
  if (text !== null && (text.includes('\0') || !text.isWellFormed())) throw new Error('the document has no text');
  return text;
}

function childrenOf(parent: Element, space: string, name: string): Element[] {
  return elementsOf(parent).filter((one) => isElement(one, space, name));
}

function elementsOf(parent: Element): Element[] {
  const found: Element[] = [];
  for (let child: Node | null = parent.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === ELEMENT) found.push(child as Element);
  }
  return found;
}

function isElement(node: Document['documentElement'] | Element, space: string, name: string): node is Element {
  return node?.namespaceURI === space && node.localName === name;
}
