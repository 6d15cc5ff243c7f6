import { Ellipsis } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { css, cx } from '#styled-system/css';
import { Drawer, loadDrawer } from '../../components/drawer.tsx';
import { Box } from '../../components/ui/box.tsx';
import { Text } from '../../components/ui/text.tsx';
import { FindButton } from '../../features/admin/school/find-button.tsx';
import { useAskedPath } from '../../lib/pages/asked-path.ts';
import { type AdminNavItem, adminGroups, adminNavItems, barItems, isCurrentItem } from './admin-nav-items.ts';

// Fixed, so that it is outside of `main` and pages scroll with the window.
const navigation = css({
  zIndex: 'header',
  borderColor: 'border',
  bg: 'bg',
  _bar: {
    position: 'fixed',
    insetX: '0',
    bottom: '0',
    borderTopWidth: '1px',
  },
  _topBar: { borderBottomWidth: '1px' },
  mdDown: { pb: '[env(safe-area-inset-bottom)]' },
  md: {
    position: 'fixed',
    top: '[calc(4rem + 1px)]',
    bottom: '0',
    insetStart: '0',
    overflowY: 'auto',
    py: '2',
    borderEndWidth: '1px',
  },
  _rail: { width: '[5.25rem]', px: '1.5' },
  _sidebar: { width: '52', px: '3' },
});

const group = css({
  display: { mdDown: 'contents' },
  '&:not(:first-child)': { mt: { md: '1.5' }, pt: { md: '1.5' }, borderTopWidth: { md: '1px' } },
  borderColor: 'border',
});

const groupName = css({
  display: { mdDown: 'none' },
  px: { _sidebar: '3' },
  color: 'fg.muted',
  fontSize: '[0.6875rem]',
  fontWeight: 'semibold',
  textAlign: { _rail: 'center' },
});

const listItem = css({ flex: { mdDown: '[1 1 0]' }, minWidth: { mdDown: '0' } });

const navLink = css({
  display: 'flex',
  flexDirection: { base: 'column', _sidebar: 'row' },
  alignItems: 'center',
  justifyContent: { base: 'center', _sidebar: 'start' },
  gap: { base: '0.5', _sidebar: '3' },
  width: 'full',
  // All items of a window of 800 px.
  minHeight: { base: '[3.75rem]', md: 'touch' },
  px: { _sidebar: '3' },
  borderRadius: { md: 'md' },
  fontSize: { base: '[0.75rem]', _sidebar: 'md' },
  fontWeight: 'semibold',
  lineHeight: 'heading',
  cursor: 'pointer',
  '&:is([aria-current], [data-asked])': {
    bg: 'brand.subtle',
    color: 'brand.fg',
    boxShadow: { mdDown: '[inset 0 3px currentcolor]' },
  },
  // The edges of the window would cut off an outline around it.
  _focusVisible: { outlineOffset: { mdDown: '[-3px]' } },
  _hover: { bg: 'bg.subtle' },
});

const sheetLink = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  width: 'full',
  minHeight: '12',
  px: '3',
  borderRadius: 'md',
  fontWeight: 'semibold',
  cursor: 'pointer',
  '&[aria-current=page]': { bg: 'brand.subtle', color: 'brand.fg' },
  _hover: { bg: 'bg.subtle' },
});

interface MoreItemsProps {
  readonly items: readonly AdminNavItem[];
  readonly pathname: string;
}

/** The last item of the phone's bar is a button that opens the items for which the bar has no room. */
const MoreItems = ({ items, pathname }: MoreItemsProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const current = items.find((item) => isCurrentItem(item, pathname));
  return (
    <li className={cx(listItem, css({ display: { md: 'none' } }))}>
      <button
        type="button"
        className={navLink}
        aria-haspopup="dialog"
        aria-current={current && 'true'}
        aria-label={current && `More, now ${current.label}`}
        onPointerDown={loadDrawer}
        onFocus={loadDrawer}
        onClick={() => setIsOpen(true)}
      >
        <Ellipsis size="1.3em" aria-hidden />
        More
      </button>
      <Drawer label="More places" placement="bottom" isOpen={isOpen} onClose={close}>
        <Box as="ul" mb="3">
          {items.map((item) => (
            <li key={item.to}>
              <Link to={item.to} className={sheetLink} aria-current={item === current ? 'page' : undefined}>
                <item.icon size="1.3em" aria-hidden />
                {item.label}
              </Link>
            </li>
          ))}
        </Box>
        <button
          type="button"
          className={cx(
            sheetLink,
            css({ justifyContent: 'center', borderWidth: '1px', borderColor: 'border' }),
          )}
        >
          Close
        </button>
      </Drawer>
    </li>
  );
};

const inBar = new Set(adminNavItems.slice(0, barItems));

/** The navigation of the admin area: a sidebar, a rail of icons on tablets, a bar at the bottom on phones (ADM-01). */
export const AdminNav = () => {
  const { pathname } = useLocation();
  const [asked, noteAsked] = useAskedPath();
  return (
    <nav aria-label="Admin Dashboard" className={navigation}>
      <Box as="ul" display={{ mdDown: 'flex' }}>
        {adminGroups.map(({ name, items }) => (
          <li key={name} className={group}>
            <Text id={`places-${name}`} className={groupName}>
              {name}
            </Text>
            <Box as="ul" display={{ mdDown: 'contents' }} aria-labelledby={`places-${name}`}>
              {items.map((item) => (
                <li
                  key={item.to}
                  className={cx(listItem, !inBar.has(item) && css({ display: { mdDown: 'none' } }))}
                >
                  <Link
                    to={item.to}
                    className={navLink}
                    aria-current={isCurrentItem(item, pathname) ? 'page' : undefined}
                    data-asked={asked === item.to || undefined}
                    onClick={() => noteAsked(item.to)}
                  >
                    <item.icon size="1.3em" aria-hidden />
                    {item.label}
                  </Link>
                </li>
              ))}
            </Box>
          </li>
        ))}
        <MoreItems key={pathname} items={adminNavItems.slice(barItems)} pathname={pathname} />
      </Box>
    </nav>
  );
};

export const AdminFind = () => <FindButton screens={adminNavItems} />;
