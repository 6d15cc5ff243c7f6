import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { LucideIcon } from 'lucide-react';
import { type PropsWithChildren, Suspense } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { Skeleton } from '../../components/skeleton.tsx';
import { Tooltips } from '../../components/tooltips.tsx';

interface AreaLink {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Pattern of the pages that this entry leads to but whose paths do not begin with its own. */
  readonly leadsTo?: string;
}

interface AreaLayoutProps {
  readonly title: string;
  readonly links: readonly AreaLink[];
  /** How wide the area may get; `wide` where tables need the room. */
  readonly width?: 'page' | 'wide';
}

/**
 * The frame of an area behind the login: its pages in a sidebar, on small screens in a row to swipe through. Where
 * tables need the room, tablets count as small.
 */
export const AreaLayout = ({
  title,
  links,
  width = 'page',
  children,
}: PropsWithChildren<AreaLayoutProps>) => {
  const { pathname } = useLocation();
  const [beside, roomy] = width === 'wide' ? (['lg', '2xl'] as const) : (['md', 'lg'] as const);
  return (
    <Box
      display={{ [beside]: 'grid' }}
      gridTemplateColumns={{ [beside]: '11rem minmax(0, 1fr)', [roomy]: '14rem minmax(0, 1fr)' }}
      gap={{ [beside]: '6', [roomy]: '10' }}
      maxWidth={width}
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '5', md: '10' }}
      _print={{ display: 'block', p: '0' }}
    >
      <chakra.nav aria-label={title} mb={{ base: '6', [beside]: '0' }}>
        <Text fontFamily="heading" fontWeight="extrabold" fontSize="lg" mb="2" px={{ [beside]: '3' }}>
          {title}
        </Text>
        <Box
          display="flex"
          flexDirection={{ base: 'row', [beside]: 'column' }}
          gap={{ base: '0', [beside]: '1' }}
          overflowX={{ base: 'auto', [beside]: 'visible' }}
          mx={{ base: '-4', [beside]: '0' }}
          px={{ base: '4', [beside]: '0' }}
          py="1"
          position={{ [beside]: 'sticky' }}
          top="24"
        >
          {links.map(({ to, label, icon: Icon, leadsTo = to }, index) => (
            <AreaNavLink
              key={to}
              to={to}
              aria-current={
                // The path of the first page begins those of all.
                (matchPath({ path: to, end: index === 0 }, pathname) ?? matchPath(leadsTo, pathname))
                  ? 'page'
                  : undefined
              }
            >
              <chakra.span display={{ base: 'none', md: 'inline' }}>
                <Icon size="1.2em" aria-hidden />
              </chakra.span>
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
    alignItems: 'center',
    gap: '2.5',
    flexShrink: '0',
    minHeight: 'touch',
    px: '3',
    borderRadius: 'full',
    fontSize: { base: '0.9375rem', md: 'md' },
    fontWeight: 'semibold',
    _hover: { bg: 'bg.subtle' },
    _currentPage: { bg: 'brand.subtle', color: 'brand.fg' },
  },
});
