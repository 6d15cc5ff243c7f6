import { CalendarCheck, House, type LucideIcon, Search, UsersRound, Wallet } from 'lucide-react';
import { type PropsWithChildren, Suspense, useEffect } from 'react';
import { Link, matchPath, Outlet, useLocation } from 'react-router-dom';
import { paths } from '#shared/paths';
import { css } from '#styled-system/css';
import { PageTooltip } from '../../components/page-tooltip.tsx';
import { Box } from '../../components/ui/box.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Text } from '../../components/ui/text.tsx';
import { useAskedPath } from '../../lib/pages/asked-path.ts';
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

const AreaLayout = ({ title, links, children }: PropsWithChildren<AreaLayoutProps>) => {
  const { pathname } = useLocation();
  const [asked, noteAsked] = useAskedPath();
  return (
    <div className={area}>
      <Box as="nav" aria-label={title} mb={{ base: '6', md: '0' }}>
        <Text
          mb="2"
          px={{ md: '3' }}
          fontFamily="heading"
          fontSize={{ base: 'lg', md: 'md', lg: 'lg' }}
          fontWeight="extrabold"
        >
          {title}
        </Text>
        <div className={areaLinks}>
          {links.map(({ to, label, icon: Icon }, index) => (
            <Link
              key={to}
              to={to}
              className={areaLink}
              aria-current={
                // Every other path begins with that of the first link, so it must match exactly.
                matchPath({ path: to, end: index === 0 }, pathname) ? 'page' : undefined
              }
              data-asked={asked === to || undefined}
              onClick={() => noteAsked(to)}
            >
              <Icon size="1.2rem" aria-hidden />
              {label}
            </Link>
          ))}
        </div>
      </Box>
      <Box minWidth="0">
        <Suspense fallback={<Skeleton height="64" />}>{children}</Suspense>
      </Box>
      <PageTooltip />
    </div>
  );
};

const area = css({
  display: { md: 'grid' },
  gridTemplateColumns: { md: '11rem minmax(0, 1fr)', lg: '14rem minmax(0, 1fr)' },
  gap: { md: '6', lg: '10' },
  maxWidth: 'page',
  mx: 'auto',
  px: { base: '4', md: '6', _print: '0' },
  py: { base: '5', md: '10', _print: '0' },
});

const areaLinks = css({
  position: { md: 'sticky' },
  top: '24',
  display: 'flex',
  flexDirection: { md: 'column' },
  gap: { md: '1' },
  mx: { base: '-3', md: '0' },
  py: '1',
});

const areaLink = css({
  display: 'flex',
  flex: { base: '[1 1 0]', md: 'none' },
  flexDirection: { base: 'column', md: 'row' },
  alignItems: 'center',
  justifyContent: { base: 'center', md: 'start' },
  gap: { base: '1', md: '2.5' },
  minWidth: '0',
  minHeight: { base: '12', md: 'touch' },
  px: { md: '3' },
  borderRadius: { base: 'md', md: 'full' },
  fontSize: { base: '[0.75rem]', md: 'md' },
  fontWeight: 'semibold',
  lineHeight: 'heading',
  '&:is([aria-current=page], [data-asked]):not(:hover)': { bg: 'brand.subtle' },
  '&:is([aria-current=page], [data-asked])': { color: 'brand.fg' },
  _hover: { bg: 'bg.subtle' },
});

const links = [
  { to: paths.parent, label: 'Dashboard', icon: House },
  { to: paths.parentClasses, label: 'Classes', icon: Search },
  { to: paths.parentBookings, label: 'Bookings', icon: CalendarCheck },
  { to: paths.parentPayments, label: 'Payments', icon: Wallet },
  { to: paths.parentProfile, label: 'Profile', icon: UsersRound },
];

export const ParentLayout = () => {
  useEffect(() => void registerServiceWorker(), []);
  return (
    <AreaLayout title="Parent Dashboard" links={links}>
      <Outlet />
    </AreaLayout>
  );
};
