import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../api/access.js';
import { useSession } from '../api/session.js';
import { instantIn, viewerZone } from '../dates.js';
import { strings } from '../strings/common.js';
import { salesLinks as t } from '../strings/sales-links.js';
import type { Field } from './fields.js';
import { Table, type Column } from './list.js';
import { Section } from './screen.js';
import { ShownOnce } from './shown-once.js';
import { Empty } from './states.js';
import { Instant } from './value.js';
import { WriteAction } from './write-action.js';

type Link = Schemas['SalesLinkState'];

/** What is ordered by a link: a sale by its personal one, an offer by shared ones. */
type Ordered = { saleId: string } | { offerId: string };

interface SalesLinksProps {
  of: Ordered;
  links: Link[];
  /** Whether it can be ordered by a new link. */
  canMake: boolean;
}

/** The links of a sale or an offer that are good now. Their addresses are shown once, when they are made. */
export function SalesLinks({ of, links, canMake }: SalesLinksProps) {
  const isPersonal = 'saleId' in of;
  if (links.length === 0 && !canMake) return null;
  return (
    <Section
      title={t.title}
      hint={isPersonal ? t.personalHint : t.sharedHint}
      actions={canMake && (isPersonal ? <MakePersonal {...of} /> : <MakeShared {...of} />)}
    >
      {links.length === 0 ? (
        <Empty>{t.none}</Empty>
      ) : (
        <Table label={t.title} items={links} idOf={({ id }) => id} columns={COLUMNS} />
      )}
    </Section>
  );
}

const COLUMNS: Column<Link>[] = [
  { header: t.link, cell: ({ kind }) => t.kinds[kind] },
  { header: t.until, cell: ({ expiresAt }) => <Instant iso={expiresAt} /> },
  { header: strings.common.actions, cell: (link) => <Revoke link={link} /> },
];

const until = (kind: Link['kind']) =>
  ({
    kind: 'instant',
    label: t.until,
    hint: t.untilHint[kind],
    zone: viewerZone,
    isAhead: true,
    isOptional: true,
  }) as const satisfies Field;

const made = ({ url }: Schemas['SalesLink']) =>
  url === null ? (
    <Text>{t.replayed}</Text>
  ) : (
    <>
      <ShownOnce about={t.shownOnce} text={url} />
      <Text size="sm" c="dimmed" mt="sm">
        {t.page}
      </Text>
    </>
  );

function MakePersonal({ saleId }: { saleId: string }) {
  return (
    <WriteAction
      label={t.make}
      about={t.personalAbout}
      fields={{ expiresAt: until('personal') }}
      to="POST /sales-links"
      which={saleId}
      body={({ expiresAt }) => ({ saleId, ...(expiresAt && { expiresAt }) })}
      done={t.made}
      outcome={made}
    />
  );
}

/** That of a closer is credited to them; an administrator chooses whom it is credited to. */
function MakeShared({ offerId }: { offerId: string }) {
  const { isAdministrator } = accessOf(useSession().me);
  const closer = {
    kind: 'resource',
    label: t.closer,
    hint: t.closerHint,
    choosable: { of: 'closers' },
    isOptional: true,
  } as const satisfies Field;
  return (
    <WriteAction
      label={t.make}
      about={t.sharedAbout}
      fields={{ ...(isAdministrator && { closerMemberId: closer }), expiresAt: until('shared') }}
      to="POST /sales-links"
      which={offerId}
      body={(values) => ({ offerId, ...values })}
      done={t.made}
      outcome={made}
    />
  );
}

function Revoke({ link: { id, expiresAt } }: { link: Link }) {
  return (
    <WriteAction
      label={t.revokeTitle}
      short={t.revoke}
      name={t.revokeOf(instantIn(viewerZone, expiresAt))}
      about={t.revokeAbout}
      to="POST /sales-links/{salesLinkId}/revoke"
      path={{ salesLinkId: id }}
      done={t.revoked}
      isDanger
    />
  );
}
