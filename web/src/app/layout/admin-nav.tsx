import { chakra } from '@chakra-ui/react/styled-system';
import { Link, useLocation } from 'react-router-dom';
import { adminPlaces, barPlaces, isCurrentPlace } from './admin-nav-entries.ts';
import { navStyles, placeStyles } from './admin-nav-styles.ts';
import { MorePlaces } from './more-entries.tsx';

/** The navigation of the admin area: a sidebar, a rail of icons on tablets, a bar at the bottom on phones (ADM-01). */
export const AdminNav = () => {
  const { pathname } = useLocation();
  return (
    <chakra.nav aria-label="Admin Dashboard" css={navStyles}>
      <ul>
        {adminPlaces.map((place, index) => (
          <PlaceItem key={place.to} data-in-more={index >= barPlaces || undefined}>
            <PlaceLink to={place.to} aria-current={isCurrentPlace(place, pathname) ? 'page' : undefined}>
              <place.icon size="1.3em" aria-hidden />
              {place.label}
            </PlaceLink>
          </PlaceItem>
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
