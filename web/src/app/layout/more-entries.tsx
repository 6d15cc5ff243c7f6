import { chakra } from '@chakra-ui/react/styled-system';
import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { backdrop } from '../../components/backdrop.ts';
import { type AdminPlace, isCurrentPlace } from './admin-nav-entries.ts';
import { placeStyles } from './admin-nav-styles.ts';

interface MorePlacesProps {
  readonly places: readonly AdminPlace[];
  readonly pathname: string;
}

/** The last entry of the phone's bar: a button that opens the places for which the bar has no room. */
export const MorePlaces = ({ places, pathname }: MorePlacesProps) => {
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
