import {
  Anchor,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  NavLink,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from './api/session.js';
import { strings } from './strings/common.js';
import { useScreens } from './menu.js';
import { shell } from './strings/shell.js';
import { Search } from './search.js';
import { Place } from './ui/crumbs.js';
import { Screen } from './ui/screen.js';
import { Loaded } from './ui/states.js';
import { SignOut } from './ui/sign-out.js';
import { WriteHost } from './ui/write-host.js';

/** Whether a path is at a screen of the menu or below it; those enrolled are below their cohorts. */
function isAt(path: string, location: string): boolean {
  const isBelow = location === path || location.startsWith(`${path}/`);
  return isBelow || (path === '/cohorts' && location.startsWith('/enrollments/'));
}

/** What stands around every screen: who one is, and where one can go. */
export function Shell({ children }: { children: ReactNode }) {
  const { me } = useSession();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [location] = useLocation();
  const { parts, screens, unknown } = useScreens();
  useEffect(close, [location, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 210, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
      className="page"
    >
      <Anchor href="#content" className="skip">
        {strings.common.skip}
      </Anchor>
      <AppShell.Header className="header">
        <Group gap="sm" wrap="nowrap" className="school">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={shell.menu}
            aria-expanded={isOpen}
            aria-controls="screens"
          />
          <Text fw={600} truncate>
            {me.organization.name}
          </Text>
        </Group>
        <Group gap="xs" wrap="nowrap">
          {screens.length > 0 && <Search screens={screens} />}
          <Anchor component={Link} href="/account" size="sm" className="who" truncate title={shell.account}>
            {me.member.name} {shell.asRole(me.member.role)}
          </Anchor>
          <Group gap="xs" wrap="nowrap" visibleFrom="sm">
            <ColorScheme />
            <SignOut />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        p="xs"
        id="screens"
        aria-label={shell.navigation}
        className="navbar"
        data-closed={!isOpen || undefined}
      >
        {parts.map(({ part, screens: offered }) => (
          <div key={part} role="group" aria-label={part}>
            {parts.length > 1 && (
              <div className="menu-title" aria-hidden="true">
                {part}
              </div>
            )}
            {offered.map(({ path, name }) => {
              const isHere = isAt(path, location);
              return (
                <NavLink
                  key={path}
                  component={Link}
                  href={path}
                  label={name}
                  active={isHere}
                  aria-current={isHere ? 'page' : undefined}
                />
              );
            })}
          </div>
        ))}
        <Box hiddenFrom="sm" mt="md">
          <NavLink component={Link} href="/account" label={shell.account} active={location === '/account'} mb="xs" />
          <Group gap="xs">
            <ColorScheme />
            <SignOut />
          </Group>
        </Box>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {screens.length === 0 && unknown ? (
          <Loaded query={unknown}>{() => null}</Loaded>
        ) : screens.length === 0 ? (
          <Screen title={shell.nothing}>
            <Text>{shell.nothingHint}</Text>
          </Screen>
        ) : (
          <Place value={screens.find(({ path }) => isAt(path, location)) ?? null}>{children}</Place>
        )}
        <WriteHost />
      </AppShell.Main>
    </AppShell>
  );
}

function ColorScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Button size="xs" variant="default" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? shell.light : shell.dark}
    </Button>
  );
}
