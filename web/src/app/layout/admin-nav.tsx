import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { FindButton } from '../../features/admin/school/find-button.tsx';
import { useAskedPath } from '../../lib/pages/asked-path.ts';
import { type AdminPlace, adminGroups, adminPlaces, barPlaces, isCurrentPlace } from './admin-nav-entries.ts';
import styles from './layout.module.css';

/** As a ref: opens a dialog, which a click beside the list or on one of its links closes. Keys click links too. */
const openSheet = (dialog: HTMLDialogElement | null): void => {
  dialog?.addEventListener('click', () => dialog.close());
  dialog?.showModal();
};

interface MorePlacesProps {
  readonly places: readonly AdminPlace[];
  readonly pathname: string;
}

/** The last entry of the phone's bar: a button that opens the places for which the bar has no room. */
const MorePlaces = ({ places, pathname }: MorePlacesProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const current = places.find((place) => isCurrentPlace(place, pathname));
  return (
    <li className={styles.more}>
      <button
        type="button"
        className={styles.place}
        aria-haspopup="dialog"
        aria-current={current && 'true'}
        aria-label={current && `More, now ${current.label}`}
        onClick={() => setIsOpen(true)}
      >
        <Ellipsis size="1.3em" aria-hidden />
        More
      </button>
      {isOpen && (
        <dialog
          ref={openSheet}
          className={styles.sheet}
          aria-label="More places"
          // After the focus has returned to the button.
          onClose={() => setIsOpen(false)}
        >
          <ul>
            {places.map((place) => (
              <li key={place.to}>
                <Link to={place.to} aria-current={place === current ? 'page' : undefined}>
                  <place.icon size="1.3em" aria-hidden />
                  {place.label}
                </Link>
              </li>
            ))}
          </ul>
          <button type="button">Close</button>
        </dialog>
      )}
    </li>
  );
};

const inBar = new Set(adminPlaces.slice(0, barPlaces));

/** The navigation of the admin area: a sidebar, a rail of icons on tablets, a bar at the bottom on phones (ADM-01). */
export const AdminNav = () => {
  const { pathname } = useLocation();
  const [asked, noteAsked] = useAskedPath();
  return (
    <nav aria-label="Admin Dashboard" className={styles.places}>
      <ul>
        {adminGroups.map(({ name, places }) => (
          <li key={name} className={styles.group}>
            <p id={`places-${name}`}>{name}</p>
            <ul aria-labelledby={`places-${name}`}>
              {places.map((place) => (
                <li key={place.to} data-in-more={!inBar.has(place) || undefined}>
                  <Link
                    to={place.to}
                    className={styles.place}
                    aria-current={isCurrentPlace(place, pathname) ? 'page' : undefined}
                    data-asked={asked === place.to || undefined}
                    onClick={() => noteAsked(place.to)}
                  >
                    <place.icon size="1.3em" aria-hidden />
                    {place.label}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <MorePlaces key={pathname} places={adminPlaces.slice(barPlaces)} pathname={pathname} />
      </ul>
    </nav>
  );
};

/** The search of the admin area. It finds the area's screens, too. */
export const AdminFind = () => <FindButton screens={adminPlaces} />;
