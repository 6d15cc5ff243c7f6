import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system';
import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { backdrop } from '../../components/controls.tsx';
import { type AdminPlace, adminGroups, adminPlaces, barPlaces, isCurrentPlace } from './admin-nav-entries.ts';
import { barHeight, low, phone, railWidth, sidebarWidth, tablet, wide } from './workspace.ts';

/** The navigation is fixed, so that it is outside of `main` and pages scroll with the window. */
const navStyles: SystemStyleObject = {
  position: 'fixed',
  zIndex: 'header',
  bg: 'bg',
  borderColor: 'border',
  '& ul': { listStyle: 'none' },
  [phone]: {
    insetInline: '0',
    bottom: '0',
    borderTopWidth: '1px',
    pb: 'env(safe-area-inset-bottom)',
    '& > ul': { display: 'flex' },
    '& [data-group], & [data-group] ul': { display: 'contents' },
    '& [data-group] > p': { display: 'none' },
    '& > ul > li, & [data-group] li': { flex: '1 1 0', minWidth: '0' },
    [low]: { position: 'static', borderTopWidth: '0', borderBottomWidth: '1px' },
  },
  [tablet]: { width: railWidth, px: '1.5', '& [data-group] > p': { textAlign: 'center' } },
  [wide]: { width: sidebarWidth, px: '3', '& [data-group] > p': { px: '3' } },
  '@media screen and (width >= 48rem)': {
    // The header and its border.
    top: 'calc(4rem + 1px)',
    bottom: '0',
    insetInlineStart: '0',
    overflowY: 'auto',
    py: '2',
    borderInlineEndWidth: '1px',
    '& [data-group] + [data-group]': { mt: '1.5', pt: '1.5', borderTopWidth: '1px', borderColor: 'border' },
    '& [data-group] > p': { color: 'fg.muted', fontSize: '0.6875rem', fontWeight: 'semibold' },
  },
};

/** A place of the navigation: the label below the icon, in the sidebar beside it. */
const placeStyles: SystemStyleObject = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.5',
  minHeight: barHeight,
  borderRadius: 'md',
  fontSize: '0.75rem',
  fontWeight: 'semibold',
  lineHeight: 'heading',
  _hover: { bg: 'bg.subtle' },
  '&[aria-current]': { bg: 'brand.subtle', color: 'brand.fg' },
  [phone]: {
    borderRadius: '0',
    '&[aria-current]': { boxShadow: 'inset 0 3px currentColor' },
    // The edges of the window would cut off an outline around it.
    _focusVisible: { outlineOffset: '-3px' },
  },
  // All places of a window of 800 px.
  [tablet]: { minHeight: 'touch' },
  [wide]: {
    flexDirection: 'row',
    justifyContent: 'start',
    gap: '3',
    minHeight: 'touch',
    px: '3',
    fontSize: 'md',
  },
};

interface MorePlacesProps {
  readonly places: readonly AdminPlace[];
  readonly pathname: string;
}

/** The last entry of the phone's bar: a button that opens the places for which the bar has no room. */
const MorePlaces = ({ places, pathname }: MorePlacesProps) => {
  const sheet = useRef<HTMLDialogElement>(null);
  const current = places.find((place) => isCurrentPlace(place, pathname));
  return (
    <chakra.li display={{ md: 'none' }}>
      <MoreButton
        type="button"
        aria-haspopup="dialog"
        aria-current={current && 'true'}
        aria-label={current && `More, now ${current.label}`}
        onClick={() => sheet.current?.showModal()}
      >
        <Ellipsis size="1.3em" aria-hidden />
        More
      </MoreButton>
      <Sheet
        ref={sheet}
        aria-label="More places"
        // A click beside the list, or on one of its links.
        onClick={() => sheet.current?.close()}
      >
        <ul>
          {places.map((place) => (
            <li key={place.to}>
              <SheetLink to={place.to} aria-current={place === current ? 'page' : undefined}>
                <place.icon size="1.3em" aria-hidden />
                {place.label}
              </SheetLink>
            </li>
          ))}
        </ul>
        <SheetButton type="button">Close</SheetButton>
      </Sheet>
    </chakra.li>
  );
};

const MoreButton = chakra('button', { base: { ...placeStyles, width: 'full', cursor: 'pointer' } });

const Sheet = chakra('dialog', {
  base: {
    m: '0',
    mt: 'auto',
    width: 'full',
    maxWidth: 'none',
    p: '4',
    pb: 'calc(1rem + env(safe-area-inset-bottom))',
    borderTopRadius: 'xl',
    bg: 'bg.surface',
    color: 'fg',
    boxShadow: 'raised',
    '&::backdrop': backdrop,
    '& ul': { listStyle: 'none', mb: '3' },
  },
});

const rowStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  width: 'full',
  minHeight: '12',
  px: '3',
  borderRadius: 'md',
  fontWeight: 'semibold',
  _hover: { bg: 'bg.subtle' },
} as const;

const SheetLink = chakra(Link, {
  base: { ...rowStyles, _currentPage: { bg: 'brand.subtle', color: 'brand.fg' } },
});

const SheetButton = chakra('button', {
  base: {
    ...rowStyles,
    justifyContent: 'center',
    borderWidth: '1px',
    borderColor: 'border',
    cursor: 'pointer',
  },
});

const inBar = new Set(adminPlaces.slice(0, barPlaces));

/** The navigation of the admin area: a sidebar, a rail of icons on tablets, a bar at the bottom on phones (ADM-01). */
export const AdminNav = () => {
  const { pathname } = useLocation();
  return (
    <chakra.nav aria-label="Admin Dashboard" css={navStyles}>
      <ul>
        {adminGroups.map(({ name, places }) => (
          <li key={name} data-group>
            <p id={`places-${name}`}>{name}</p>
            <ul aria-labelledby={`places-${name}`}>
              {places.map((place) => (
                <PlaceItem key={place.to} data-in-more={!inBar.has(place) || undefined}>
                  <PlaceLink
                    to={place.to}
                    aria-current={isCurrentPlace(place, pathname) ? 'page' : undefined}
                  >
                    <place.icon size="1.3em" aria-hidden />
                    {place.label}
                  </PlaceLink>
                </PlaceItem>
              ))}
            </ul>
          </li>
        ))}
        <MorePlaces key={pathname} places={adminPlaces.slice(barPlaces)} pathname={pathname} />
      </ul>
    </chakra.nav>
  );
};

const PlaceItem = chakra('li', {
  base: { '@media screen and (width < 48rem)': { '&[data-in-more]': { display: 'none' } } },
});

const PlaceLink = chakra(Link, { base: placeStyles });
