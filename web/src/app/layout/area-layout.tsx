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
  /** Pattern of further paths for which this link is the current one. */
  readonly alsoMatches?: string;
}

interface AreaLayoutProps {
  readonly title: string;
  readonly links: readonly AreaLink[];
  /** Maximum width; `wide` for tables. */
  readonly width?: 'page' | 'wide';
}

/**
 * The layout of the parent or admin area: its links in a sidebar, on small screens in a scrollable row. With `wide`,
 * tablets count as small screens.
 */
export const AreaLayout = ({
  title,
  links,
  width = 'page',
  children,
}: PropsWithChildren<AreaLayoutProps>) => {
  const { pathname } = useLocation();
  const [sidebar, spacious] = width === 'wide' ? (['lg', '2xl'] as const) : (['md', 'lg'] as const);
  return (
    <Box
      display={{ [sidebar]: 'grid' }}
      gridTemplateColumns={{ [sidebar]: '11rem minmax(0, 1fr)', [spacious]: '14rem minmax(0, 1fr)' }}
      gap={{ [sidebar]: '6', [spacious]: '10' }}
      maxWidth={width}
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '5', md: '10' }}
      _print={{ display: 'block', p: '0' }}
    >
      <chakra.nav aria-label={title} mb={{ base: '6', [sidebar]: '0' }}>
        <Text fontFamily="heading" fontWeight="extrabold" fontSize="lg" mb="2" px={{ [sidebar]: '3' }}>
          {title}
        </Text>
        <Box
          display="flex"
          flexDirection={{ base: 'row', [sidebar]: 'column' }}
          gap={{ base: '0', [sidebar]: '1' }}
          overflowX={{ base: 'auto', [sidebar]: 'visible' }}
          mx={{ base: '-4', [sidebar]: '0' }}
          px={{ base: '4', [sidebar]: '0' }}
          py="1"
          position={{ [sidebar]: 'sticky' }}
          top="24"
        >
          {links.map(({ to, label, icon: Icon, alsoMatches = to }, index) => (
            <AreaNavLink
              key={to}
              to={to}
              aria-current={
                // The path of the first link is a prefix of all others, so it must match exactly.
                (matchPath({ path: to, end: index === 0 }, pathname) ?? matchPath(alsoMatches, pathname))
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
