import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { CalendarCheck, House, type LucideIcon, Search, UsersRound, Wallet } from 'lucide-react';
import { type PropsWithChildren, Suspense, useEffect } from 'react';
import { Link, matchPath, Outlet, useLocation } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Skeleton } from '../../components/loading.tsx';
import { Tooltips } from '../../components/tooltips.tsx';
import { registerServiceWorker } from '../offline/register-service-worker.ts';

interface AreaLink {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

interface AreaLayoutProps {
  readonly title: string;
  readonly links: readonly AreaLink[];
}

/** The layout of the parent area: its links in a sidebar, on small screens in a row with an icon above each label. */
const AreaLayout = ({ title, links, children }: PropsWithChildren<AreaLayoutProps>) => {
  const { pathname } = useLocation();
  return (
    <Box
      display={{ md: 'grid' }}
      gridTemplateColumns={{ md: '11rem minmax(0, 1fr)', lg: '14rem minmax(0, 1fr)' }}
      gap={{ md: '6', lg: '10' }}
      maxWidth="page"
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '5', md: '10' }}
      _print={{ display: 'block', p: '0' }}
    >
      <chakra.nav aria-label={title} mb={{ base: '6', md: '0' }}>
        <Text
          fontFamily="heading"
          fontWeight="extrabold"
          fontSize={{ base: 'lg', md: 'md', lg: 'lg' }}
          mb="2"
          px={{ md: '3' }}
        >
          {title}
        </Text>
        <Box
          display="flex"
          flexDirection={{ base: 'row', md: 'column' }}
          gap={{ base: '0', md: '1' }}
          mx={{ base: '-3', md: '0' }}
          py="1"
          position={{ md: 'sticky' }}
          top="24"
        >
          {links.map(({ to, label, icon: Icon }, index) => (
            <AreaNavLink
              key={to}
              to={to}
              aria-current={
                // The path of the first link is a prefix of all others, so it must match exactly.
                matchPath({ path: to, end: index === 0 }, pathname) ? 'page' : undefined
              }
            >
              <Icon size="1.2rem" aria-hidden />
              {label}
            </AreaNavLink>
          ))}
        </Box>
      </chakra.nav>
      <Box minWidth="0">
        <Suspense fallback={<Skeleton height="64" />}>{children}</Suspense>
      </Box>
      <Tooltips />
    </Box>
  );
};

const AreaNavLink = chakra(Link, {
  base: {
    display: 'flex',
    flexDirection: { base: 'column', md: 'row' },
    flex: { base: '1 1 0', md: 'none' },
    alignItems: 'center',
    justifyContent: { base: 'center', md: 'start' },
    gap: { base: '1', md: '2.5' },
    minWidth: '0',
    minHeight: { base: '12', md: 'touch' },
    px: { base: '0', md: '3' },
    borderRadius: { base: 'md', md: 'full' },
    fontSize: { base: '0.75rem', md: 'md' },
    fontWeight: 'semibold',
    lineHeight: 'heading',
    _hover: { bg: 'bg.subtle' },
    _currentPage: { bg: 'brand.subtle', color: 'brand.fg' },
  },
});

const links = [
  { to: paths.parent, label: 'Dashboard', icon: House },
  { to: paths.parentClasses, label: 'Classes', icon: Search },
  { to: paths.parentBookings, label: 'Bookings', icon: CalendarCheck },
  { to: paths.parentPayments, label: 'Payments', icon: Wallet },
  { to: paths.parentProfile, label: 'Profile', icon: UsersRound },
];

/** The layout of the parent area (PAR-01, PAR-02). */
export const ParentLayout = () => {
  useEffect(() => void registerServiceWorker(), []);
  return (
    <AreaLayout title="Parent Dashboard" links={links}>
      <Outlet />
    </AreaLayout>
  );
};
