import { CalendarCheck, House, type LucideIcon, Search, UsersRound, Wallet } from 'lucide-react';
import { type PropsWithChildren, Suspense, useEffect } from 'react';
import { Link, matchPath, Outlet, useLocation } from 'react-router-dom';
import { paths } from '#shared/paths';
import { PageTooltip } from '../../components/page-tooltip.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useAskedPath } from '../../lib/pages/asked-path.ts';
import { registerServiceWorker } from '../offline/register-service-worker.ts';
import styles from './layout.module.css';

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
  const [asked, noteAsked] = useAskedPath();
  return (
    <div className={styles.area}>
      <nav aria-label={title} className={styles.areaNav}>
        <p className={styles.areaTitle}>{title}</p>
        <div className={styles.areaLinks}>
          {links.map(({ to, label, icon: Icon }, index) => (
            <Link
              key={to}
              to={to}
              className={styles.areaLink}
              aria-current={
                // The path of the first link is a prefix of all others, so it must match exactly.
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
      </nav>
      <div className={styles.areaScreen}>
        <Suspense fallback={<Skeleton height="64" />}>{children}</Suspense>
      </div>
      <PageTooltip />
    </div>
  );
};

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
