import { chakra } from '@chakra-ui/react/styled-system';
import { NavLink } from 'react-router-dom';
import { paths } from '#shared/paths';

const links = [
  { to: paths.home, label: 'Home' },
  { to: paths.bookCamp, label: 'Book A Class' },
  { to: paths.contact, label: 'Contact' },
];

const StyledNavLink = chakra(NavLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    px: '3.5',
    borderRadius: 'full',
    fontWeight: 'semibold',
    _hover: { bg: 'bg.subtle' },
    _currentPage: { color: 'brand.fg', textDecoration: 'underline', textUnderlineOffset: '6px' },
  },
});

/** Links to the public pages (PUB-07). */
export const HeaderLinks = () =>
  links.map(({ to, label }) => (
    <StyledNavLink key={to} to={to} end>
      {label}
    </StyledNavLink>
  ));
